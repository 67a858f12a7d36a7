import { setImmediate } from 'node:timers/promises';
import type { Thread } from '../../../src/extension/core/thread/thread';
import type { SessionStore } from '../../../src/extension/sessionFiles/sessionStore';
import type { PiWorld } from '../../fixtures/pi/piWorld';
import { ChaosExtension } from './chaosExtension';
import { faultsAfterAll, faultsAtRest, faultsNow, faultsWhenClosed } from '../shared/checks';
import { ChaosWorld } from '../shared/chaosWorld';
import { pick } from '../shared/pick';
import { answerFor } from './piModel';
import type { UserStory } from './piSteps';
import { PiWatch } from './piWatch';
import { Player } from '../shared/play';
import { closePanels, type Outcome } from '../shared/run';
import type { Step } from '../shared/steps';

export interface RealPi {
  readonly pi: PiWorld;
  readonly store: SessionStore;
  /** Returns the number of pending timers of the pi side. */
  readonly timers: () => number;
  /** Counts how often a step happened during an activity of the thread. */
  readonly countActivity: (what: string) => void;
}

/** Maximum time for pi to settle, because it reads and writes files. */
const settleTimeoutMs = 15_000;
const commands = ['/mode', '/compact', '/reload', '/again', '/self', '/nope', '!true'];
/** Consecutive rounds without an event after which the story is idle. */
const idleRounds = 40;

/** Plays a story with the real pi until everything has settled and the host is disposed. */
export async function runWithPi(real: RealPi, story: UserStory): Promise<Outcome> {
  const run = new RunTrace(real, story);
  try {
    return { faults: await run.faults(), trace: run.trace };
  } catch (error) {
    return {
      faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      trace: run.trace,
    };
  }
}

/** Stops the thread and abandons its run at once. */
function stopAndAbandon(thread: Thread | undefined): string | undefined {
  if (thread?.busy !== true) return undefined;
  void thread.stop(undefined, { panelId: undefined, name: 'a command' });
  return thread.abandon(thread.generation)
    ? 'a command stops the thread and abandons the run at once'
    : 'a command stops the thread';
}

class RunTrace {
  readonly trace: string[] = [];
  private readonly chaosExtension = new ChaosExtension();
  private readonly watch: PiWatch;
  private readonly world: ChaosWorld;

  constructor(
    private readonly real: RealPi,
    private readonly story: UserStory,
  ) {
    const { pi } = real;
    pi.model.clear();
    for (const choice of story.model) pi.model.answer(...answerFor(choice, this.chaosExtension));
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
      const did = this.piStep(step) ?? player.take(step);
      if (did === undefined) continue;
      this.trace.push(did);
      await this.pass(player.takeTime(), step.pause);
      const faults = this.now();
      if (faults.length > 0) return faults;
    }
    if (!story.cutShort) {
      if (!(await this.rest())) this.watch.violations.push('the story never becomes idle');
      const faults = [...this.now(), ...(await faultsAtRest(world)), ...(await this.fileFaults())];
      if (faults.length > 0) return [...faults, '— everything is idle —'];
    }
    await closePanels(world);
    if (!story.cutShort) {
      const faults = await faultsWhenClosed(world);
      if (faults.length > 0) return [...faults, '— every panel is closed —'];
    }
    return this.end();
  }

  private now(): readonly string[] {
    return [...faultsNow(this.world), ...this.watch.violations];
  }

  /** Advances the clock of the core, then lets pi run. */
  private async pass(ms: number, pause: number): Promise<void> {
    const { world } = this;
    for (let remainingMs = ms; remainingMs > 0; remainingMs -= 1_000) {
      world.clock.advance(Math.min(remainingMs, 1_000));
      await world.drain();
    }
    for (let turn = 0; turn < pause * 4; turn += 1) await world.drain();
    world.clock.advance(20);
    await world.drain();
  }

  /** Performs the steps that differ from those with scripted runtimes. */
  private piStep(step: Step): string | undefined {
    const { world, real, chaosExtension } = this;
    const { threadId } = pick(world.open, step.who)?.live?.store ?? {};
    const thread = threadId === undefined ? undefined : world.registry.peek(threadId);
    const { activity } = thread?.feed.state ?? {};
    if (activity !== undefined) real.countActivity(`${step.kind} while ${activity.kind}`);
    switch (step.kind) {
      case 'stream':
        return chaosExtension.release();
      case 'signal':
        return chaosExtension.abortQuestion(step.which);
      case 'abandon':
        return step.how % 2 === 0 ? stopAndAbandon(thread) : undefined;
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
    return 'extensions are reloaded';
  }

  private async rest(): Promise<boolean> {
    const { world, chaosExtension } = this;
    let quiet = 0;
    const until = performance.now() + settleTimeoutMs;
    while (performance.now() < until && quiet < idleRounds) {
      while (chaosExtension.release() !== undefined);
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
      quiet = busy || this.watch.pending > 0 ? 0 : quiet + 1;
    }
    return quiet >= idleRounds;
  }

  /** Disposes the host and waits for its work to end. */
  private async end(): Promise<readonly string[]> {
    const { world, watch, real, chaosExtension } = this;
    world.nativeDialogs.dispose();
    world.attention.dispose();
    await world.registry.dispose();
    const until = performance.now() + settleTimeoutMs;
    const left = (): boolean => watch.pending > 0 || chaosExtension.faults().length > 0;
    do {
      while (chaosExtension.release() !== undefined);
      await world.drain();
    } while (left() && performance.now() < until);
    await world.drain();
    const faults = [...(await faultsAfterAll(world)), ...watch.violations, ...chaosExtension.faults()];
    if (watch.live !== 0) faults.push(`${String(watch.live)} runtimes are not disposed`);
    if (watch.pending > 0) faults.push(`${String(watch.pending)} promises are pending`);
    if (real.timers() > 0) faults.push(`${String(real.timers())} timers of the pi side are pending`);
    return faults.length === 0 ? [] : [...faults, '— the host is disposed —'];
  }

  /** Compares the prompts in each session file with the transcript. A shell command is no prompt of the file. */
  private async fileFaults(): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const [index, threadId] of this.world.threadIds.entries()) {
      const stored = (await this.real.store.read(threadId))?.items ?? [];
      const saved = stored.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
      const shown = this.world
        .transcript(threadId)
        .flatMap((item) =>
          item.kind === 'user' && item.state === 'delivered' && !item.text.startsWith('!') ? [item.text] : [],
        );
      for (const text of this.watch.deliveredAfterEnd)
        if (saved.includes(text) && !shown.includes(text)) saved.splice(saved.indexOf(text), 1);
      if (saved.join('|') !== shown.join('|'))
        faults.push(
          `thread ${String(index + 1)}: the file has ${saved.join('|')}, the transcript has ${shown.join('|')}`,
        );
    }
    return faults;
  }
}
