import * as fc from 'fast-check';
import { behaviorCount } from './piModel';
import { stepOf, type Step, type StepKind } from '../shared/steps';

/** Steps of users with the real pi. The step `stream` releases the model. */
export interface UserStory {
  readonly panels: number;
  /** The answer to each request, by number. */
  readonly model: readonly number[];
  readonly steps: readonly Step[];
  /** The host is disposed during the story instead of once everything is idle. */
  readonly cutShort: boolean;
}

const weights: Partial<Record<StepKind, number>> = {
  prompt: 10,
  steer: 5,
  same: 2,
  image: 2,
  command: 6,
  self: 3,
  blank: 1,
  type: 2,
  stop: 6,
  'stop-early': 1,
  'stop-command': 2,
  'stop-stale': 1,
  abandon: 4,
  edit: 2,
  remove: 2,
  move: 2,
  'send-now': 2,
  resume: 3,
  answer: 6,
  'answer-wrong': 1,
  'answer-late': 1,
  'answer-twice': 2,
  cancel: 2,
  native: 1,
  'next-step': 2,
  focus: 1,
  stream: 9,
  signal: 2,
  'reload-extensions': 3,
  wait: 2,
  hide: 2,
  cover: 1,
  show: 4,
  reload: 2,
  close: 1,
  open: 2,
  follow: 3,
  'new-thread': 2,
};

export const userStory: fc.Arbitrary<UserStory> = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.array(fc.nat(behaviorCount * 15 - 1), { minLength: 40, maxLength: 40 }),
    fc.array(stepOf(weights, 6), { maxLength: 25, size: 'max' }),
    fc.nat(7),
  )
  .map(([panels, model, steps, end]) => ({ panels, model, steps, cutShort: end === 7 }));
