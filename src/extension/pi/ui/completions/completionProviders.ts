import { maxCompletionRows, type CaretText, type CompletionRow } from '../../../../protocol/completion';
import type { CompletionTriggers } from '../../../../protocol/session';
import { messageOf } from '../../../base/errors';
import type { Clock } from '../../../base/clock';
import type { Completions } from '../../../core/ports/runtime';
import { CommandCompletions, type CommandArguments } from './commandCompletions';
import { toTextList, isRecord } from '../../../base/guards';
import { GuardedProvider, type CompletionItem, type Provider, type ReportFailure } from './guardedProvider';
import { stripAnsi } from '../../../../protocol/text/terminalText';
import { BoundedMap } from '../../../base/boundedMap';
import { withTimeout } from '../../../base/timeout';

export interface CompletionProvidersOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Returns a command of an extension. */
  readonly command: (name: string) => CommandArguments | undefined;
  /** Returns the name of the extension that calls. */
  readonly source: () => string;
  readonly failed: ReportFailure;
}

interface SuggestedList extends CaretText {
  readonly items: readonly CompletionItem[];
  readonly prefix: string;
}

/** All providers together have this long for one list. */
const answerWithinMs = 4_000;
const maxProviders = 50;
/** The limit of a composer. */
const maxTextChars = 1_000_000;
const maxRowChars = 300;
/** Each panel shows one list at a time. */
const maxLists = 20;
/** The triggers of pi's terminal, in addition to those of extensions. */
const defaultTriggers = ['@', '#'];

/** The stack of providers that extensions have added. */
export class CompletionProviders implements Completions {
  private readonly base: CommandCompletions;
  /** The innermost first. */
  private guards: GuardedProvider[] = [];
  private extraTriggers = new Set<string>();
  private readonly lists = new BoundedMap<number, SuggestedList>(maxLists);
  private lastList = 0;

  constructor(private readonly options: CompletionProvidersOptions) {
    this.base = new CommandCompletions(options.command, options.failed);
  }

  /** Returns nothing while no extension has a provider. */
  get triggers(): CompletionTriggers | undefined {
    return this.guards.length === 0
      ? undefined
      : { triggers: [...new Set([...defaultTriggers, ...this.extraTriggers])] };
  }

  /** Puts a provider on top of the others. `factory` is an unchecked value from an extension. */
  add(factory: unknown): void {
    if (typeof factory !== 'function' || this.guards.length >= maxProviders) return;
    const source = this.options.source();
    try {
      const own: unknown = (factory as (current: Provider) => unknown)(this.top);
      if (!isProvider(own)) {
        this.options.failed(source, 'invalid');
        return;
      }
      for (const trigger of toTextList(own.triggerCharacters)) {
        if (Array.from(trigger).length === 1 && this.extraTriggers.size < maxProviders)
          this.extraTriggers.add(trigger);
      }
      this.guards.push(new GuardedProvider(source, own, this.top, this.options.failed));
    } catch (error) {
      this.options.failed(source, 'failed', messageOf(error));
    }
  }

  /** Removes all providers, before extensions reload. */
  clear(): void {
    this.guards = [];
    this.extraTriggers = new Set();
    this.lists.clear();
  }

  async suggest(
    { text, caret, forced, commands }: Parameters<Completions['suggest']>[0],
    signal: AbortSignal,
  ): ReturnType<Completions['suggest']> {
    this.base.commands = commands;
    const { lines, line, col } = placeOf(text, caret);
    const { top } = this;
    if (forced && top.shouldTriggerFileCompletion?.(lines, line, col) === false) return undefined;
    const ended = new AbortController();
    const suggesting = top.getSuggestions(lines, line, col, { signal: ended.signal, force: forced });
    const found = await withTimeout(suggesting, {
      clock: this.options.clock,
      timeoutMs: answerWithinMs,
      signal,
      onTimeout: () => this.timeOut(),
    });
    ended.abort();
    if (found === null || found === undefined || signal.aborted || this.base.names.has(found))
      return undefined;
    const items = found.items.filter(isItem).slice(0, maxCompletionRows);
    if (items.length === 0) return undefined;
    this.lastList += 1;
    this.lists.set(this.lastList, { text, caret, items, prefix: found.prefix });
    return { list: this.lastList, rows: items.map((item) => rowOf(item, found.prefix)) };
  }

  take(list: number, row: number): CaretText | undefined {
    const { text, caret, items, prefix } = this.lists.get(list) ?? {};
    const item = items?.[row];
    if (text === undefined || caret === undefined || item === undefined || prefix === undefined)
      return undefined;
    const { lines, line, col } = placeOf(text, caret);
    const taken = this.top.applyCompletion(lines, line, col, item, prefix);
    const before = taken.lines.slice(0, Math.max(0, taken.cursorLine));
    const whole = taken.lines.join('\n').slice(0, maxTextChars);
    const at = before.reduce((sum, { length }) => sum + length + 1, 0) + Math.max(0, taken.cursorCol);
    return { text: whole, caret: Math.min(at, whole.length) };
  }

  private get top(): Provider {
    return this.guards.at(-1) ?? this.base;
  }

  /** Attributes a timeout to the innermost provider that still works. */
  private timeOut(): void {
    [this.base, ...this.guards].find((provider) => provider.isWorking)?.timeOut();
  }
}

function placeOf(text: string, caret: number): { lines: string[]; line: number; col: number } {
  const before = text.slice(0, caret).split('\n');
  return { lines: text.split('\n'), line: before.length - 1, col: before.at(-1)?.length ?? 0 };
}

function isProvider(value: unknown): value is Provider {
  return (
    isRecord(value) &&
    typeof value['getSuggestions'] === 'function' &&
    typeof value['applyCompletion'] === 'function'
  );
}

function isItem(item: unknown): item is CompletionItem {
  return isRecord(item) && typeof item['value'] === 'string';
}

function rowOf({ value, label, description }: CompletionItem, prefix: string): CompletionRow {
  const shown = (text: unknown): string =>
    typeof text === 'string' ? stripAnsi(text.slice(0, maxRowChars)).replace(/\s+/g, ' ').trim() : '';
  const about = shown(description);
  return {
    label: shown(label) || shown(value),
    ...(about === '' ? {} : { about }),
    ...(value === prefix ? { complete: true } : {}),
  };
}
