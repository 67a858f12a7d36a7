import * as l10n from '@vscode/l10n';
import type { Toast } from '../../../protocol/frames';
import type { ItemId } from '../../../protocol/ids';
import type { NoticeItem } from '../../../protocol/item';
import { formatNumber, plural } from '../../../protocol/text/plural';
import type { Disposable } from '../../base/disposable';
import type { Clock } from '../../base/clock';
import { FrameThrottle } from '../../base/frameThrottle';

type Level = Toast['level'];

export interface NotifyLimiterOptions {
  readonly clock: Clock;
  readonly toast: (toast: Toast) => void;
  /** Adds a notice to the transcript and returns its id. */
  readonly notice: (notice: Omit<NoticeItem, 'kind' | 'id'>) => ItemId;
  readonly change: (id: ItemId, patch: { readonly text: string; readonly detail?: string }) => void;
}

interface Message {
  readonly level: Level;
  readonly text: string;
  times: number;
}

/** The messages of one source within a frame. Equal messages are counted, and so are those above the limits. */
interface Burst {
  readonly source: string | undefined;
  readonly shown: Message[];
  readonly others: Message[];
  /** The number of messages that are not in `others` either. */
  dropped: number;
}

/** The notices of one source in the transcript since its last pause. */
interface NoticeSeries {
  readonly notices: (Message & { readonly id: ItemId })[];
  rest: { readonly id: ItemId; count: number; readonly lines: string[] } | undefined;
  at: number;
}

/** The limit of different messages of one level in a frame. */
const maxShownInFrame = 4;
/** The limit of different notices in a series. Further messages are lines in the details of one more notice. */
const maxNotices = 20;
const maxLines = 100;
const maxLineChars = 300;
/** The pause after which a source starts a new series. */
const seriesPauseMs = 5_000;

/** A toast disappears, and a notice stays in the transcript. */
type Target = 'toast' | 'notice';

/**
 * Limits the messages that extensions show with `notify`. Counts equal messages, and shows only the first of too many
 * and the number of the others.
 */
export class NotifyLimiter implements Disposable {
  private readonly bursts: FrameThrottle<Burst>;
  private readonly series = new Map<string, NoticeSeries>();

  constructor(private readonly options: NotifyLimiterOptions) {
    this.bursts = new FrameThrottle<Burst>(options.clock, (key, burst) => this.showBurst(key, burst), joined);
  }

  notify(target: Target, level: Level, text: string, source: string | undefined): void {
    const burst = { source, shown: [{ level, text, times: 1 }], others: [], dropped: 0 };
    this.bursts.set(keyOf(target, source), burst);
  }

  /** Shows the messages of the last frame. */
  dispose(): void {
    this.bursts.flush();
    this.bursts.dispose();
  }

  private showBurst(key: string, burst: Burst): void {
    if (key.startsWith('toast')) this.showToasts(burst);
    else this.addNotices(key, burst);
  }

  private showToasts({ source, shown, others, dropped }: Burst): void {
    const from = source === undefined ? {} : { source };
    // Errors are never only counted: those above the limit become notices.
    const errors = others.filter(({ level }) => level === 'error');
    if (errors.length > 0)
      this.addNotices(keyOf('notice', source), { source, shown: errors, others: [], dropped: 0 });
    const left = dropped + total(others) - total(errors);
    for (const [index, { level, text, times }] of shown.entries()) {
      const last = index === shown.length - 1 && left > 0;
      const counted = { ...(times > 1 ? { times } : {}), ...(last ? { others: left } : {}) };
      this.options.toast({ level, text, ...counted, ...from });
    }
  }

  private addNotices(key: string, burst: Burst): void {
    const { clock } = this.options;
    const last = this.series.get(key);
    const isNew = last === undefined || clock.now() - last.at > seriesPauseMs;
    const series: NoticeSeries = isNew ? { notices: [], rest: undefined, at: 0 } : last;
    this.series.set(key, series);
    series.at = clock.now();
    const rest: Message[] = [];
    for (const message of [...burst.shown, ...burst.others]) {
      const same = series.notices.find(({ level, text }) => level === message.level && text === message.text);
      if (same !== undefined) {
        same.times += message.times;
        this.options.change(same.id, { text: counted(same) });
      } else if (series.notices.length < maxNotices) {
        const { level } = message;
        const id = this.options.notice({ level, text: counted(message), ...by(burst) });
        series.notices.push({ ...message, id });
      } else {
        rest.push(message);
      }
    }
    if (rest.length > 0 || burst.dropped > 0) this.addRest(series, burst, rest);
  }

  /** Adds messages above the limit to one notice, with the first of them in its details. */
  private addRest(series: NoticeSeries, burst: Burst, rest: readonly Message[]): void {
    const lines = series.rest?.lines ?? [];
    const room = maxLines - lines.length;
    lines.push(
      ...rest.slice(0, room).map((message) => counted(message).slice(0, maxLineChars).toWellFormed()),
    );
    const count = (series.rest?.count ?? 0) + burst.dropped + total(rest);
    const text = moreText(count, burst.source);
    const detail = room > 0 ? { detail: lines.join('\n') } : {};
    if (series.rest !== undefined) {
      series.rest.count = count;
      this.options.change(series.rest.id, { text, ...detail });
      return;
    }
    const level = rest.some((message) => message.level === 'error') ? 'error' : 'warning';
    series.rest = { id: this.options.notice({ level, text, ...detail, ...by(burst) }), count, lines };
  }
}

function keyOf(target: Target, source: string | undefined): string {
  return `${target} ${source ?? ''}`;
}

function total(messages: readonly Message[]): number {
  return messages.reduce((sum, { times }) => sum + times, 0);
}

function by({ source }: Burst): { readonly source?: string } {
  return source === undefined ? {} : { source };
}

function counted({ text, times }: Message): string {
  if (times === 1) return text;
  return plural(times, {
    one: text,
    other: l10n.t('{text} ({count} times)', { text, count: formatNumber(times) }),
  });
}

function moreText(count: number, source: string | undefined): string {
  const args = { count: formatNumber(count), ...(source === undefined ? {} : { source }) };
  return source === undefined
    ? plural(count, { one: l10n.t('1 more message.'), other: l10n.t('{count} more messages.', args) })
    : plural(count, {
        one: l10n.t('1 more message from {source}.', args),
        other: l10n.t('{count} more messages from {source}.', args),
      });
}

function joined(waiting: Burst, { shown: [next] }: Burst): Burst {
  if (next === undefined) return waiting;
  const isSame = ({ level, text }: Message): boolean => level === next.level && text === next.text;
  const same = waiting.shown.find(isSame) ?? waiting.others.find(isSame);
  if (same !== undefined) same.times += 1;
  else if (waiting.shown.filter(({ level }) => level === next.level).length < maxShownInFrame)
    waiting.shown.push(next);
  else if (waiting.others.filter(({ level }) => level === next.level).length < maxLines)
    waiting.others.push(next);
  else waiting.dropped += 1;
  return waiting;
}
