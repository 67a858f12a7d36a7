import type { Toast } from '../../../protocol/frames';
import type { ItemId } from '../../../protocol/ids';
import type { NoticeItem } from '../../../protocol/item';
import type { Disposable } from '../../base/disposable';
import type { Clock } from '../../base/clock';
import { FrameThrottle } from '../../base/frameThrottle';

type Level = Toast['level'];

export interface NotifyLimiterOptions {
  readonly clock: Clock;
  readonly toast: (toast: Toast) => void;
  /** Adds a notice to the transcript and gives its id. */
  readonly notice: (notice: Omit<NoticeItem, 'kind' | 'id'>) => ItemId;
  readonly change: (id: ItemId, patch: { readonly text: string; readonly detail?: string }) => void;
}

interface Said {
  readonly level: Level;
  readonly text: string;
  times: number;
}

/** What one source says within a frame: equal words once, and of too many only the number. */
interface Burst {
  readonly source: string | undefined;
  readonly kept: Said[];
  readonly others: Said[];
  /** Those that are not even in `others`. */
  lost: number;
}

/** A source's notices in the transcript, while it says one after the other. */
interface Told {
  readonly notices: (Said & { readonly id: ItemId })[];
  rest: { readonly id: ItemId; count: number; readonly lines: string[] } | undefined;
  at: number;
}

/** Different words of one level that are shown for one frame. */
const mostInFrame = 4;
/** Different notices of one source in a row. The others are lines in the details of one more. */
const mostNotices = 20;
/** So many of those lines are kept, of so many characters each. */
const mostLines = 100;
const longestLine = 300;
/** Milliseconds of silence after which a source begins anew. */
const silence = 5_000;

/** `toast`: it passes; `notice`: it stays in the transcript. */
type Place = 'toast' | 'notice';

/**
 * What extensions tell the person by `notify`. Each word costs a panel at most its share of a frame: equal ones are
 * counted, and a flood is told by its first words and its number.
 */
export class NotifyLimiter implements Disposable {
  private readonly bursts: FrameThrottle<Burst>;
  private readonly told = new Map<string, Told>();

  constructor(private readonly options: NotifyLimiterOptions) {
    this.bursts = new FrameThrottle<Burst>(options.clock, (key, burst) => this.tell(key, burst), joined);
  }

  say(where: Place, level: Level, text: string, source: string | undefined): void {
    const burst = { source, kept: [{ level, text, times: 1 }], others: [], lost: 0 };
    this.bursts.set(keyOf(where, source), burst);
  }

  /** What was said last is said still. */
  dispose(): void {
    this.bursts.flush();
    this.bursts.dispose();
  }

  private tell(key: string, burst: Burst): void {
    if (key.startsWith('toast')) this.tellPassing(burst);
    else this.tellStaying(key, burst);
  }

  private tellPassing({ source, kept, others, lost }: Burst): void {
    const from = source === undefined ? {} : { source };
    // No error is only counted: those that don't fit stand in the transcript.
    const errors = others.filter(({ level }) => level === 'error');
    if (errors.length > 0)
      this.tellStaying(keyOf('notice', source), { source, kept: errors, others: [], lost: 0 });
    const left = lost + total(others) - total(errors);
    for (const [index, { level, text, times }] of kept.entries()) {
      const last = index === kept.length - 1 && left > 0;
      const counted = { ...(times > 1 ? { times } : {}), ...(last ? { others: left } : {}) };
      this.options.toast({ level, text, ...counted, ...from });
    }
  }

  private tellStaying(key: string, burst: Burst): void {
    const { clock } = this.options;
    const before = this.told.get(key);
    const fresh = before === undefined || clock.now() - before.at > silence;
    const told: Told = fresh ? { notices: [], rest: undefined, at: 0 } : before;
    this.told.set(key, told);
    told.at = clock.now();
    const rest: Said[] = [];
    for (const said of [...burst.kept, ...burst.others]) {
      const same = told.notices.find((notice) => notice.level === said.level && notice.text === said.text);
      if (same !== undefined) {
        same.times += said.times;
        this.options.change(same.id, { text: counted(same) });
      } else if (told.notices.length < mostNotices) {
        const { level } = said;
        told.notices.push({ ...said, id: this.options.notice({ level, text: counted(said), ...by(burst) }) });
      } else {
        rest.push(said);
      }
    }
    if (rest.length > 0 || burst.lost > 0) this.tellRest(told, burst, rest);
  }

  /** All that is too much has one notice, with as many of the words as anybody would read. */
  private tellRest(told: Told, burst: Burst, rest: readonly Said[]): void {
    const lines = told.rest?.lines ?? [];
    const room = mostLines - lines.length;
    lines.push(...rest.slice(0, room).map((said) => counted(said).slice(0, longestLine).toWellFormed()));
    const count = (told.rest?.count ?? 0) + burst.lost + total(rest);
    const text = `And ${count} more${burst.source === undefined ? '' : ` from ${burst.source}`}.`;
    const detail = room > 0 ? { detail: lines.join('\n') } : {};
    if (told.rest !== undefined) {
      told.rest.count = count;
      this.options.change(told.rest.id, { text, ...detail });
      return;
    }
    const level = rest.some((said) => said.level === 'error') ? 'error' : 'warning';
    told.rest = { id: this.options.notice({ level, text, ...detail, ...by(burst) }), count, lines };
  }
}

function keyOf(where: Place, source: string | undefined): string {
  return `${where} ${source ?? ''}`;
}

function total(said: readonly Said[]): number {
  return said.reduce((sum, { times }) => sum + times, 0);
}

function by({ source }: Burst): { readonly source?: string } {
  return source === undefined ? {} : { source };
}

function counted({ text, times }: Said): string {
  return times > 1 ? `${text} (${times} times)` : text;
}

function joined(waiting: Burst, { kept: [next] }: Burst): Burst {
  if (next === undefined) return waiting;
  const isSame = (said: Said): boolean => said.level === next.level && said.text === next.text;
  const same = waiting.kept.find(isSame) ?? waiting.others.find(isSame);
  if (same !== undefined) same.times += 1;
  else if (waiting.kept.filter(({ level }) => level === next.level).length < mostInFrame)
    waiting.kept.push(next);
  else if (waiting.others.filter(({ level }) => level === next.level).length < mostLines)
    waiting.others.push(next);
  else waiting.lost += 1;
  return waiting;
}
