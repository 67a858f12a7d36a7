/** A text that has to be one, without halves of characters; anything else is none. */
export function wholeText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toWellFormed() : undefined;
}

/** A value as JSON; nothing for what has none: functions, loops, lists in lists to a depth that only can be read. */
export function jsonOf(value: unknown, indent?: number): string | undefined {
  try {
    const written: unknown = JSON.stringify(value, undefined, indent);
    return typeof written === 'string' ? written : undefined;
  } catch {
    return undefined;
  }
}

/** Text on one line, of at most `length` characters, never cut within one. */
export function oneLine(text: string, length = 200): string {
  // A bound before the work: a subject can be a whole file.
  const line = text
    .slice(0, length * 4)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : line;
}

/** Names as a person lists them, each once; nothing for none. */
export function listOf(names: readonly string[]): string | undefined {
  const once = [...new Set(names)];
  const last = once.pop();
  return once.length === 0 ? last : `${once.join(', ')} and ${String(last)}`;
}

/** The title of a thread that nobody named: the first words that were said. */
export function titleOf(firstWords: string): string {
  return oneLine(firstWords, 60);
}
