import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { Hold, type Step as ModelStep } from '../fixtures/pi/scriptedModel';
import { PiWorld } from '../fixtures/pi/piWorld';
import { faultsAfterAll, faultsAtRest, faultsNow, faultsWhenClosed } from './checks';
import { ChaosWorld } from './chaosWorld';
import { Player } from './play';
import { personStory, type PersonStory } from './steps';

const count = Number(process.env['ENSO_PI_RUNS'] ?? '100');
const seed = Number(process.env['ENSO_SEED'] ?? '1');
const path = process.env['ENSO_PI_PATH'];
/** Milliseconds within which pi has to be done with whatever it does: it reads and writes files. */
const patience = 30_000;

const asks = `
  const text = (text: string) => ({ content: [{ type: 'text', text }], details: undefined });
  pi.registerTool({
    name: 'ask', label: 'Ask', description: 'Asks.', parameters: { type: 'object', properties: {} },
    async execute(_id: any, _args: any, _signal: any, _update: any, ctx: any) {
      return text(String(await ctx.ui.confirm('Sure?', '')));
    },
  });
  pi.registerCommand('mode', { description: 'Asks.', handler: async (_args: any, ctx: any) => {
    await ctx.ui.confirm('Mode?', '');
  } });
`;

/** What the model does with its next request, by a number of the story. */
function answers(choice: number, holds: Hold[]): readonly ModelStep[] {
  const hold = new Hold();
  switch (choice % 6) {
    case 0:
      return [{ say: 'done' }];
    case 1:
      holds.push(hold);
      return [{ say: 'half ' }, { hold }, { say: 'whole' }];
    case 2:
      return [{ tool: 'ask', args: {} }];
    case 3:
      return [{ fail: 'the model is overloaded in no way that is tried again' }];
    case 4:
      holds.push(hold);
      return [{ hold }, { tool: 'ask', args: {} }];
    default:
      return [{ think: 'hm' }, { say: 'done' }];
  }
}

describe('Whatever order things happen in, with the real pi,', () => {
  let pi: PiWorld;

  before(() => {
    pi = new PiWorld();
    pi.extension('asks', asks);
    pi.settings({ retry: { enabled: false } });
  });
  after(() => pi.close());

  it(`nothing is lost, doubled, left open or told differently (${String(count)} interleavings)`, async function () {
    this.timeout(0);
    const started = performance.now();
    const property = fc.asyncProperty(personStory, async (story) => {
      const { faults, trace } = await run(pi, story);
      // pi has times of its own, so a story need not end the same way twice: what is told is this very run.
      if (faults.length > 0) throw new Error([...faults, ...trace.map((line) => `  ${line}`)].join('\n'));
    });
    const result = await fc.check(property, {
      seed,
      numRuns: count,
      ...(path === undefined ? {} : { path }),
    });
    if (result.failed) {
      const again = `ENSO_SEED=${String(seed)} ENSO_PI_PATH=${String(result.counterexamplePath)}`;
      throw new Error(`${String(result.errorInstance)}\nAgain: ${again} npm run test:chaos`);
    }
    const seconds = (performance.now() - started) / 1000;
    console.log(
      `      ${String(count)} interleavings, ${(count / seconds).toFixed(0)} a second, seed ${String(seed)}`,
    );
  });
});

async function run(pi: PiWorld, story: PersonStory) {
  const trace: string[] = [];
  const holds: Hold[] = [];
  pi.model.forget();
  for (const choice of story.model) pi.model.answer(...answers(choice, holds));
  const world = new ChaosWorld(pi.factoryOfThisWorld, pi.folder);
  for (let n = 0; n < story.panels; n += 1) world.addPanel();
  await world.drain();
  const player = new Player(world);
  for (const step of story.steps) {
    const did = step.kind === 'say' ? released(holds) : player.take(step);
    if (did === undefined) continue;
    trace.push(did);
    for (let owed = player.takeTime(); owed > 0; owed -= 1_000) world.clock.advance(Math.min(owed, 1_000));
    for (let turn = 0; turn < step.pause * 4; turn += 1) await world.drain();
    world.clock.advance(20);
    await world.drain();
    const faults = faultsNow(world);
    if (faults.length > 0) return { faults, trace };
  }
  const faults: string[] = [];
  if (!(await rest(world, holds))) faults.push('it never comes to rest');
  faults.push(...(await faultsAtRest(world)));
  for (const panel of world.open) world.close(panel);
  await world.drain();
  faults.push(...(await faultsWhenClosed(world)));
  world.surfaces.dispose();
  world.attention.dispose();
  await world.registry.dispose();
  await world.drain();
  faults.push(...(await faultsAfterAll(world)));
  return { faults, trace };
}

function released(holds: Hold[]): string | undefined {
  const hold = holds.shift();
  hold?.release();
  return hold === undefined ? undefined : 'the model goes on';
}

async function rest(world: ChaosWorld, holds: Hold[]): Promise<boolean> {
  let quiet = 0;
  const until = performance.now() + patience;
  while (performance.now() < until && quiet < 40) {
    while (released(holds) !== undefined);
    for (const panel of world.open) {
      panel.beFast();
      if (!panel.visible) panel.show();
    }
    for (const { desk } of world.registry.open) for (const { id } of desk.open) desk.cancel(id, 'card');
    await setImmediate();
    await world.drain();
    world.clock.advance(100);
    const busy = world.registry.open.some(
      (thread) => thread.busy || thread.stopping !== undefined || thread.slot.building,
    );
    quiet = busy ? 0 : quiet + 1;
  }
  return quiet >= 40;
}
