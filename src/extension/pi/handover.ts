import type { AgentSession } from '@earendil-works/pi-coding-agent';
import type { MessageId } from '../../protocol/ids';
import type { PromptBody } from '../../protocol/item';
import type { AdmittedPrompt } from '../core/ports';
import { picturesOf, textOf } from './toolItems';

type Queued = Parameters<AgentSession['agent']['steer']>[0];
type Returned = PromptBody & { readonly messageId?: MessageId };

interface Entry {
  readonly message: Queued;
  readonly prompt: AdmittedPrompt | undefined;
}

/**
 * Keeps book of what lies in pi's queues. pi knows queued messages by their text only and gives nothing else back, so
 * each is watched as the object that it is, from when it is queued until pi says it.
 */
export class Handover {
  private steering: Entry[] = [];
  private followUps: Entry[] = [];
  private expected: AdmittedPrompt | undefined;

  constructor(private readonly session: AgentSession) {
    const { agent } = session;
    const steer = agent.steer.bind(agent);
    const followUp = agent.followUp.bind(agent);
    agent.steer = (message) => {
      this.steering.push(this.entry(message));
      steer(message);
    };
    agent.followUp = (message) => {
      this.followUps.push(this.entry(message));
      followUp(message);
    };
  }

  /** The next user message that pi queues is this prompt. To be called right before pi queues it. */
  expect(prompt: AdmittedPrompt | undefined): void {
    this.expected = prompt;
  }

  /** pi begins this message: if it was queued here, it no longer is. */
  said(message: Queued): AdmittedPrompt | undefined {
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

  /** The run is over: prompts that were handed over in it and not said. Words of extensions stay in pi's queue. */
  settle(): MessageId[] {
    const unsaid = [...this.steering, ...this.followUps].flatMap(({ prompt }) =>
      prompt === undefined ? [] : [prompt.messageId],
    );
    if (unsaid.length > 0) this.requeue(({ prompt }) => prompt === undefined);
    return unsaid;
  }

  /** pi's queues can only be emptied: what shall stay is put in again. */
  private requeue(stays: (entry: Entry) => boolean): void {
    const { agent } = this.session;
    const steering = this.stillQueued(this.steering);
    agent.clearSteeringQueue();
    const followUps = this.stillQueued(this.followUps);
    this.session.clearQueue();
    this.steering = [];
    this.followUps = [];
    for (const entry of steering.filter(stays)) agent.steer(entry.message);
    for (const entry of followUps.filter(stays)) agent.followUp(entry.message);
  }

  private entry(message: Queued): Entry {
    if (message.role !== 'user') return { message, prompt: undefined };
    const prompt = this.expected;
    this.expected = undefined;
    return { message, prompt };
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
  return [{ text: textOf(message.content), images: picturesOf(message.content) }];
}
