import { faultsAfterAll, faultsAtRest, faultsNow, faultsWhenClosed } from './checks';
import { ChaosWorld } from './chaosWorld';
import { Player } from './play';
import type { Story } from './steps';

export interface Outcome {
  /** Empty if every invariant held. */
  readonly faults: readonly string[];
  /** One line for each step that did something. */
  readonly trace: readonly string[];
}

/** Maximum rounds until the world is idle. */
const maxRounds = 60;
/** Consecutive rounds without an event after which the world is idle: a panel repeats a request after a second. */
const idleRounds = 3;

/** Plays a story, lets everything become idle, closes every panel and disposes the host. */
export async function run(story: Story): Promise<Outcome> {
  const world = new ChaosWorld();
  const trace: string[] = [];
  const failed = (faults: readonly string[], when: string): Outcome | undefined =>
    faults.length === 0 ? undefined : { faults, trace: [...trace, `— ${when} —`] };
  for (let n = 0; n < story.panels; n += 1) world.addPanel();
  await world.drain();
  const player = new Player(world);
  for (const step of story.steps) {
    // Time passes only between ticks.
    if (step.kind === 'wait') await world.drain();
    const did = player.take(step);
    if (did === undefined) continue;
    trace.push(`${did}${pauses[step.pause] ?? ''}`);
    for (let remainingMs = player.takeTime(); remainingMs > 0; remainingMs -= 1_000) {
      world.clock.advance(Math.min(remainingMs, 1_000));
      await world.drain();
    }
    if (step.pause !== sameTick) await pause(world, step.pause);
    const faults = faultsNow(world);
    if (faults.length > 0) return { faults, trace };
  }
  if (!story.cutShort) {
    if (!(await becomeIdle(world))) return { faults: ['the story never becomes idle'], trace };
    const atRest = failed(await faultsAtRest(world), 'everything is idle');
    if (atRest !== undefined) return atRest;
  }
  await closePanels(world);
  if (!story.cutShort) {
    const closed = failed(await faultsWhenClosed(world), 'every panel is closed');
    if (closed !== undefined) return closed;
  }
  world.factory.releaseBuilds();
  world.nativeDialogs.dispose();
  world.attention.dispose();
  await world.registry.dispose();
  await world.drain();
  return failed(await faultsAfterAll(world), 'the host is disposed') ?? { faults: [], trace };
}

/** Closes every panel, once each page has its thread, as no user is faster. */
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

/** Ends all work, cancels questions, shows panels and delivers all messages. Returns whether the world becomes idle. */
async function becomeIdle(world: ChaosWorld): Promise<boolean> {
  world.factory.fails = false;
  let quiet = 0;
  for (let round = 0; round < maxRounds && quiet < idleRounds; round += 1) {
    world.factory.releaseBuilds();
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
  return quiet >= idleRounds;
}
