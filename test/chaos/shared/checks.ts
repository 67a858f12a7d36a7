import { getEventListeners } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { answerRefusal } from '../../../src/protocol/dialog';
import type { Thread } from '../../../src/extension/core/thread/thread';
import { copy, type ChaosPanel } from './chaosPanel';
import type { ChaosWorld } from './chaosWorld';

const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(copy({ a }), copy({ a: b }));

/** The fields in which two states differ, and how. */
function differing(shown: object | undefined, host: object): string {
  const fields = new Map(Object.entries(shown ?? {}));
  return Object.entries(host)
    .filter(([key, value]) => !same(fields.get(key), value))
    .map(([key, value]) => `${key} is ${JSON.stringify(fields.get(key))} and not ${JSON.stringify(value)}`)
    .join('; ');
}

/** What holds between any two steps. */
export function faultsNow(world: ChaosWorld): readonly string[] {
  const faults = [...world.violations];
  for (const thread of world.registry.open) {
    if (thread.dialogs.size > 0 && !thread.busy) faults.push('a question is open in an idle thread');
    if (thread.feed.state.dialogs.length !== thread.dialogs.size)
      faults.push('the feed and the desk differ on questions');
    if (thread.status.busy !== thread.feed.currentStatus.busy)
      faults.push('the status is not the one published');
  }
  return faults;
}

/** What holds once everything came to rest. */
export async function faultsAtRest(world: ChaosWorld): Promise<readonly string[]> {
  const faults = [...faultsNow(world)];
  for (const thread of world.registry.open) faults.push(...threadFaults(thread));
  for (const [, objects] of world.seen) faults.push(...ghostFaults(world, objects));
  for (const panel of world.open) faults.push(...panelFaults(world, panel));
  faults.push(...messageFaults(world), ...askingFaults(world));
  const followers = world.registry.open.reduce((sum, { feed }) => sum + feed.followerCount, 0);
  if (followers !== world.open.length)
    faults.push(`${String(world.open.length)} panels follow ${String(followers)} times`);
  const { busy, waiting } = world.attention.current;
  if (busy + waiting > 0) faults.push('the badge tells of runs or questions, and there are none');
  faults.push(...(await world.lostOrDoubled()));
  for (const threadId of world.threadIds) {
    const waits = (world.registry.peek(threadId)?.state.queue.prompts ?? []).map(({ text }) => text).join();
    const left = world.leftWhenKilled(threadId).join();
    if (left !== waits) faults.push(`'${waits}' waits, and a host that is killed would leave '${left}'`);
  }
  return faults;
}

/** What holds once every panel is closed. */
export async function faultsWhenClosed(world: ChaosWorld): Promise<readonly string[]> {
  const faults = [...world.violations];
  faults.push(...(await world.lostOrDoubled()));
  for (const panel of world.panels)
    if (panel.unanswered !== 0)
      faults.push(`${panel.name}: ${String(panel.unanswered)} requests too few were answered`);
  return faults;
}

/** What holds once the host is disposed. */
export async function faultsAfterAll(world: ChaosWorld): Promise<readonly string[]> {
  const faults = [...world.violations, ...askingFaults(world)];
  faults.push(...(await world.lostOrDoubled()));
  if (world.clock.pending > 0) faults.push(`${String(world.clock.pending)} timers are left`);
  if (world.natives.length > 0) faults.push('a native question is left');
  for (const objects of world.seen.values()) {
    for (const thread of objects) {
      if (thread.feed.followerCount > 0) faults.push('a listener of a feed is left');
      if (thread.dialogs.size > 0) faults.push('a question is left');
    }
  }
  for (const runtime of world.factory.built) if (!runtime.disposed) faults.push('a runtime is left');
  return faults;
}

function threadFaults(thread: Thread): readonly string[] {
  const faults: string[] = [];
  const left = (is: boolean, what: string): void => {
    if (is) faults.push(what);
  };
  left(thread.busy, 'the thread is busy for good');
  const { agent, stop, steering, commands, queue } = thread.state;
  left(agent.at !== 'idle', `the agent is ${agent.at} for good`);
  left(stop !== undefined, 'a stop goes on for good');
  left(steering.length > 0, 'steering is held for good');
  left(commands.length > 0, 'a command runs for good');
  left(queue.prompts.length > 0 && !queue.paused, 'prompts wait, for nothing');
  const { state } = thread.feed;
  left(state.run !== undefined && !thread.busy, 'the feed tells of a run that is over');
  left(state.stopping !== undefined, 'the feed tells of a stop that is over');
  left(
    state.activity !== undefined,
    `the feed tells of an activity that is over: ${state.activity?.kind ?? ''}`,
  );
  const users = state.items.filter((item) => item.kind === 'user');
  left(
    users.some((item) => item.state === 'pending'),
    'a bubble is pending for good',
  );
  left(new Set(state.items.map((item) => item.id)).size !== state.items.length, 'an item is there twice');
  return faults;
}

/** A thread that was forgotten does nothing any more. */
function ghostFaults(world: ChaosWorld, objects: readonly Thread[]): readonly string[] {
  return objects.flatMap((thread) => {
    if (world.registry.peek(thread.id) === thread) return [];
    const alive =
      thread.busy ||
      thread.state.queue.prompts.length > 0 ||
      thread.slot.current !== undefined ||
      thread.slot.building;
    return alive ? ['a thread that was forgotten is at work'] : [];
  });
}

function panelFaults(world: ChaosWorld, panel: ChaosPanel): readonly string[] {
  const page = panel.live;
  if (page === undefined) return [`${panel.name} has no page`];
  const faults: string[] = [];
  const { store, draft, outbox } = page;
  const thread = store.threadId === undefined ? undefined : world.registry.peek(store.threadId);
  if (thread === undefined) return [`${panel.name} shows no thread of the host`];
  if (panel.follower.threadId !== thread.id)
    faults.push(`${panel.name} shows another thread than it follows`);
  if (!same(store.state, thread.feed.state))
    faults.push(
      `${panel.name} shows another state than the host's: ${differing(store.state, thread.feed.state)}`,
    );
  if (!same(store.status, thread.status)) faults.push(`${panel.name} has another status than the host`);
  if (page.busy)
    faults.push(
      `${panel.name} looks busy for good: ${JSON.stringify({ ...store.status, awaits: page.run.generation, receipt: page.run.awaitingReceipt })}`,
    );
  const leaving = outbox.entries.filter(
    (entry) => entry.threadId === undefined || entry.threadId === thread.id,
  );
  if (leaving.length > 0) faults.push(`${panel.name} has a prompt that never leaves`);
  const saved = world.saved(thread.id)[panel.name];
  if ((saved?.draft?.text ?? '') !== draft.text || (saved?.draft?.images.length ?? 0) !== draft.images.length)
    faults.push(
      `${panel.name}: the saved draft is '${saved?.draft?.text ?? ''}', the composer says '${draft.text}'`,
    );
  if ((saved?.handBacks.length ?? 0) > 0) faults.push(`${panel.name} never took what was handed back`);
  return faults;
}

/** Each admitted prompt is in exactly one place. */
function messageFaults(world: ChaosWorld): readonly string[] {
  const faults: string[] = [];
  for (const [messageId, threadId] of world.admitted) {
    const said = world
      .transcript(threadId)
      .filter((item) => item.kind === 'user' && item.messageId === messageId);
    const waiting =
      world.registry.peek(threadId)?.state.queue.prompts.filter((prompt) => prompt.messageId === messageId) ??
      [];
    const back = world.handedBack.filter((prompt) => prompt.messageId === messageId);
    const ends = said.length + waiting.length + back.length + (world.removed.has(messageId) ? 1 : 0);
    if (ends === 1) continue;
    faults.push(
      `a prompt has ${String(ends)} ends: ${String(said.length)} in the transcript, ${String(waiting.length)} in the queue, ${String(back.length)} handed back`,
    );
  }
  return faults;
}

function askingFaults(world: ChaosWorld): readonly string[] {
  return world.factory.built.flatMap((runtime) =>
    runtime.askings.flatMap(({ spec, endings, signal }) => {
      const [ending] = endings;
      if (ending !== undefined && getEventListeners(signal.signal, 'abort').length > 0)
        return [`'${spec.title}' is over and listens to its signal still`];
      if (ending === undefined || endings.length > 1)
        return [`'${spec.title}' was resolved ${String(endings.length)} times`];
      if (ending.outcome !== 'answered')
        return ending.answer === undefined
          ? []
          : [`'${spec.title}' has an answer though it was ${ending.outcome}`];
      const wrong =
        ending.answer === undefined ? 'nothing' : answerRefusal({ ...spec, id: '' }, ending.answer);
      return wrong === undefined ? [] : [`'${spec.title}' was given a wrong answer: ${wrong}`];
    }),
  );
}
