import { advance, endStop } from './advance';
import * as queues from './promptQueue';
import { userItem, type QueuedPrompt } from './promptQueue';
import { flushWaiting, returnPrompts } from './handBack';
import { settle } from './settle';
import type { Agent, Effect, EventOf, RunEvent, RunState } from './runState';
import { abandon, abortEnded, returned, stop, stopSlow } from './stopSteps';
import { currentOf, Transition, undeliveredOf } from './transition';

/**
 * Returns the state after an event, and the effects to perform, in order. Pure and total: an event that doesn't fit the
 * state changes nothing.
 */
export function step(state: RunState, event: RunEvent): readonly [RunState, readonly Effect[]] {
  const t = new Transition(state);
  transition(t, event);
  flushWaiting(t);
  advance(t);
  const effects = t.complete();
  return [t.state, effects];
}

function transition(t: Transition, event: RunEvent): void {
  switch (event.on) {
    case 'prompt':
      return prompt(t, event);
    case 'kind':
      return kind(t, event);
    case 'load-late':
      return loadLate(t, event);
    case 'load-failed':
      return loadFailed(t, event);
    case 'ready':
      return ready(t, event);
    case 'accepted':
      return accepted(t, event);
    case 'refused':
      return refused(t, event);
    case 'delivered':
      return delivered(t, event);
    case 'command-ended':
      return commandEnded(t, event);
    case 'queue':
      for (const queue of queues.changed(t.state.queue, event.change)) t.setQueue(queue);
      return;
    case 'run-started':
      return runStarted(t);
    case 'run-settled':
      return settle(t, event);
    case 'turn-end':
      return turnEnd(t, event);
    case 'steering-refused': {
      const steered = t.takeSteered(event.messageId);
      if (steered !== undefined) t.do({ do: 'reject', prompt: steered, refusal: event.refusal });
      return;
    }
    case 'compacting':
      // An extension's prompt may make pi compact before its run starts. The user can stop that, too.
      if (!t.state.busy) t.take();
      return;
    case 'activity-ended':
      // The only sign that a compaction outside a run has ended. `advance` then takes the next step.
      return;
    case 'questions':
      t.set({ questions: event.count });
      if (event.count > 0 && !t.state.busy) t.take();
      t.do({ do: 'changed' });
      return;
    case 'stop':
      return stop(t, event);
    case 'returned':
      return returned(t, event);
    case 'abort-ended':
      return abortEnded(t, event);
    case 'stop-slow':
      return stopSlow(t, event);
    case 'abandon':
      return abandon(t, event);
    case 'close':
      return close(t);
  }
}

function prompt(t: Transition, event: EventOf<'prompt'>): void {
  if (!event.command) {
    admitText(t, event.prompt);
    return;
  }
  if (event.live) {
    t.do({ do: 'ask-kind', prompt: event.prompt, reserved: false });
    return;
  }
  // Takes the thread before pi is loaded, so that a stop reaches the prompt and later prompts stay behind it.
  const reserved = !t.state.busy;
  if (reserved) {
    t.take();
    t.set({ agent: { at: 'reserved', prompt: event.prompt, besideRun: false } });
  }
  t.do({ do: 'load', prompt: event.prompt, reserved });
}

/** Starts a prompt on an idle thread, or queues it. */
function admitText(t: Transition, prompt: QueuedPrompt): void {
  const { busy, queue, compacting, stop: stopping } = t.state;
  if (!busy && queue.prompts.length === 0 && !compacting && stopping === undefined) {
    t.take();
    t.startPrompt(prompt, 'taken');
    t.receipt(prompt, false);
    return;
  }
  t.setQueue(queues.push(queue, prompt));
  // A new message resumes a paused queue.
  t.resumeQueue();
  t.log('info', `prompt ${prompt.messageId}: queued behind run ${String(t.state.generation)}`);
  t.receipt(prompt, true);
}

/** Ends a reservation. Returns false if a stop has already returned the prompt to its sender. */
function unreserve(
  t: Transition,
  { prompt: command, reserved }: EventOf<'kind' | 'load-late' | 'load-failed'>,
): boolean {
  if (!reserved) return true;
  const { agent } = t.state;
  if (agent.at !== 'reserved' || agent.prompt.messageId !== command.messageId) {
    t.receipt(command, false);
    return false;
  }
  t.dropCurrent();
  return true;
}

function kind(t: Transition, event: EventOf<'kind'>): void {
  const { prompt: command } = event;
  if (!unreserve(t, event)) return;
  const { busy, agent, commands, questions, closed } = t.state;
  if (closed) {
    t.answer({ to: 'prompt', messageId: command.messageId, refused: 'closed' });
    return;
  }
  switch (event.kind) {
    case 'unknown':
      t.log('info', `prompt ${command.messageId}: refused, unknown command`);
      t.answer({ to: 'prompt', messageId: command.messageId, refused: 'unknown-command' });
      return;
    case 'extension':
      // During a stop, the command's questions would be settled before the user sees them, so the command is queued.
      if (t.state.stop === undefined) runCommand(t, command);
      else admitText(t, command);
      return;
    case 'none':
    case 'prompt':
    case 'enso':
    case 'shell':
      // The thread may have been taken for this prompt. Then the agent is idle and the prompt starts at once.
      if (!busy || agent.at !== 'idle' || commands.length > 0 || questions > 0) {
        admitText(t, command);
        return;
      }
      t.startPrompt(command, 'taken');
      t.receipt(command, false);
      return;
  }
}

/** Runs an extension's command, even during a run. Accepted when it has completed; no run settles. */
function runCommand(t: Transition, command: QueuedPrompt): void {
  if (!t.state.busy) t.take();
  t.set({ commands: [...t.state.commands, command] });
  t.publish({ type: 'prompt-delivered', item: userItem(command, 'command') });
  t.do({ do: 'run-command', prompt: command });
  t.receipt(command, false);
}

function loadLate(t: Transition, event: EventOf<'load-late'>): void {
  if (!unreserve(t, event)) return;
  // The feed reports later whether the command exists.
  if (!event.reserved) {
    admitText(t, event.prompt);
    return;
  }
  t.startPrompt(event.prompt, 'taken');
  t.receipt(event.prompt, false);
}

function loadFailed(t: Transition, event: EventOf<'load-failed'>): void {
  if (!unreserve(t, event)) return;
  const { messageId } = event.prompt;
  t.answer({ to: 'prompt', messageId, refused: 'failed', why: event.why });
}

function ready(t: Transition, { messageId }: EventOf<'ready'>): void {
  const { agent } = t.state;
  if (agent.at !== 'admitting' || agent.current.prompt.messageId !== messageId || agent.current.given) return;
  t.setCurrent({ given: true });
  t.do({ do: 'submit', prompt: agent.current.prompt });
}

function isCurrent(agent: Agent, messageId: string): boolean {
  return currentOf(agent)?.prompt.messageId === messageId;
}

function accepted(t: Transition, { messageId, how }: EventOf<'accepted'>): void {
  const { agent } = t.state;
  const current = currentOf(agent);
  if (current === undefined || !isCurrent(agent, messageId)) return;
  if (how === 'started') {
    t.set({ agent: { at: 'running', current } });
    return;
  }
  // The extension that handled the prompt may have started a run of its own, which continues.
  t.dropCurrent();
  if (current.stopped && !current.delivered) returnPrompts(t, [current.prompt]);
  else if (!current.delivered)
    t.publish({ type: 'prompt-delivered', item: userItem(current.prompt, 'command') });
}

function refused(t: Transition, { messageId, refusal }: EventOf<'refused'>): void {
  const { agent } = t.state;
  const current = currentOf(agent);
  if (current === undefined || !isCurrent(agent, messageId)) return;
  t.dropCurrent();
  if (current.stopped) {
    returnPrompts(t, [current.prompt]);
  } else if (current.from === 'taken') {
    t.do({ do: 'reject', prompt: current.prompt, refusal });
  } else {
    // The prompt keeps its place, and the queue waits for the user.
    t.publish({ type: 'prompts-restored', messageIds: [messageId] });
    t.setQueue(queues.putBack(t.state.queue, [{ ...current.prompt, error: refusal.reason }]));
    t.pauseQueue();
    t.log('warn', `prompt ${messageId}: refused at its turn, queue paused`);
    // The previous run hasn't settled because the queue was to continue it.
    if (t.state.agent.at === 'idle')
      t.publish({ type: 'settled', generation: t.state.generation, aborted: false, failed: false });
  }
}

/** Marks the current prompt as delivered, or adds a steering prompt to the transcript. */
function delivered(t: Transition, { messageId }: EventOf<'delivered'>): void {
  const steered = t.takeSteered(messageId);
  const { agent } = t.state;
  const own = isCurrent(agent, messageId) ? currentOf(agent)?.prompt : undefined;
  const prompt = own ?? steered;
  if (prompt === undefined) return;
  if (own !== undefined) t.setCurrent({ delivered: true });
  t.publish({ type: 'prompt-delivered', item: userItem(prompt, 'delivered') });
}

function commandEnded(t: Transition, { messageId, refusal }: EventOf<'command-ended'>): void {
  const command = t.state.commands.find((candidate) => candidate.messageId === messageId);
  if (command === undefined) return;
  if (refusal !== undefined) t.do({ do: 'reject', prompt: command, refusal });
  t.set({ commands: t.state.commands.filter((candidate) => candidate !== command) });
}

/** Starts a run of the agent. An extension's run takes the thread like any other. */
function runStarted(t: Transition): void {
  if (!t.state.busy) t.take();
  const { agent, stop: stopping } = t.state;
  if (agent.at === 'idle') t.set({ agent: { at: 'running' } });
  else if (agent.at !== 'running') t.set({ agent: { ...agent, besideRun: true } });
  // A command that outlasts its stop has started this run, which needs a stop of its own.
  if (stopping?.piIdle === true) endStop(t);
}

function turnEnd(t: Transition, { messageId }: EventOf<'turn-end'>): void {
  const steered = queues.find(t.state.queue, messageId);
  if (steered === undefined || t.state.stop !== undefined) return;
  t.setQueue(queues.without(t.state.queue, messageId));
  t.set({ steering: [...t.state.steering, steered] });
}

/** Closes the thread. Undelivered prompts go to a composer or to the draft. */
function close(t: Transition): void {
  const { agent, steering, queue } = t.state;
  const own = undeliveredOf(agent);
  t.set({ closed: true, agent: { at: 'idle' }, steering: [] });
  if (queue.prompts.length > 0) t.setQueue({ prompts: [], paused: false });
  t.handBack([...own, ...steering, ...queue.prompts]);
  t.do({ do: 'questions', to: 'dispose' });
}
