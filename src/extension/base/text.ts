/** Returns a string without lone surrogates, or nothing for any other value. */
export function wholeText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toWellFormed() : undefined;
}

/** Returns a value as JSON, or nothing for a value that has none, such as a function or a cycle. */
export function jsonOf(value: unknown, indent?: number): string | undefined {
  try {
    const written: unknown = JSON.stringify(value, undefined, indent);
    return typeof written === 'string' ? written : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a text up to its first white space. */
export function firstWord(text: string): string {
  return text.trim().split(/\s/, 1)[0] ?? '';
}
