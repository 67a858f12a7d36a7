/** Returns the arguments of a call from their JSON, or undefined while they are incomplete or no object. */
export function toolArguments(input: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns an argument on its own: text as text, everything else as JSON. */
export function argumentText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

export interface LineRange {
  readonly from: number;
  /** Undefined: up to the end of the file. */
  readonly to?: number;
}

/** Returns the lines that a call of `read` asks for, or undefined for the whole file. */
export function readRange(input: string): LineRange | undefined {
  const { offset, limit } = toolArguments(input) ?? {};
  const from = isCount(offset) ? offset : 1;
  if (!isCount(limit)) return from === 1 ? undefined : { from };
  return { from, to: from + limit - 1 };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
