import type { SlashCommand } from '../protocol/observation';

const atMost = 50;

/** The commands that a text which begins with a slash may mean: those that begin alike first. */
export function suggestionsFor(text: string, commands: readonly SlashCommand[]): readonly SlashCommand[] {
  const match = /^\/(\S*)$/.exec(text);
  if (!match) return [];
  const typed = (match[1] ?? '').toLowerCase();
  const begins = commands.filter((command) => command.name.toLowerCase().startsWith(typed));
  const holds = commands.filter(
    (command) => !begins.includes(command) && command.name.toLowerCase().includes(typed),
  );
  return [...begins, ...holds].slice(0, atMost);
}
