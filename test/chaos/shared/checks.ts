import { getEventListeners } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { answerRefusal } from '../../../src/protocol/dialog';
import type { Thread } from '../../../src/extension/core/thread/thread';
import { copy, type ChaosPanel } from './chaosPanel';
import type { ChaosWorld } from './chaosWorld';

const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(copy({ a }), copy({ a: b }));

/** Returns the fields in which two states differ, with both values. */
function differing(shown: object | undefined, host: object): string {
  const fields = new Map(Object.entries(shown ?? {}));
  return Object.entries(host)
    .filter(([key, value]) => !same(fields.get(key), value))
    .map(([key, value]) => `${key} is ${JSON.stringify(fields.get(key))} and not ${JSON.stringify(value)}`)
    .join('; ');
}

/** Returns violations of what holds between any two steps. */
export function faultsNow(world: ChaosWorld): readonly string[] {
  const faults = [...world.violations];
  for (const thread of world.registry.open) {
    if (thread.dialogs.size > 0 && !thread.busy) faults.push('a question is open in an idle thread');
    if (thread.feed.state.dialogs.length !== thread.dialogs.size)
      faults.push('the feed and the thread differ in their open questions');
    if (thread.status.busy !== thread.feed.currentStatus.busy)
      faults.push('the status differs from the published status');
  }
  return faults;
}

/** Returns violations of what holds once everything is idle. */
export async function faultsAtRest(world: ChaosWorld): Promise<readonly string[]> {
  const faults = [...faultsNow(world)];
  for (const thread of world.registry.open) faults.push(...threadFaults(thread));
  for (const [, objects] of world.seen) faults.push(...forgottenThreadFaults(world, objects));
  for (const panel of world.open) faults.push(...panelFaults(world, panel));
  faults.push(...messageFaults(world), ...questionFaults(world));
  const followers = world.registry.open.reduce((sum, { feed }) => sum + feed.followerCount, 0);
  if (followers !== world.open.length)
    faults.push(`${String(world.open.length)} panels follow ${String(followers)} times`);
  const { busy, waiting } = world.attention.current;
  if (busy + waiting > 0) faults.push('the badge counts runs or questions, and there are none');
  faults.push(...(await world.lostOrDoubled()));
  for (const threadId of world.threadIds) {
    const queued = (world.registry.peek(threadId)?.state.queue.prompts ?? []).map(({ text }) => text).join();
    const left = world.leftWhenKilled(threadId).join();
    if (left !== queued) faults.push(`'${queued}' is queued, and a killed host would leave '${left}'`);
  }
  return faults;
}

/** Returns violations of what holds once every panel is closed. */
export async function faultsWhenClosed(world: ChaosWorld): Promise<readonly string[]> {
  const faults = [...world.violations];
  faults.push(...(await world.lostOrDoubled()));
  for (const panel of world.panels)
    if (panel.unanswered !== 0)
      faults.push(`${panel.name}: ${String(panel.unanswered)} requests have no reply`);
  return faults;
}

/** Returns violations of what holds once the host is disposed. */
export async function faultsAfterAll(world: ChaosWorld): Promise<readonly string[]> {
  const faults = [...world.violations, ...questionFaults(world)];
  faults.push(...(await world.lostOrDoubled()));
  if (world.clock.pending > 0) faults.push(`${String(world.clock.pending)} timers are pending`);
  if (world.natives.length > 0) faults.push('a native question is open');
  for (const objects of world.seen.values()) {
    for (const thread of objects) {
      if (thread.feed.followerCount > 0) faults.push('a feed has a listener');
      if (thread.dialogs.size > 0) faults.push('a question is open');
    }
  }
  for (const runtime of world.factory.built) if (!runtime.disposed) faults.push('a runtime is not disposed');
  return faults;
}

function threadFaults(thread: Thread): readonly string[] {
  const faults: string[] = [];
  const check = (faulty: boolean, what: string): void => {
    if (faulty) faults.push(what);
  };
  check(thread.busy, 'the thread stays busy');
  const { agent, stop, steering, commands, queue } = thread.state;
  check(agent.at !== 'idle', `the agent stays ${agent.at}`);
  check(stop !== undefined, 'a stop never ends');
  check(steering.length > 0, 'steering is never delivered or returned');
  check(commands.length > 0, 'a command never ends');
  check(queue.prompts.length > 0 && !queue.paused, 'prompts are queued in an idle thread');
  const { state } = thread.feed;
  check(state.run !== undefined && !thread.busy, 'the feed shows a run that has ended');
  check(state.stopping !== undefined, 'the feed shows a stop that has ended');
  check(
    state.activity !== undefined,
    `the feed shows an activity that has ended: ${state.activity?.kind ?? ''}`,
  );
  const users = state.items.filter((item) => item.kind === 'user');
  check(
    users.some((item) => item.state === 'pending'),
    'a user item stays pending',
  );
  check(
    new Set(state.items.map((item) => item.id)).size !== state.items.length,
    'two items have the same id',
  );
  return faults;
}

/** Returns violations of threads that still work after they were forgotten. */
function forgottenThreadFaults(world: ChaosWorld, objects: readonly Thread[]): readonly string[] {
  return objects.flatMap((thread) => {
    if (world.registry.peek(thread.id) === thread) return [];
    const alive =
      thread.busy ||
      thread.state.queue.prompts.length > 0 ||
      thread.slot.current !== undefined ||
      thread.slot.building;
    return alive ? ['a forgotten thread still works'] : [];
  });
}

function panelFaults(world: ChaosWorld, panel: ChaosPanel): readonly string[] {
  const page = panel.live;
  if (page === undefined) return [`${panel.name} has no page`];
  const faults: string[] = [];
  const { store, draft, outbox } = page;
  const thread = store.threadId === undefined ? undefined : world.registry.peek(store.threadId);
  if (thread === undefined) return [`${panel.name} shows a thread that the host doesn't have`];
  if (panel.follower.threadId !== thread.id)
    faults.push(`${panel.name} shows another thread than it follows`);
  if (!same(store.state, thread.feed.state))
    faults.push(
      `${panel.name} shows another state than the host's: ${differing(store.state, thread.feed.state)}`,
    );
  if (!same(store.status, thread.status)) faults.push(`${panel.name} has another status than the host`);
  if (page.busy)
    faults.push(
      `${panel.name} stays busy: ${JSON.stringify({ ...store.status, awaits: page.run.generation, receipt: page.run.awaitingReceipt })}`,
    );
  const unsent = outbox.entries.filter(
    (entry) => entry.threadId === undefined || entry.threadId === thread.id,
  );
  if (unsent.length > 0) faults.push(`${panel.name} has a prompt that is never sent`);
  const saved = world.saved(thread.id)[panel.name];
  if ((saved?.draft?.text ?? '') !== draft.text || (saved?.draft?.images.length ?? 0) !== draft.images.length)
    faults.push(
      `${panel.name}: the saved draft is '${saved?.draft?.text ?? ''}', the composer has '${draft.text}'`,
    );
  if ((saved?.handBacks.length ?? 0) > 0) faults.push(`${panel.name} never took its hand-backs`);
  return faults;
}

/** Returns the admitted prompts that are not in exactly one place. */
function messageFaults(world: ChaosWorld): readonly string[] {
  const faults: string[] = [];
  for (const [messageId, threadId] of world.admitted) {
    const delivered = world
      .transcript(threadId)
      .filter((item) => item.kind === 'user' && item.messageId === messageId);
    const queued =
      world.registry.peek(threadId)?.state.queue.prompts.filter((prompt) => prompt.messageId === messageId) ??
      [];
    const back = world.handedBack.filter((prompt) => prompt.messageId === messageId);
    const ends = delivered.length + queued.length + back.length + (world.removed.has(messageId) ? 1 : 0);
    if (ends === 1) continue;
    faults.push(
      `a prompt is in ${String(ends)} places: ${String(delivered.length)} in the transcript, ${String(queued.length)} in the queue, ${String(back.length)} handed back`,
    );
  }
  return faults;
}

function questionFaults(world: ChaosWorld): readonly string[] {
  return world.factory.built.flatMap((runtime) =>
    runtime.questions.flatMap(({ spec, endings, signal }) => {
      const [ending] = endings;
      if (ending !== undefined && getEventListeners(signal.signal, 'abort').length > 0)
        return [`'${spec.title}' is settled and still listens to its signal`];
      if (ending === undefined || endings.length > 1)
        return [`'${spec.title}' was resolved ${String(endings.length)} times`];
      if (ending.outcome !== 'answered')
        return ending.answer === undefined
          ? []
          : [`'${spec.title}' has an answer and the outcome ${ending.outcome}`];
      const wrong =
        ending.answer === undefined ? 'nothing' : answerRefusal({ ...spec, id: '' }, ending.answer);
      return wrong === undefined ? [] : [`'${spec.title}' was settled with an invalid answer: ${wrong}`];
    }),
  );
}
