/** How much of it, and where what it needs lies. */
export interface BenchOptions {
  /** For work on the benchmark itself: a run or two of each, and smaller. */
  readonly quick: boolean;
  /** The packed extension. */
  readonly vsix: string;
  /** A folder for homes and workspaces. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** So many runs, or two of them when it has to be quick. */
export const runsOf = ({ quick }: BenchOptions, count: number): number =>
  quick ? Math.min(2, count) : count;
