/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** From 0 up to, and without, `end`. */
  below(end: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * end);
  }

  of<T>(list: readonly T[]): T {
    const [first] = list;
    const found = list[this.below(list.length)] ?? first;
    if (found === undefined) throw new Error('There is nothing to choose from.');
    return found;
  }
}

/** The seed of this run; `ENSO_SEED` names another one. */
export const seed = Number(process.env['ENSO_SEED'] ?? '1');

/** A count of this run; `ENSO_RUNS` names another one. */
export const runs = (usual: number): number => Number(process.env['ENSO_RUNS'] ?? String(usual));
