import { setImmediate } from 'node:timers/promises';
import type { Thread } from '../../../src/extension/core/thread/thread';
import type { SessionStore } from '../../../src/extension/sessionFiles/sessionStore';
import type { PiWorld } from '../../fixtures/pi/piWorld';
import { Backstage } from './backstage';
import { faultsAfterAll, faultsAtRest, faultsNow, faultsWhenClosed } from '../shared/checks';
import { ChaosWorld } from '../shared/chaosWorld';
import { pick } from '../shared/pick';
import { answer } from './piModel';
import type { PersonStory } from './piSteps';
import { PiWatch } from './piWatch';
import { Player } from '../shared/play';
import { closePanels, type Outcome } from '../shared/run';
import type { Step } from '../shared/steps';

export interface Real {
  readonly pi: PiWorld;
  readonly store: SessionStore;
  /** Timers of the pi side that have not gone off. */
  readonly timers: () => number;
  /** Counts what a step met: the thread's activity at that time. */
  readonly met: (what: string) => void;
}

/** Milliseconds within which pi has to be done with whatever it does: it reads and writes files. */
const patience = 15_000;
const commands = ['/mode', '/compact', '/reload', '/again', '/self', '/nope', '!true'];
/** Rounds without an event after which none will come. */
const enough = 40;

/** Plays a story to its end and beyond, with the real pi. */
export async function runWithPi(real: Real, story: PersonStory): Promise<Outcome> {
  const told = new Telling(real, story);
  try {
    return { faults: await told.faults(), trace: told.trace };
  } catch (error) {
    return {
      faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      trace: told.trace,
    };
  }
}

/** A stop, and no patience for it. */
function cutOff(thread: Thread | undefined): string | undefined {
  if (thread?.busy !== true) return undefined;
  void thread.stop(undefined, { panelId: undefined, name: 'a command' });
  return thread.abandon(thread.generation)
    ? 'a command stops the thread, and lets the run go at once'
    : 'a command stops the thread';
}

class Telling {
  readonly trace: string[] = [];
  private readonly backstage = new Backstage();
  private readonly watch: PiWatch;
  private readonly world: ChaosWorld;

  constructor(
    private readonly real: Real,
    private readonly story: PersonStory,
  ) {
    const { pi } = real;
    pi.model.forget();
    for (const choice of story.model) pi.model.answer(...answer(choice, this.backstage));
    this.watch = new PiWatch(
      pi.factoryOfThisWorld,
      (threadId) => this.world.aborted(threadId),
      (what) => this.trace.push(`    ${what}`),
    );
    this.world = new ChaosWorld(this.watch, pi.folder, commands);
  }

  async faults(): Promise<readonly string[]> {
    const { world, story } = this;
    for (let n = 0; n < story.panels; n += 1) world.addPanel();
    await world.drain();
    const player = new Player(world);
    for (const step of story.steps) {
      const did = this.own(step) ?? player.take(step);
      if (did === undefined) continue;
      this.trace.push(did);
      await this.pass(player.takeTime(), step.pause);
      const faults = this.now();
      if (faults.length > 0) return faults;
    }
    if (!story.cutShort) {
      if (!(await this.rest())) this.watch.violations.push('it never comes to rest');
      const faults = [...this.now(), ...(await faultsAtRest(world)), ...(await this.fileFaults())];
      if (faults.length > 0) return [...faults, '— all came to rest —'];
    }
    await closePanels(world);
    if (!story.cutShort) {
      const faults = await faultsWhenClosed(world);
      if (faults.length > 0) return [...faults, '— every panel was closed —'];
    }
    return this.end();
  }

  private now(): readonly string[] {
    return [...faultsNow(this.world), ...this.watch.violations];
  }

  /** Time passes for people, then for pi. */
  private async pass(ms: number, pause: number): Promise<void> {
    const { world } = this;
    for (let owed = ms; owed > 0; owed -= 1_000) {
      world.clock.advance(Math.min(owed, 1_000));
      await world.drain();
    }
    for (let turn = 0; turn < pause * 4; turn += 1) await world.drain();
    world.clock.advance(20);
    await world.drain();
  }

  /** What is other than with scripted runtimes. */
  private own(step: Step): string | undefined {
    const { world, real, backstage } = this;
    const { threadId } = pick(world.open, step.who)?.live?.store ?? {};
    const thread = threadId === undefined ? undefined : world.registry.peek(threadId);
    const { activity } = thread?.feed.state ?? {};
    if (activity !== undefined) real.met(`${step.kind} while ${activity.kind}`);
    switch (step.kind) {
      case 'say':
        return backstage.release();
      case 'signal':
        return backstage.raise(step.which);
      case 'let-go':
        return step.how % 2 === 0 ? cutOff(thread) : undefined;
      case 'reload-extensions':
        return this.reload(thread);
      default:
        return undefined;
    }
  }

  private reload(thread: Thread | undefined): string | undefined {
    const runtime = thread?.slot.current;
    if (runtime === undefined) return undefined;
    runtime.reload().catch((error: unknown) => {
      if (!/^Error: Wait for /.test(String(error)))
        this.watch.violations.push(`a reload failed: ${String(error)}`);
    });
    return 'extensions are loaded anew';
  }

  private async rest(): Promise<boolean> {
    const { world, backstage } = this;
    let quiet = 0;
    const until = performance.now() + patience;
    while (performance.now() < until && quiet < enough) {
      while (backstage.release() !== undefined);
      for (const panel of world.open) {
        panel.beFast();
        if (!panel.visible) panel.show();
      }
      for (const { dialogs } of world.registry.open)
        for (const { id } of dialogs.open) dialogs.cancel(id, 'card');
      await setImmediate();
      await world.drain();
      world.clock.advance(100);
      const busy = world.registry.open.some(
        (thread) =>
          thread.busy ||
          thread.state.stop !== undefined ||
          thread.slot.building ||
          thread.slot.current?.compacting,
      );
      quiet = busy || this.watch.open > 0 ? 0 : quiet + 1;
    }
    return quiet >= enough;
  }

  /** The host is disposed, and what it had begun ends. */
  private async end(): Promise<readonly string[]> {
    const { world, watch, real, backstage } = this;
    world.surfaces.dispose();
    world.attention.dispose();
    await world.registry.dispose();
    const until = performance.now() + patience;
    const left = (): boolean => watch.open > 0 || backstage.faults().length > 0;
    do {
      while (backstage.release() !== undefined);
      await world.drain();
    } while (left() && performance.now() < until);
    await world.drain();
    const faults = [...(await faultsAfterAll(world)), ...watch.violations, ...backstage.faults()];
    if (watch.live !== 0) faults.push(`${String(watch.live)} runtimes are left`);
    if (watch.open > 0) faults.push(`${String(watch.open)} promises are left`);
    if (real.timers() > 0) faults.push(`${String(real.timers())} timers of the pi side are left`);
    return faults.length === 0 ? [] : [...faults, '— the host was disposed —'];
  }

  /** A thread's file says the same words as its panels, in the same order. A person's own command is no word in it. */
  private async fileFaults(): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const [index, threadId] of this.world.threadIds.entries()) {
      const cold = (await this.real.store.read(threadId))?.items ?? [];
      const kept = cold.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
      const shown = this.world
        .transcript(threadId)
        .flatMap((item) =>
          item.kind === 'user' && item.state === 'delivered' && !item.text.startsWith('!') ? [item.text] : [],
        );
      for (const text of this.watch.unheard)
        if (kept.includes(text) && !shown.includes(text)) kept.splice(kept.indexOf(text), 1);
      if (kept.join('|') !== shown.join('|'))
        faults.push(
          `thread ${String(index + 1)} has in its file ${kept.join('|')}, and shows ${shown.join('|')}`,
        );
    }
    return faults;
  }
}
