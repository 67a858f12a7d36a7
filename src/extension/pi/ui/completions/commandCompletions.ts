import { suggestionsFor } from '../../../../protocol/completion';
import type { SlashCommand } from '../../../../protocol/session';
import { messageOf } from '../../../base/errors';
import { toText } from '../../../base/guards';
import type { CompletionItem, Provider, Suggestions, TellFailure } from './guardedProvider';

/** What an extension's command may say of what follows it. */
export interface CommandArguments {
  readonly getArgumentCompletions?: (
    typed: string,
  ) => CompletionItem[] | null | Promise<CompletionItem[] | null>;
}

/**
 * What every chain of providers begins with, in the place of pi's own: the thread's commands and what their extensions
 * know of their arguments. It takes an item as pi's does.
 */
export class CommandCompletions implements Provider {
  /** Lists of commands' names: a panel has them already. */
  readonly names = new WeakSet<Suggestions>();
  commands: readonly SlashCommand[] = [];

  private readonly thinking: string[] = [];

  constructor(
    private readonly command: (name: string) => CommandArguments | undefined,
    private readonly failed: TellFailure,
  ) {}

  get isThinking(): boolean {
    return this.thinking.length > 0;
  }

  giveUp(): void {
    this.failed(this.thinking[0] ?? '', 'take too long');
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
    // A folder is gone on with; a file, as a name, is followed by the next word.
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
    this.thinking.push(`/${name}`);
    try {
      const items = await this.command(name)?.getArgumentCompletions?.(typed);
      return Array.isArray(items) && items.length > 0 ? { items, prefix: typed } : null;
    } catch (error) {
      this.failed(`/${name}`, 'failed', messageOf(error));
      return null;
    } finally {
      this.thinking.splice(this.thinking.indexOf(`/${name}`), 1);
    }
  }
}
