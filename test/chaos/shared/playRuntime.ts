import type { ChaosRuntime } from './chaosRuntime';
import type { ChaosWorld } from './chaosWorld';
import { pick } from './pick';
import { questionSpec } from './playQuestions';
import type { Step } from './steps';

/** Plays a step of the scripted runtimes or of their factory. */
export function runtimeStep(world: ChaosWorld, step: Step): string | undefined {
  const { factory } = world;
  switch (step.kind) {
    case 'hold-builds':
      factory.holdBuilds();
      return 'builds are held';
    case 'let-build':
      factory.releaseBuilds();
      return 'builds continue';
    case 'fail-builds':
      factory.fails = true;
      return 'builds fail';
    case 'mend-builds':
      factory.fails = false;
      return 'builds work';
    default:
      break;
  }
  const live = factory.built.filter((runtime) => !runtime.disposed);
  // Sometimes a disposed runtime reports something, and the core must ignore it.
  const candidates = step.how === 7 || live.length === 0 ? factory.built : live;
  const runtime = pick(candidates, step.who);
  if (runtime === undefined) return undefined;
  const did = act(step, runtime);
  if (did === undefined) return undefined;
  const number = String(world.threadIds.indexOf(runtime.threadId) + 1);
  return `pi of thread ${number}${runtime.disposed ? ' (disposed)' : ''} ${did}`;
}

function act(step: Step, pi: ChaosRuntime): string | undefined {
  const when = (done: boolean, what: string): string | undefined => (done ? what : undefined);
  const named = (prompt: { readonly text: string } | undefined): string => `'${prompt?.text ?? ''}'`;
  const asked = named(pi.asked[step.which % Math.max(1, pi.asked.length)]?.prompt);
  switch (step.kind) {
    case 'start':
      return when(pi.accept(true), 'starts a run with a prompt and delivers it');
    case 'accept':
      return when(pi.accept(false), 'starts a run with a prompt');
    case 'deliver-first':
      return when(pi.deliverFirst(), 'delivers the prompt of its run');
    case 'handle':
      return when(pi.handle(step.which), `handles ${asked}`);
    case 'reject':
      return when(pi.reject(step.which), `rejects ${asked}`);
    case 'stream':
      return when(pi.stream(step.how), `streams ${String(step.how + 1)} words`);
    case 'turn':
      return when(
        pi.turn(step.how % 2 === 0),
        `takes steering and delivers it ${step.how % 2 === 0 ? 'now' : 'later'}`,
      );
    case 'deliver-steering':
      return when(pi.deliverSteering(), 'delivers the steering that it took');
    case 'settle':
      return when(pi.settle({ aborted: false, failed: false }), 'settles');
    case 'settle-failed':
      return when(pi.settle({ aborted: false, failed: true }), 'settles, failed');
    case 'settle-aborted':
      return when(pi.settle({ aborted: true, failed: false }), 'settles, aborted');
    case 'begin':
      return when(pi.beginOwnRun(), 'starts a run without a prompt');
    case 'compact-begin':
      return when(pi.compact(true), 'starts a compaction');
    case 'compact-end':
      return when(pi.compact(false), 'ends a compaction');
    case 'between':
      return when(pi.between(step.how), 'retries, compacts or thinks between two turns');
    case 'reload-extensions':
      pi.reloadExtensions();
      return 'reloads its extensions';
    case 'ask': {
      const spec = questionSpec(step.which, `Q${String(pi.questions.length + 1)}`);
      const timeout = step.how % 3 === 0 ? 200 * (step.how + 1) : 0;
      pi.ask(spec, timeout);
      return `asks '${spec.title}' (${spec.kind}${timeout === 0 ? '' : `, for ${String(timeout)} ms`})`;
    }
    case 'signal': {
      const question = pick(pi.questions, step.which);
      question?.signal.abort();
      return when(question !== undefined, `withdraws '${question?.spec.title ?? ''}'`);
    }
    case 'abort-late':
      pi.slowAbort = true;
      return 'will be slow to stop';
    case 'abort-over':
      return when(pi.endSlowAbort(), 'ends its slow stop');
    case 'abort-fails':
      pi.abortFails = true;
      return 'will fail the next stop';
    case 'clear-fails':
      pi.clearFails = true;
      return 'will fail to clear its queue';
    default:
      return undefined;
  }
}
