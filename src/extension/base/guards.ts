// Converts values of extensions, which are often untyped, to the declared type. No function throws.

/** Converts a value to a text. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return String(value);
  } catch {
    // An object may have no prototype or a `toString` that throws.
    return '';
  }
}

/** Converts each element of a list to a text. Returns an empty list for any other value. */
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
