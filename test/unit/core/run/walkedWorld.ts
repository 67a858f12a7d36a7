import type { MessageId } from '../../../../src/protocol/ids';
import type { Observation } from '../../../../src/protocol/observation';
import type { QueuedPrompt } from '../../../../src/extension/core/run/promptQueue';
import {
  idleState,
  type Effect,
  type RunEvent,
  type RunState,
} from '../../../../src/extension/core/run/runState';
import { step } from '../../../../src/extension/core/run/step';
import { undeliveredOf } from '../../../../src/extension/core/run/transition';

/** How a prompt can be sent. */
export const kinds = ['words', 'steer', 'extension', 'enso'] as const;
export type Kind = (typeof kinds)[number];

/** What the core has asked for and pi, or the loading of pi, has not answered yet. */
interface Asked {
  readonly what: 'prepare' | 'submit' | 'ask-kind' | 'load' | 'run-command' | 'clear-queue' | 'abort';
  readonly id: string;
  readonly generation: number;
  readonly reserved: boolean;
}

/** A thread's runs with everything around them that decides which events can come next. */
export interface World {
  readonly run: RunState;
  readonly asked: readonly Asked[];
  readonly sent: Readonly<Record<MessageId, Kind>>;
  /** The end of each prompt that has one. */
  readonly ends: Readonly<Record<MessageId, string>>;
  readonly live: boolean;
  readonly piRuns: boolean;
  readonly refusing: boolean;
  readonly faults: readonly string[];
}

export const emptyWorld: World = {
  run: idleState,
  asked: [],
  sent: {},
  ends: {},
  live: false,
  piRuns: false,
  refusing: false,
  faults: [],
};

const user = { panelId: 'B', name: 'B' };

/** One thing that can happen, and the world with its event taken. */
export interface Move {
  readonly name: string;
  readonly next: World;
}

/** Returns everything that can happen next. */
export function moves(world: World): readonly Move[] {
  const { run } = world;
  const found: Move[] = [];
  const can = (name: string, event: RunEvent, patch: Partial<World> = {}): void => {
    found.push({ name, next: take({ ...world, ...patch }, event) });
  };
  for (const messageId of ['p1', 'p2']) {
    if (world.sent[messageId] !== undefined || (messageId === 'p2' && world.sent['p1'] === undefined))
      continue;
    for (const kind of kinds) {
      const command = kind === 'extension' || kind === 'enso';
      const event = { on: 'prompt', prompt: promptOf(messageId, kind), command, live: world.live } as const;
      can(`send ${messageId} as ${kind}`, event, { sent: { ...world.sent, [messageId]: kind } });
    }
  }
  if (run.stop?.generation !== run.generation && run.busy)
    can('stop', { on: 'stop', request: 1, generation: run.generation, by: user, live: true });
  if (run.stop !== undefined) {
    const { generation } = run.stop;
    can('stop is slow', { on: 'stop-slow', generation });
    const notice = { kind: 'notice', id: 'n', level: 'warning', text: '' } as const;
    can('abandon', { on: 'abandon', generation, notice }, { piRuns: false });
  }
  if (run.queue.paused) can('resume', { on: 'queue', change: { type: 'resume' } });
  for (const { messageId } of run.queue.prompts) {
    can(
      `remove ${messageId}`,
      { on: 'queue', change: { type: 'remove', messageId } },
      ended(world, messageId, 'removed'),
    );
    can(`send ${messageId} now`, { on: 'queue', change: { type: 'send-now', messageId } });
  }
  if (run.questions > 0) can('answer', { on: 'questions', count: run.questions - 1 });
  else if (world.live && !world.refusing) can('ask', { on: 'questions', count: 1 });
  for (const asked of world.asked) answers(world, asked, can);
  if (world.piRuns) {
    for (const how of ['fails', 'settles', 'is aborted'] as const) {
      const event = { on: 'run-settled', aborted: how === 'is aborted', failed: how === 'fails' } as const;
      can(`the run ${how}`, event, { piRuns: false });
    }
    const steered = run.queue.prompts.find(
      ({ messageId, delivery }) => delivery === 'steer' && world.sent[messageId] !== 'extension',
    );
    if (steered !== undefined) can('a turn ends', { on: 'turn-end', messageId: steered.messageId });
    for (const { messageId } of run.steering) {
      can(`${messageId} is delivered`, { on: 'delivered', messageId });
      can(`${messageId} can't steer`, { on: 'steering-refused', messageId, refusal: { reason: 'no' } });
    }
    const current = run.agent.at === 'running' ? run.agent.current : undefined;
    if (current !== undefined && !current.delivered)
      can('the current prompt is delivered', { on: 'delivered', messageId: current.prompt.messageId });
  } else if (world.live && run.agent.at !== 'admitting') {
    can('an extension begins a run', { on: 'run-started' }, { piRuns: true });
  }
  if (world.live)
    can(
      run.compacting ? 'compaction ends' : 'pi compacts',
      { on: run.compacting ? 'activity-ended' : 'compacting' },
      { run: { ...run, compacting: !run.compacting } },
    );
  if (!run.closed) can('close', { on: 'close' });
  return found;
}

type Can = (name: string, event: RunEvent, patch?: Partial<World>) => void;

function answers(world: World, asked: Asked, can: Can): void {
  const { id: messageId, reserved, generation } = asked;
  const rest = { asked: world.asked.filter((other) => other !== asked) };
  const kind = world.sent[messageId] ?? 'words';
  const prompt = promptOf(messageId, kind);
  const piKind = kind === 'words' || kind === 'steer' ? 'none' : kind;
  switch (asked.what) {
    case 'prepare':
      can(`${messageId} is ready`, { on: 'ready', messageId }, { ...rest, live: true });
      can(`${messageId} can't be built`, { on: 'refused', messageId, refusal: { reason: 'no' } }, rest);
      return;
    case 'submit':
      can(
        `${messageId} starts`,
        { on: 'accepted', messageId, how: 'started' },
        { ...rest, piRuns: isCurrent(world, messageId) || world.piRuns },
      );
      can(`${messageId} is handled`, { on: 'accepted', messageId, how: 'handled' }, rest);
      can(`${messageId} is refused`, { on: 'refused', messageId, refusal: { reason: 'no' } }, rest);
      return;
    case 'load':
      can(`loading for ${messageId} fails`, { on: 'load-failed', prompt, reserved, why: 'no' }, rest);
      can(`loading for ${messageId} takes long`, { on: 'load-late', prompt, reserved }, rest);
      can(
        `${messageId} is a command`,
        { on: 'kind', prompt, reserved, kind: piKind },
        { ...rest, live: true },
      );
      can(
        `${messageId} is unknown`,
        { on: 'kind', prompt, reserved, kind: 'unknown' },
        { ...rest, live: true },
      );
      return;
    case 'ask-kind':
      can(`${messageId} is a command`, { on: 'kind', prompt, reserved, kind: piKind }, rest);
      can(`${messageId} is unknown`, { on: 'kind', prompt, reserved, kind: 'unknown' }, rest);
      return;
    case 'run-command':
      can(`command ${messageId} ends`, { on: 'command-ended', messageId }, rest);
      can(
        `command ${messageId} is refused`,
        { on: 'command-ended', messageId, refusal: { reason: 'no' } },
        rest,
      );
      return;
    case 'clear-queue': {
      can('pi returns nothing', { on: 'returned', prompts: [] }, rest);
      const held = world.run.steering.map((steered) => ({
        messageId: steered.messageId,
        text: '',
        images: [],
      }));
      if (held.length > 0) can('pi returns steering', { on: 'returned', prompts: held }, rest);
      return;
    }
    case 'abort':
      // pi answers in the order in which it was asked.
      if (world.asked.some(({ what }) => what === 'clear-queue')) return;
      can('pi is idle', { on: 'abort-ended', generation, ok: true }, { ...rest, piRuns: false });
      can("pi can't be told", { on: 'abort-ended', generation, ok: false }, rest);
      return;
  }
}

function promptOf(messageId: MessageId, kind: Kind): QueuedPrompt {
  const delivery = kind === 'steer' ? 'steer' : 'enqueue';
  return { messageId, text: '', images: [], delivery, sender: messageId === 'p1' ? 'A' : 'B' };
}

function isCurrent({ run }: World, messageId: MessageId): boolean {
  return run.agent.at === 'admitting' && run.agent.current.prompt.messageId === messageId;
}

function ended(world: World, messageId: MessageId, how: string): Pick<World, 'ends' | 'faults'> {
  const before = world.ends[messageId];
  const fault = `${messageId} was ${String(before)} and is ${how}`;
  return {
    ends: { ...world.ends, [messageId]: how },
    faults: before === undefined ? world.faults : [...world.faults, fault],
  };
}

function take(world: World, event: RunEvent): World {
  const [run, effects] = step(world.run, event);
  let next: World = { ...world, run };
  for (const effect of effects) next = perform(next, effect);
  if (run.stop !== undefined && effects.some((effect) => effect.do === 'run-command'))
    next = faulty(next, 'a command begins during a stop');
  const order = effects.map((effect) => (effect.do === 'questions' ? `questions ${effect.to}` : effect.do));
  if (event.on === 'stop' && order.includes('abort')) {
    const [clear, abort, questions] = ['clear-queue', 'abort', 'questions abort'].map((name) =>
      order.indexOf(name),
    );
    if (!(clear! < abort! && abort! < questions!)) next = faulty(next, 'a stop has another order');
  }
  return next;
}

function faulty(world: World, fault: string): World {
  return { ...world, faults: [...world.faults, fault] };
}

function perform(world: World, effect: Effect): World {
  const end = (prompts: readonly QueuedPrompt[], how: string): World =>
    prompts.reduce((next, { messageId }) => ({ ...next, ...ended(next, messageId, how) }), world);
  switch (effect.do) {
    case 'publish':
      return published(world, effect.observation);
    case 'reject':
    case 'return':
      return end([effect.prompt], 'given back');
    case 'hand-back':
      return end(
        effect.prompts.filter(({ messageId }) => messageId !== 'extension'),
        'given back',
      );
    case 'answer':
      return effect.answer.to === 'prompt' && 'refused' in effect.answer
        ? { ...world, ...ended(world, effect.answer.messageId, 'refused') }
        : world;
    case 'prepare':
    case 'submit':
    case 'run-command':
    case 'ask-kind':
    case 'load': {
      const reserved = 'reserved' in effect && effect.reserved;
      return ask(world, { what: effect.do, id: effect.prompt.messageId, generation: 0, reserved });
    }
    case 'clear-queue':
      return ask(world, { what: 'clear-queue', id: '', generation: 0, reserved: false });
    case 'abort':
      if (world.asked.some(({ what, generation }) => what === 'abort' && generation === effect.generation))
        return faulty(world, 'pi is told twice to abort one run');
      return ask(world, { what: 'abort', id: '', generation: effect.generation, reserved: false });
    case 'questions': {
      const refusing = effect.to !== 'accept';
      const settled = refusing && world.run.questions > 0;
      return settled ? take({ ...world, refusing }, { on: 'questions', count: 0 }) : { ...world, refusing };
    }
    case 'detach':
      return {
        ...world,
        live: false,
        piRuns: false,
        asked: world.asked.filter(({ what }) => what === 'load' || what === 'ask-kind'),
      };
    default:
      return world;
  }
}

function published(world: World, observation: Observation): World {
  if (observation.type !== 'prompt-delivered') return world;
  const { id } = observation.item;
  // A command's place in the transcript is no end: the command may still be refused.
  if (world.run.commands.some(({ messageId }) => messageId === id)) return world;
  return { ...world, ...ended(world, id, 'delivered') };
}

function ask(world: World, asked: Asked): World {
  return { ...world, asked: [...world.asked, asked] };
}

/** Returns what is wrong with a world. */
export function faultsOf(world: World): readonly string[] {
  const { run, sent, ends, asked } = world;
  const faults = [...world.faults];
  const { agent, queue, steering, commands, stop: stopping } = run;
  const waiting = stopping?.waiting;
  const places = [
    ...undeliveredOf(agent),
    ...queue.prompts,
    ...steering,
    ...commands,
    ...(waiting === undefined ? [] : [...waiting.own, ...(waiting.returned ?? []), ...waiting.queued]),
  ].map(({ messageId }) => messageId);
  for (const messageId of Object.keys(sent)) {
    const beingAsked = asked.some(
      ({ what, id }) => (what === 'ask-kind' || what === 'load') && id === messageId,
    );
    const here = places.filter((place) => place === messageId).length;
    const isEnded = ends[messageId] !== undefined;
    if (here + (isEnded ? 1 : 0) > 1) faults.push(`${messageId} is in two places`);
    if (here === 0 && !isEnded && !beingAsked && !isDone(world, messageId))
      faults.push(`${messageId} is lost`);
  }
  if (
    !run.busy &&
    (agent.at !== 'idle' || commands.length > 0 || (run.questions > 0 && !run.closed)) &&
    !run.closed
  )
    faults.push('an idle thread is at work');
  const free = agent.at === 'idle' && stopping === undefined && !run.compacting && !run.closed;
  if (free && queue.prompts.length > 0 && !queue.paused) faults.push('the queue waits for nothing');
  const quiet = asked.length === 0 && !world.piRuns && run.questions === 0 && commands.length === 0;
  if (quiet && !run.compacting && !run.closed && agent.at === 'idle') {
    if (run.busy) faults.push('the thread is busy for good');
    if (stopping !== undefined) faults.push('a stop goes on for good');
  }
  if (queue.paused && queue.prompts.length === 0) faults.push('an empty queue is paused');
  return faults;
}

/** A command that ran to its end, or that a detached runtime took with it. */
function isDone({ sent, run }: World, messageId: MessageId): boolean {
  return sent[messageId] === 'extension' && !run.commands.some((command) => command.messageId === messageId);
}
