import { AsyncLocalStorage } from 'node:async_hooks';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import type { MessageId } from '../../../protocol/ids';
import type { PromptBody } from '../../../protocol/item';
import type { AdmittedPrompt } from '../../core/ports/runtime';
import { imagesOf, textOf } from '../transcript/messageContent';

type Queued = Parameters<AgentSession['agent']['steer']>[0];
type Returned = PromptBody & { readonly messageId?: MessageId };

interface Entry {
  readonly message: Queued;
  readonly prompt: AdmittedPrompt | undefined;
}

/** A call by which pi is given a prompt. Two can be under way at once, while an extension looks at the first. */
interface Call {
  readonly prompt: AdmittedPrompt;
  readonly admit: () => boolean;
  /** The next message that pi queues in this call is the prompt. */
  expected: boolean;
}

/**
 * Keeps book of what lies in pi's queues. pi knows queued messages by their text only and gives nothing else back, so
 * each is watched as the object that it is, from when it is queued until pi says it.
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
   * Makes a call of pi's that may queue this prompt.
   * @param admit asked when extensions have let it pass: whether it shall go on to pi
   */
  async submit<T>(prompt: AdmittedPrompt, admit: () => boolean, call: () => Promise<T>): Promise<T> {
    const given: Call = { prompt, admit, expected: false };
    try {
      return await this.calls.run(given, call);
    } finally {
      given.expected = false;
    }
  }

  /** The last word before pi takes a prompt: false for one that was stopped. What did not come from here may pass. */
  admit(): boolean {
    const call = this.calls.getStore();
    if (call === undefined) return true;
    call.expected = call.admit();
    return call.expected;
  }

  /** To be called in a call of pi's that has not queued the prompt: what it queues from now on is others'. */
  markNotQueued(): void {
    const call = this.calls.getStore();
    if (call !== undefined) call.expected = false;
  }

  /** pi begins this message: if it was queued here, it no longer is. */
  takeDelivered(message: Queued): AdmittedPrompt | undefined {
    for (const list of [this.steering, this.followUps]) {
      const index = list.findIndex((entry) => entry.message === message);
      if (index >= 0) return list.splice(index, 1)[0]?.prompt;
    }
    return undefined;
  }

  /** Empties pi's queues. What pi has drained already, and will say, is not among what comes back. */
  clear(): Returned[] {
    const { agent } = this.session;
    const steering = this.stillQueued(this.steering);
    agent.clearSteeringQueue();
    const followUps = this.stillQueued(this.followUps);
    this.session.clearQueue();
    this.steering = this.steering.filter((entry) => !steering.includes(entry));
    this.followUps = this.followUps.filter((entry) => !followUps.includes(entry));
    return [...steering, ...followUps].flatMap(returned);
  }

  /** Takes one prompt out of pi's queue again. */
  retract({ messageId }: AdmittedPrompt): void {
    this.requeue(({ prompt }) => prompt?.messageId !== messageId);
  }

  /** Removes prompts that the run hasn't delivered, which the core takes back. Texts of extensions stay in pi's queue. */
  dropUndelivered(): void {
    if ([...this.steering, ...this.followUps].some(({ prompt }) => prompt !== undefined)) {
      this.requeue(({ prompt }) => prompt === undefined);
    }
  }

  /** Takes the words of extensions out of pi's queues and gives their texts. */
  dropExtensionMessages(): string[] {
    const words = [...this.steering, ...this.followUps].filter(({ prompt }) => prompt === undefined);
    if (words.length === 0) return [];
    this.requeue(({ prompt }) => prompt !== undefined);
    return words.flatMap((entry) => returned(entry).map(({ text }) => text));
  }

  /** pi's queues can only be emptied: what shall stay is put in again. */
  private requeue(stays: (entry: Entry) => boolean): void {
    const steering = this.stillQueued(this.steering);
    this.session.agent.clearSteeringQueue();
    const followUps = this.stillQueued(this.followUps);
    this.session.clearQueue();
    this.steering = steering.filter(stays);
    this.followUps = followUps.filter(stays);
    for (const { message } of this.steering) this.steer(message);
    for (const { message } of this.followUps) this.followUp(message);
  }

  private entry(message: Queued): Entry {
    const call = this.calls.getStore();
    if (message.role !== 'user' || call?.expected !== true) return { message, prompt: undefined };
    call.expected = false;
    return { message, prompt: call.prompt };
  }

  /** pi drains from the front: all from the message that it would drain next are in its queue, those before are not. */
  private stillQueued(list: readonly Entry[]): Entry[] {
    const [next] = this.session.agent.peekQueuedMessages();
    const index = next === undefined ? -1 : list.findIndex((entry) => entry.message === next);
    return index < 0 ? [] : list.slice(index);
  }
}

function returned({ message, prompt }: Entry): Returned[] {
  if (prompt !== undefined) return [prompt];
  if (message.role !== 'user') return [];
  return [{ text: textOf(message.content), images: imagesOf(message.content) }];
}
