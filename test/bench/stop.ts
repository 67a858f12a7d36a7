import type { Frame } from '../../src/protocol/frames';
import type { PanelRequest } from '../../src/protocol/requests';
import { Deferred } from '../../src/extension/base/deferred';
import { systemClock } from '../../src/extension/base/clock';
import { DraftRepository } from '../../src/extension/core/panels/draftRepository';
import { PanelFollower } from '../../src/extension/core/panels/panelFollower';
import { Panels } from '../../src/extension/core/panels/panels';
import { ThreadRegistry } from '../../src/extension/core/threadRegistry';
import { SessionStore } from '../../src/extension/sessionFiles/sessionStore';
import { MemoryDrafts } from '../fixtures/core/memory';
import { PiWorld } from '../fixtures/pi/piWorld';
import { ModelServer } from '../model-server/modelServer';
import { spreadOf, type Figure } from './figures';
import type { BenchOptions } from './options';

/** Asks while the answer is still coming, and doesn't keep it waiting. */
const asksMeanwhile = `
  pi.on("message_update", (event, ctx) => {
    if (event.assistantMessageEvent.type === "text_delta") void ctx.ui.select("Go on?", ["Yes", "No"]);
  });`;

/** A panel that a program holds: it asks, and waits for frames. */
class Asker {
  private readonly frames: Frame[] = [];
  private waiting: { readonly is: (frame: Frame) => boolean; readonly seen: Deferred<Frame> }[] = [];
  private count = 0;
  follower: PanelFollower | undefined;

  hear(frame: Frame): void {
    this.frames.push(frame);
    for (const each of this.waiting.filter(({ is }) => is(frame))) each.seen.resolve(frame);
  }

  ask(request: PanelRequest): void {
    this.count += 1;
    this.follower?.receive({ id: this.count, request });
  }

  /** The first frame of a kind among those that came and those to come. */
  async until(is: (frame: Frame) => boolean): Promise<Frame> {
    const known = this.frames.find(is);
    if (known !== undefined) return known;
    const seen = new Deferred<Frame>();
    this.waiting.push({ is, seen });
    return seen.promise;
  }

  forget(): void {
    this.frames.length = 0;
    this.waiting = [];
  }
}

const observed = (type: string) => (frame: Frame) =>
  frame.type === 'observations' && frame.items.some((item) => item.type === type);
const idle = (frame: Frame) => frame.type === 'status' && !frame.status.busy;
const queued = (count: number) => (frame: Frame) =>
  frame.type === 'observations' &&
  frame.items.some((item) => item.type === 'queue' && item.items.length === count);

async function turn(): Promise<number> {
  const started = performance.now();
  await new Promise((resolve) => setImmediate(resolve));
  return performance.now() - started;
}

/** The core with the real pi, as the extension puts them together, and one panel. */
async function stopTimes(count: number): Promise<{ stops: number[]; settles: number[]; turns: number[] }> {
  const server = await ModelServer.start();
  process.env['ENSO_TEST_MODEL_KEY'] = 'bench';
  const world = new PiWorld({ scripted: false });
  world.write('agent/models.json', server.modelsFile);
  world.extension('asks', asksMeanwhile);
  const { log } = world;
  const clock = systemClock;
  const drafts = new DraftRepository(new MemoryDrafts(), log);
  const panels = new Panels(drafts);
  const registry = new ThreadRegistry({
    clock,
    factory: world.factoryOfThisWorld,
    log,
    store: new SessionStore({ folders: () => [world.folder], agentDir: world.agentDir }),
    folder: () => world.folder,
    idleMs: () => 900_000,
    unsent: () => drafts.unsent(),
    handBack: (threadId, panelId, prompts, why) => panels.handBack(threadId, panelId, prompts, why),
    commands: [],
    composer: panels.composer,
  });
  const asker = new Asker();
  const port = { panelId: 'bench', name: 'bench', visible: true, post: (frame: Frame) => asker.hear(frame) };
  const nothing = () => undefined;
  const later = () => Promise.resolve();
  const { id: threadId } = registry.create();
  asker.follower = new PanelFollower(port, {
    registry,
    drafts,
    panels,
    clock,
    log,
    settings: () => ({ sendWith: 'enter' }),
    actions: {
      threadFor: () => Promise.resolve(threadId),
      threadShown: nothing,
      openFile: later,
      openLink: later,
      openDiff: later,
      reviewChanges: () => Promise.resolve(),
      undoChanges: () => undefined,
      useCode: later,
      answerNatively: nothing,
      openQuestion: later,
      nextStep: nothing,
    },
  });
  const times = { stops: [] as number[], settles: [] as number[], turns: [] as number[] };
  const prompt = (key: string, text: string): void => {
    asker.ask({ type: 'prompt', threadId, key, text, images: [], delivery: 'enqueue' });
  };
  try {
    asker.ask({ type: 'follow', threadId });
    await asker.until(({ type }) => type === 'snapshot');
    for (let run = 0; run < count; run += 1) {
      asker.forget();
      prompt(`a${String(run)}`, 'say Well; then stall');
      await asker.until(observed('dialog-opened'));
      prompt(`b${String(run)}`, 'say second');
      prompt(`c${String(run)}`, 'say third');
      await asker.until(queued(2));
      times.turns.push(await turn());
      asker.forget();
      const started = performance.now();
      const over = asker.until(idle).then(() => performance.now() - started);
      const settled = asker.until(observed('dialog-settled')).then(() => performance.now() - started);
      asker.ask({ type: 'stop', threadId });
      const back = await asker.until(({ type }) => type === 'hand-back');
      times.settles.push(await settled);
      times.stops.push(await over);
      const taken = back.type === 'hand-back' ? [back.handBack.id] : [];
      const draft = { text: '', images: [], revision: run + 1 };
      asker.ask({ type: 'draft', threadId, ...draft, taken });
    }
  } finally {
    asker.follower.dispose();
    await registry.dispose();
    await world.close();
    await server.close();
    Reflect.deleteProperty(process.env, 'ENSO_TEST_MODEL_KEY');
  }
  return times;
}

/** From Stop to idle while an answer is held, a question is open and two prompts wait; with the real pi. */
export async function stop(options: BenchOptions): Promise<Figure[]> {
  const times = await stopTimes(options.quick ? 4 : 21);
  const [, ...stops] = times.stops;
  const floor = { what: 'one turn of the event loop', value: spreadOf(times.turns) };
  return [
    {
      point: 4,
      what: 'stop → idle: a held answer, an open question, two queued prompts',
      unit: 'ms',
      value: spreadOf(stops),
      floor,
      goal: { of: 'value', most: 50 },
    },
    {
      point: 4,
      what: 'stop → the panel sees the question settled',
      unit: 'ms',
      value: spreadOf(times.settles.slice(1)),
      floor,
    },
  ];
}
