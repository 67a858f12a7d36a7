import type { MessageId } from '../../../protocol/ids';
import type { Observation } from '../../../protocol/observation';
import { rows, userItem, type Queue, type QueuedPrompt } from './promptQueue';
import type { Agent, Answer, CurrentPrompt, Effect, RunState } from './runState';

/**
 * One transition in progress: the state so far, and the effects to perform when the transition is complete. Only
 * mutable within one `step`, so `step` itself is pure.
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

  /** Adds an effect that comes after all other effects of the transition. */
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

  /** Logs a line that starts with the thread's id. */
  logRun(level: 'info' | 'warn', line: string): void {
    this.do({ do: 'log', level, line, of: 'thread' });
  }

  /** Admits a prompt. The receipt is sent at the end, with the run's number after the whole transition. */
  receipt({ messageId }: QueuedPrompt, queued: boolean): void {
    this.receipts.push({ messageId, queued });
  }

  /** Returns all effects, with the receipts near the end. */
  complete(): readonly Effect[] {
    const { generation, busy } = this.state;
    // A prompt that is queued behind a stopped and settled run starts the next run.
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

  /** Returns prompts to the sender of the stop. */
  handBack(prompts: readonly QueuedPrompt[]): void {
    if (prompts.length === 0) return;
    this.publish({ type: 'prompts-restored', messageIds: prompts.map((prompt) => prompt.messageId) });
    this.do({ do: 'hand-back', prompts, to: this.state.stop?.by.panelId });
  }

  /** Starts a prompt on the idle agent. The thread must be taken already. */
  startPrompt(prompt: QueuedPrompt, from: CurrentPrompt['from']): void {
    const current = { prompt, from, given: false, delivered: false, stopped: false };
    this.set({ agent: { at: 'admitting', current, besideRun: besideRun(this.state.agent) } });
    this.publish({ type: 'prompt-opened', item: userItem(prompt, 'pending') });
    this.publish({ type: 'activity', activity: { kind: 'starting' } });
    this.do({ do: 'prepare', prompt });
  }

  /** Updates the current prompt. */
  setCurrent(patch: Partial<CurrentPrompt>): void {
    const { agent } = this.state;
    if (agent.at !== 'admitting' && agent.at !== 'running') return;
    if (agent.current === undefined) return;
    this.set({ agent: { ...agent, current: { ...agent.current, ...patch } } });
  }

  /** Removes the current or reserved prompt. The agent is idle then, or works on an extension's run. */
  dropCurrent(): void {
    const { agent } = this.state;
    this.set({ agent: besideRun(agent) || agent.at === 'running' ? { at: 'running' } : { at: 'idle' } });
  }

  /** Removes a steering prompt from the prompts that pi has, and returns it. */
  takeSteered(messageId: MessageId): QueuedPrompt | undefined {
    const prompt = this.state.steering.find((candidate) => candidate.messageId === messageId);
    if (prompt !== undefined)
      this.set({ steering: this.state.steering.filter((candidate) => candidate !== prompt) });
    return prompt;
  }
}

/** Returns the current prompt, unless its place is only reserved. */
export function currentOf(agent: Agent): CurrentPrompt | undefined {
  return agent.at === 'admitting' || agent.at === 'running' ? agent.current : undefined;
}

/** Returns the current or reserved prompt if it hasn't been delivered. */
export function undeliveredOf(agent: Agent): readonly QueuedPrompt[] {
  if (agent.at === 'reserved') return [agent.prompt];
  const current = currentOf(agent);
  return current === undefined || current.delivered ? [] : [current.prompt];
}

function besideRun(agent: Agent): boolean {
  return (agent.at === 'reserved' || agent.at === 'admitting') && agent.besideRun;
}
