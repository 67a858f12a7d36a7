import type { ChaosRuntime } from './chaosRuntime';
import type { ChaosWorld } from './chaosWorld';
import { pick } from './pick';
import { question } from './playQuestions';
import type { Step } from './steps';

/** What the scripted runtimes do, and how they are built. */
export function runtimeStep(world: ChaosWorld, step: Step): string | undefined {
  const { factory } = world;
  switch (step.kind) {
    case 'hold-builds':
      factory.hold();
      return 'builds wait';
    case 'let-build':
      factory.letBuild();
      return 'builds go on';
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
  // Now and then one speaks that was let go: nobody may hear it.
  const speakers = step.how === 7 || live.length === 0 ? factory.built : live;
  const runtime = pick(speakers, step.who);
  if (runtime === undefined) return undefined;
  const did = speak(step, runtime);
  if (did === undefined) return undefined;
  const number = String(world.threadIds.indexOf(runtime.threadId) + 1);
  return `pi of thread ${number}${runtime.disposed ? ' (let go)' : ''} ${did}`;
}

function speak(step: Step, pi: ChaosRuntime): string | undefined {
  const when = (done: boolean, what: string): string | undefined => (done ? what : undefined);
  const named = (prompt: { readonly text: string } | undefined): string => `'${prompt?.text ?? ''}'`;
  const asked = named(pi.asked[step.which % Math.max(1, pi.asked.length)]?.prompt);
  switch (step.kind) {
    case 'start':
      return when(pi.accept(true), 'begins a run with the prompt and says it');
    case 'accept':
      return when(pi.accept(false), 'begins a run with the prompt');
    case 'say-first':
      return when(pi.sayFirst(), 'says the prompt of its run');
    case 'handle':
      return when(pi.handle(step.which), `has handled ${asked}`);
    case 'reject':
      return when(pi.reject(step.which), `rejects ${asked}`);
    case 'say':
      return when(pi.say(step.how), `says ${String(step.how + 1)} words`);
    case 'turn':
      return when(
        pi.turn(step.how % 2 === 0),
        `takes steering and says it ${step.how % 2 === 0 ? 'now' : 'later'}`,
      );
    case 'say-steering':
      return when(pi.saySteering(), 'says the steering that it holds');
    case 'settle':
      return when(pi.settle({ aborted: false, failed: false }), 'settles');
    case 'settle-failed':
      return when(pi.settle({ aborted: false, failed: true }), 'settles, failed');
    case 'settle-aborted':
      return when(pi.settle({ aborted: true, failed: false }), 'settles, aborted');
    case 'begin':
      return when(pi.begin(), 'begins a run that nobody asked for');
    case 'compact-begin':
      return when(pi.compact(true), 'begins to compact');
    case 'compact-end':
      return when(pi.compact(false), 'has compacted');
    case 'between':
      return when(pi.between(step.how), 'tries again, compacts or thinks, between two turns');
    case 'reload-extensions':
      pi.reloadExtensions();
      return 'has loaded its extensions anew';
    case 'ask': {
      const spec = question(step.which, `Q${String(pi.askings.length + 1)}`);
      const timeout = step.how % 3 === 0 ? 200 * (step.how + 1) : 0;
      pi.ask(spec, timeout);
      return `asks '${spec.title}' (${spec.kind}${timeout === 0 ? '' : `, for ${String(timeout)} ms`})`;
    }
    case 'signal': {
      const asking = pick(pi.askings, step.which);
      asking?.signal.abort();
      return when(asking !== undefined, `withdraws '${asking?.spec.title ?? ''}'`);
    }
    case 'abort-late':
      pi.lateAbort = true;
      return 'will be slow to stop';
    case 'abort-over':
      return when(pi.abortOver(), 'is slow to stop no longer');
    case 'abort-fails':
      pi.abortFails = true;
      return 'will not take the next stop';
    case 'clear-fails':
      pi.clearFails = true;
      return 'will not clear its queue';
    default:
      return undefined;
  }
}
