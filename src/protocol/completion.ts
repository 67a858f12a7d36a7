import type { CompletionTriggers, SlashCommand } from './session';

/** The text of a composer and the place of the caret. */
export interface CaretText {
  readonly text: string;
  readonly caret: number;
}

/** One completion. */
export interface CompletionRow {
  readonly label: string;
  readonly about?: string;
  /** True if the text at the caret already equals the completion. */
  readonly complete?: boolean;
}

/** The limit of rows in a list. */
export const maxCompletionRows = 50;

/** Returns the commands that match a text after a slash, those that begin with it first. */
export function suggestionsFor(text: string, commands: readonly SlashCommand[]): readonly SlashCommand[] {
  const match = /^\/(\S*)$/.exec(text);
  if (!match) return [];
  const typed = (match[1] ?? '').toLowerCase();
  const begins = commands.filter((command) => command.name.toLowerCase().startsWith(typed));
  const holds = commands.filter(
    (command) => !begins.includes(command) && command.name.toLowerCase().includes(typed),
  );
  return [...begins, ...holds].slice(0, maxCompletionRows);
}

/** The beginning of a word for pi: after white space or an opening bracket. */
const wordStart = '(?:^|\\s)[([{<`]*';

/** Returns whether the panel must request completions after a change of the text. */
export function needsCompletions(
  { text, caret }: CaretText,
  completing: CompletionTriggers | undefined,
  commands: readonly SlashCommand[],
): boolean {
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret);
  const [, name] = /^\/(\S+)\s/.exec(text.slice(0, caret)) ?? [];
  if (name !== undefined && commands.some((command) => command.name === name && command.completes === true))
    return true;
  if (completing === undefined) return false;
  if (text.startsWith('/') && !text.slice(0, caret).includes('\n')) return true;
  const triggers = completing.triggers.map((character) => character.replace(/[\\^\]-]/g, '\\$&')).join('');
  return triggers !== '' && new RegExp(`${wordStart}[${triggers}]\\S*$`, 'u').test(line);
}
