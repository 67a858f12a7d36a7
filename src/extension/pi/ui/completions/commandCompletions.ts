import { suggestionsFor } from '../../../../protocol/completion';
import type { SlashCommand } from '../../../../protocol/session';
import { messageOf } from '../../../base/errors';
import { toText } from '../../../base/guards';
import type { CompletionItem, Provider, Suggestions, ReportFailure } from './guardedProvider';

/** The part of an extension's command that completes its arguments. */
export interface CommandArguments {
  readonly getArgumentCompletions?: (
    typed: string,
  ) => CompletionItem[] | null | Promise<CompletionItem[] | null>;
}

/**
 * The provider below all others, in place of pi's own. Completes the names of commands, and their arguments where the
 * command's extension can. Applies an item as pi's provider does.
 */
export class CommandCompletions implements Provider {
  /** Lists of command names, which a panel completes without the host. */
  readonly names = new WeakSet<Suggestions>();
  commands: readonly SlashCommand[] = [];

  /** Commands whose argument completions are pending. */
  private readonly pending: string[] = [];

  constructor(
    private readonly command: (name: string) => CommandArguments | undefined,
    private readonly failed: ReportFailure,
  ) {}

  get isWorking(): boolean {
    return this.pending.length > 0;
  }

  timeOut(): void {
    this.failed(this.pending[0] ?? '', 'timed out');
  }

  async getSuggestions(lines: string[], cursorLine: number, cursorCol: number): Promise<Suggestions | null> {
    const typed = (lines[cursorLine] ?? '').slice(0, cursorCol);
    if (cursorLine > 0 || !typed.startsWith('/')) return null;
    const [, name, rest] = /^\/(\S+) ([^]*)$/.exec(typed) ?? [];
    if (name !== undefined && rest !== undefined) {
      return this.argumentsOf(name, rest);
    }
    const items = suggestionsFor(typed, this.commands).map(({ name: value, description }) => ({
      value,
      label: value,
      ...(description === undefined ? {} : { description }),
    }));
    if (items.length === 0) return null;
    const found = { items, prefix: typed };
    this.names.add(found);
    return found;
  }

  applyCompletion(
    lines: string[],
    cursorLine: number,
    cursorCol: number,
    item: CompletionItem,
    prefix: string,
  ): { lines: string[]; cursorLine: number; cursorCol: number } {
    const line = lines[cursorLine] ?? '';
    const before = line.slice(0, Math.max(0, cursorCol - prefix.length));
    const isName = prefix.startsWith('/') && before.trim() === '' && !prefix.slice(1).includes('/');
    // The path of a folder is continued. A file or a name ends with a space.
    const isFile = prefix.startsWith('@') && !toText(item.label).endsWith('/');
    const put = isName ? `/${item.value} ` : isFile ? `${item.value} ` : item.value;
    return {
      lines: lines.map((other, at) => (at === cursorLine ? before + put + line.slice(cursorCol) : other)),
      cursorLine,
      cursorCol: before.length + put.length,
    };
  }

  shouldTriggerFileCompletion(): boolean {
    return true;
  }

  private async argumentsOf(name: string, typed: string): Promise<Suggestions | null> {
    this.pending.push(`/${name}`);
    try {
      const items = await this.command(name)?.getArgumentCompletions?.(typed);
      return Array.isArray(items) && items.length > 0 ? { items, prefix: typed } : null;
    } catch (error) {
      this.failed(`/${name}`, 'failed', messageOf(error));
      return null;
    } finally {
      this.pending.splice(this.pending.indexOf(`/${name}`), 1);
    }
  }
}
