import type { MessageId } from '../../../protocol/ids';
import type { Observation } from '../../../protocol/observation';
import { rows, userItem, type Queue, type QueuedPrompt } from './promptQueue';
import type { Agent, Answer, CurrentPrompt, Effect, RunState } from './runState';

/**
 * One transition under way: the state as it is so far, and the effects that the shell performs once it is complete.
 * Mutable for the length of one `step` only; from outside `step` is pure.
 */
export class Transition {
  readonly effects: Effect[] = [];
  private readonly last: Effect[] = [];
  private readonly receipts: { readonly messageId: MessageId; readonly queued: boolean }[] = [];

  constructor(public state: RunState) {}

  set(patch: Partial<RunState>): void {
    this.state = { ...this.state, ...patch };
  }

  do(effect: Effect): void {
    this.effects.push(effect);
  }

  /** Performs an effect once the thread has gone on to whatever comes next. */
  doLast(effect: Effect): void {
    this.last.push(effect);
  }

  publish(observation: Observation): void {
    this.do({ do: 'publish', observation });
  }

  answer(answer: Answer): void {
    this.do({ do: 'answer', answer });
  }

  log(level: 'info' | 'warn', line: string): void {
    this.do({ do: 'log', level, line, of: 'all' });
  }

  /** Logs a line about the thread, which the shell names. */
  logRun(level: 'info' | 'warn', line: string): void {
    this.do({ do: 'log', level, line, of: 'thread' });
  }

  /** Admits a prompt. The receipt goes out last, with the number of the run that the whole transition leads to. */
  receipt({ messageId }: QueuedPrompt, queued: boolean): void {
    this.receipts.push({ messageId, queued });
  }

  /** Returns all effects, with the receipts near the end. */
  complete(): readonly Effect[] {
    const { generation, busy } = this.state;
    // A prompt that waits behind a stop whose run has settled is the next run.
    for (const receipt of this.receipts)
      this.answer({
        to: 'prompt',
        ...receipt,
        generation: receipt.queued && !busy ? generation + 1 : generation,
      });
    this.effects.push(...this.last);
    return this.effects;
  }

  /** Takes the idle thread for the next run. */
  take(): void {
    const generation = this.state.generation + 1;
    this.set({ generation, busy: true });
    this.do({ do: 'taken', generation });
  }

  setQueue(queue: Queue): void {
    this.set({ queue });
    this.publish({ type: 'queue', items: rows(queue), paused: queue.paused });
  }

  pauseQueue(): void {
    const { queue } = this.state;
    if (!queue.paused && queue.prompts.length > 0) this.setQueue({ ...queue, paused: true });
  }

  resumeQueue(): void {
    const { queue } = this.state;
    if (queue.paused) this.setQueue({ ...queue, paused: false });
  }

  /** Gives prompts back to whoever stopped the run. */
  handBack(prompts: readonly QueuedPrompt[]): void {
    if (prompts.length === 0) return;
    this.publish({ type: 'prompts-restored', messageIds: prompts.map((prompt) => prompt.messageId) });
    this.do({ do: 'hand-back', prompts, to: this.state.stop?.by.panelId });
  }

  /** Opens the prompt on the idle agent. The thread is taken already. */
  startPrompt(prompt: QueuedPrompt, from: CurrentPrompt['from']): void {
    const current = { prompt, from, given: false, delivered: false, stopped: false };
    this.set({ agent: { at: 'admitting', current, besideRun: besideRun(this.state.agent) } });
    this.publish({ type: 'prompt-opened', item: userItem(prompt, 'pending') });
    this.publish({ type: 'activity', activity: { kind: 'starting' } });
    this.do({ do: 'prepare', prompt });
  }

  /** Changes what is known of the current prompt. */
  setCurrent(patch: Partial<CurrentPrompt>): void {
    const { agent } = this.state;
    if (agent.at !== 'admitting' && agent.at !== 'running') return;
    if (agent.current === undefined) return;
    this.set({ agent: { ...agent, current: { ...agent.current, ...patch } } });
  }

  /** Takes the current or reserved prompt away from the agent: what is left is idle, or a run of an extension. */
  dropCurrent(): void {
    const { agent } = this.state;
    this.set({ agent: besideRun(agent) || agent.at === 'running' ? { at: 'running' } : { at: 'idle' } });
  }

  /** Returns the steering prompt of that id and forgets that pi has it. */
  takeSteered(messageId: MessageId): QueuedPrompt | undefined {
    const prompt = this.state.steering.find((candidate) => candidate.messageId === messageId);
    if (prompt !== undefined)
      this.set({ steering: this.state.steering.filter((candidate) => candidate !== prompt) });
    return prompt;
  }
}

/** Returns the prompt that the agent is being given or works on, unless its place is only reserved. */
export function currentOf(agent: Agent): CurrentPrompt | undefined {
  return agent.at === 'admitting' || agent.at === 'running' ? agent.current : undefined;
}

/** Returns the current prompt while its words are not delivered. */
export function undeliveredOf(agent: Agent): readonly QueuedPrompt[] {
  if (agent.at === 'reserved') return [agent.prompt];
  const current = currentOf(agent);
  return current === undefined || current.delivered ? [] : [current.prompt];
}

function besideRun(agent: Agent): boolean {
  return (agent.at === 'reserved' || agent.at === 'admitting') && agent.besideRun;
}
