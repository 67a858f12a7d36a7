import { AsyncLocalStorage } from 'node:async_hooks';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import type { MessageId } from '../../../protocol/ids';
import type { PromptBody } from '../../../protocol/item';
import type { AdmittedPrompt } from '../../core/ports/runtime';
import { imagesOf, textOf } from '../transcript/messageContent';

type Queued = Parameters<AgentSession['agent']['steer']>[0];
type ReturnedPrompt = PromptBody & { readonly messageId?: MessageId };

interface Entry {
  readonly message: Queued;
  readonly prompt: AdmittedPrompt | undefined;
}

/** A call of pi that submits a prompt. Two calls can overlap while an extension handles the first prompt. */
interface Call {
  readonly prompt: AdmittedPrompt;
  readonly admit: () => boolean;
  /** True while the next message that pi queues in this call is the prompt. */
  expected: boolean;
}

/**
 * Tracks the messages in pi's queues. pi identifies queued messages by text only, so this class tracks each message
 * object from when pi queues the message until pi delivers it.
 */
export class PiQueue {
  private steering: Entry[] = [];
  private followUps: Entry[] = [];
  private readonly calls = new AsyncLocalStorage<Call>();
  private readonly steer: (message: Queued) => void;
  private readonly followUp: (message: Queued) => void;

  constructor(private readonly session: AgentSession) {
    const { agent } = session;
    this.steer = agent.steer.bind(agent);
    this.followUp = agent.followUp.bind(agent);
    agent.steer = (message) => {
      this.steering.push(this.entry(message));
      this.steer(message);
    };
    agent.followUp = (message) => {
      this.followUps.push(this.entry(message));
      this.followUp(message);
    };
  }

  /**
   * Runs a call of pi that may queue this prompt.
   * @param admit returns whether pi still may take the prompt; called after the extensions' input handlers
   */
  async submit<T>(prompt: AdmittedPrompt, admit: () => boolean, run: () => Promise<T>): Promise<T> {
    const call: Call = { prompt, admit, expected: false };
    try {
      return await this.calls.run(call, run);
    } finally {
      call.expected = false;
    }
  }

  /** Decides whether pi may take the prompt of the current call: false after a stop. Messages of others always pass. */
  admit(): boolean {
    const call = this.calls.getStore();
    if (call === undefined) return true;
    call.expected = call.admit();
    return call.expected;
  }

  /** Marks the prompt of the current call as not queued. Later messages of the call belong to extensions. */
  markNotQueued(): void {
    const call = this.calls.getStore();
    if (call !== undefined) call.expected = false;
  }

  /** Removes a message that pi delivers and returns its prompt. */
  takeDelivered(message: Queued): AdmittedPrompt | undefined {
    for (const list of [this.steering, this.followUps]) {
      const index = list.findIndex((entry) => entry.message === message);
      if (index >= 0) return list.splice(index, 1)[0]?.prompt;
    }
    return undefined;
  }

  /** Empties pi's queues and returns their prompts, without messages that pi has drained and will deliver. */
  clear(): ReturnedPrompt[] {
    const { agent } = this.session;
    const steering = this.stillQueued(this.steering);
    agent.clearSteeringQueue();
    const followUps = this.stillQueued(this.followUps);
    this.session.clearQueue();
    this.steering = this.steering.filter((entry) => !steering.includes(entry));
    this.followUps = this.followUps.filter((entry) => !followUps.includes(entry));
    return [...steering, ...followUps].flatMap(returnedPrompts);
  }

  /** Removes one prompt from pi's queue. */
  retract({ messageId }: AdmittedPrompt): void {
    this.requeue(({ prompt }) => prompt?.messageId !== messageId);
  }

  /** Removes prompts that the run hasn't delivered, which the core takes back. Messages of extensions stay. */
  dropUndelivered(): void {
    if ([...this.steering, ...this.followUps].some(({ prompt }) => prompt !== undefined)) {
      this.requeue(({ prompt }) => prompt === undefined);
    }
  }

  /** Removes the messages of extensions from pi's queues and returns their texts. */
  dropExtensionMessages(): string[] {
    const messages = [...this.steering, ...this.followUps].filter(({ prompt }) => prompt === undefined);
    if (messages.length === 0) return [];
    this.requeue(({ prompt }) => prompt !== undefined);
    return messages.flatMap((entry) => returnedPrompts(entry).map(({ text }) => text));
  }

  /** Removes some entries. pi's queues can only be emptied, so the other entries are added again. */
  private requeue(keep: (entry: Entry) => boolean): void {
    const steering = this.stillQueued(this.steering);
    this.session.agent.clearSteeringQueue();
    const followUps = this.stillQueued(this.followUps);
    this.session.clearQueue();
    this.steering = steering.filter(keep);
    this.followUps = followUps.filter(keep);
    for (const { message } of this.steering) this.steer(message);
    for (const { message } of this.followUps) this.followUp(message);
  }

  private entry(message: Queued): Entry {
    const call = this.calls.getStore();
    if (message.role !== 'user' || call?.expected !== true) return { message, prompt: undefined };
    call.expected = false;
    return { message, prompt: call.prompt };
  }

  /** Returns the entries that pi hasn't drained. pi drains from the front, so they start at pi's next message. */
  private stillQueued(list: readonly Entry[]): Entry[] {
    const [next] = this.session.agent.peekQueuedMessages();
    const index = next === undefined ? -1 : list.findIndex((entry) => entry.message === next);
    return index < 0 ? [] : list.slice(index);
  }
}

function returnedPrompts({ message, prompt }: Entry): ReturnedPrompt[] {
  if (prompt !== undefined) return [prompt];
  if (message.role !== 'user') return [];
  return [{ text: textOf(message.content), images: imagesOf(message.content) }];
}
