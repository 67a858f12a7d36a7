import { faultsAfterAll, faultsAtRest, faultsNow, faultsWhenClosed } from './checks';
import { ChaosWorld } from './chaosWorld';
import { Player } from './play';
import type { Story } from './steps';

export interface Outcome {
  /** Nothing, when all held. */
  readonly faults: readonly string[];
  /** What happened, a line for each step that did something. */
  readonly trace: readonly string[];
}

/** How many rounds it may take until nothing happens any more. */
const patience = 60;
/** Rounds without an event after which none will come: a panel asks again after a second. */
const enough = 3;

/** Plays a story to its end and beyond: everything comes to rest, every panel closes, the host is disposed. */
export async function run(story: Story): Promise<Outcome> {
  const world = new ChaosWorld();
  const trace: string[] = [];
  const over = (faults: readonly string[], when: string): Outcome | undefined =>
    faults.length === 0 ? undefined : { faults, trace: [...trace, `— ${when} —`] };
  for (let n = 0; n < story.panels; n += 1) world.addPanel();
  await world.drain();
  const player = new Player(world);
  for (const step of story.steps) {
    // Time never passes within a tick.
    if (step.kind === 'wait') await world.drain();
    const did = player.take(step);
    if (did === undefined) continue;
    trace.push(`${did}${pauses[step.pause] ?? ''}`);
    for (let owed = player.takeTime(); owed > 0; owed -= 1_000) {
      world.clock.advance(Math.min(owed, 1_000));
      await world.drain();
    }
    if (step.pause !== sameTick) await pause(world, step.pause);
    const faults = faultsNow(world);
    if (faults.length > 0) return { faults, trace };
  }
  if (!story.cutShort) {
    if (!(await rest(world))) return { faults: ['it never comes to rest'], trace };
    const atRest = over(await faultsAtRest(world), 'all came to rest');
    if (atRest !== undefined) return atRest;
  }
  await closePanels(world);
  if (!story.cutShort) {
    const closed = over(await faultsWhenClosed(world), 'every panel was closed');
    if (closed !== undefined) return closed;
  }
  world.factory.letBuild();
  world.surfaces.dispose();
  world.attention.dispose();
  await world.registry.dispose();
  await world.drain();
  return over(await faultsAfterAll(world), 'the host was disposed') ?? { faults: [], trace };
}

/** Nobody types in a page and closes it before it has a thread. */
export async function closePanels(world: ChaosWorld): Promise<void> {
  for (const panel of world.open.filter(({ live }) => live !== undefined && live.store.state === undefined)) {
    if (!panel.visible) panel.show();
    panel.beFast();
  }
  await world.drain();
  for (const panel of world.open) world.close(panel);
  await world.drain();
}

const sameTick = 7;
const pauses: Readonly<Record<number, string>> = {
  5: ' (no frame passes)',
  6: ' (no frame passes)',
  [sameTick]: ' (and in the same tick)',
  8: ' (and one microtask later)',
};

async function pause(world: ChaosWorld, how: number): Promise<void> {
  if (how === 8) {
    await Promise.resolve();
    return;
  }
  await world.drain();
  if (how > 4) return;
  world.clock.advance(20);
  await world.drain();
}

/** Runtimes end what they do, questions are cancelled, panels are shown and hear everything. */
async function rest(world: ChaosWorld): Promise<boolean> {
  world.factory.fails = false;
  let quiet = 0;
  for (let round = 0; round < patience && quiet < enough; round += 1) {
    world.factory.letBuild();
    for (const panel of world.open) {
      panel.beFast();
      if (!panel.visible) panel.show();
    }
    await world.drain();
    world.clock.advance(600);
    await world.drain();
    const acted = world.factory.built.filter((runtime) => !runtime.disposed && runtime.rest()).length;
    const asked = world.registry.open.filter(({ dialogs }) => dialogs.size > 0);
    for (const { dialogs } of asked) for (const { id } of dialogs.open) dialogs.cancel(id, 'card');
    quiet = acted + asked.length === 0 ? quiet + 1 : 0;
  }
  await world.drain();
  return quiet >= enough;
}
