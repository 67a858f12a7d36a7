import type { CompletionTriggers, SlashCommand } from './session';

/** The text of a composer, and where in it the caret is. */
export interface CaretText {
  readonly text: string;
  readonly caret: number;
}

/** One thing that could stand at the caret. */
export interface CompletionRow {
  readonly label: string;
  readonly about?: string;
  /** It stands there already: taking it would change nothing that counts. */
  readonly complete?: boolean;
}

/** More rows than this nobody reads. */
export const maxCompletionRows = 50;

/** The commands that a text which begins with a slash may mean: those that begin alike first. */
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

/** Where words begin, as pi has it: after white space or an opening bracket. */
const wordStart = '(?:^|\\s)[([{<`]*';

/** Whether a change of what is typed is reason to ask what could follow. */
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
