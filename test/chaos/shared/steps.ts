import * as fc from 'fast-check';

/** All kinds of steps with their frequencies, simplest first, because a failing story shrinks towards the top. */
const weights = {
  // Users.
  prompt: 10,
  steer: 4,
  same: 3,
  image: 2,
  command: 4,
  /** With the real pi only. */
  self: 0,
  blank: 1,
  type: 3,
  stop: 6,
  'stop-early': 1,
  'stop-command': 2,
  'stop-stale': 1,
  abandon: 2,
  edit: 2,
  remove: 2,
  move: 2,
  'send-now': 2,
  resume: 3,
  answer: 5,
  'answer-wrong': 1,
  'answer-late': 1,
  'answer-twice': 2,
  cancel: 2,
  native: 2,
  'next-step': 2,
  focus: 1,
  // The runtime.
  start: 10,
  accept: 3,
  'deliver-first': 3,
  handle: 5,
  reject: 3,
  stream: 4,
  turn: 5,
  'deliver-steering': 3,
  settle: 10,
  'settle-failed': 2,
  'settle-aborted': 2,
  begin: 2,
  'compact-begin': 2,
  'compact-end': 3,
  ask: 5,
  signal: 2,
  between: 2,
  'reload-extensions': 1,
  'hold-builds': 1,
  'let-build': 3,
  'fail-builds': 1,
  'mend-builds': 2,
  'abort-late': 1,
  'abort-over': 2,
  'abort-fails': 1,
  'clear-fails': 1,
  // Panels and time.
  frame: 4,
  wait: 3,
  hide: 2,
  cover: 1,
  show: 4,
  reload: 2,
  close: 1,
  open: 2,
  follow: 4,
  'new-thread': 2,
  slow: 1,
  arrive: 3,
  fast: 2,
} as const;

export type StepKind = keyof typeof weights;

/** A step: its kind, the panel or runtime, the object, the variant (each modulo their number), and the pause after it. */
export interface Step {
  readonly kind: StepKind;
  readonly who: number;
  readonly which: number;
  readonly how: number;
  /** 0–4: everything ready runs and a frame passes; 5–6: everything ready runs; 7: none; 8: one microtask. */
  readonly pause: number;
}

export interface Story {
  /** One to four. */
  readonly panels: number;
  readonly steps: readonly Step[];
  /** The host is disposed during the story instead of once everything is idle. */
  readonly cutShort: boolean;
}

/** Returns steps drawn by their weights. `pauses` is the last kind of pause. */
export function stepOf(weights: Partial<Record<StepKind, number>>, pauses: number): fc.Arbitrary<Step> {
  const drawn = (Object.entries(weights) as [StepKind, number][]).flatMap(([kind, weight]) =>
    Array.from({ length: weight }, () => kind),
  );
  return fc
    .tuple(fc.nat(drawn.length - 1), fc.nat(3), fc.nat(5), fc.nat(7), fc.nat(pauses))
    .map(([kind, who, which, how, pause]) => ({ kind: drawn[kind] ?? 'prompt', who, which, how, pause }));
}

export const story: fc.Arbitrary<Story> = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.array(stepOf(weights, 8), { maxLength: 40, size: 'max' }),
    fc.nat(7),
  )
  .map(([panels, steps, end]) => ({ panels, steps, cutShort: end === 7 }));
