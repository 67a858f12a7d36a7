/** Several measurements of one thing. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly runs: number;
}

export type Unit = 'ms' | 'µs' | '×' | 'MB' | 'kB' | '';

/** One line of the table. */
export interface Figure {
  /** Which of the five points it belongs to. */
  readonly point: 1 | 2 | 3 | 4 | 5;
  readonly what: string;
  readonly unit: Unit;
  readonly value: Spread;
  /** What nobody could go below, taken in the same run; the ratio is to its median. */
  readonly floor?: { readonly what: string; readonly value: Spread };
  readonly goal?: Goal;
}

export interface Goal {
  /** What is held against the limit: the median, or its ratio to the floor. */
  readonly of: 'value' | 'ratio';
  readonly most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const low = sorted[Math.floor(middle)] ?? NaN;
  const high = sorted[Math.ceil(middle)] ?? NaN;
  return {
    median: (low + high) / 2,
    least: sorted[0] ?? NaN,
    most: sorted.at(-1) ?? NaN,
    runs: sorted.length,
  };
}

export function ratioOf({ value, floor }: Figure): number | undefined {
  return floor === undefined ? undefined : value.median / floor.value.median;
}

/** Undefined where there is no goal. */
export function meetsGoal(figure: Figure): boolean | undefined {
  if (figure.goal === undefined) return undefined;
  const held = figure.goal.of === 'value' ? figure.value.median : ratioOf(figure);
  return held !== undefined && held <= figure.goal.most;
}
