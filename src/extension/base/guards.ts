// Extensions are often untyped: what they pass is made what it is said to be, and nothing of it throws here.

/** A value as a text. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return String(value);
  } catch {
    // Some objects have no way to become a text.
    return '';
  }
}

/** Each of a list as a text; of what is no list, none. */
export function toTextList(values: unknown): string[] {
  try {
    return Array.isArray(values) ? values.map(toText) : [];
  } catch {
    return [];
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
