import type { PromptKey, ThreadId } from '../../protocol/ids';
import type { PromptBody } from '../../protocol/item';
import type { Delivery } from '../../protocol/observation';

/** A prompt that has left the composer and has no receipt yet. */
export interface OutboxEntry extends PromptBody {
  readonly key: PromptKey;
  /** Undefined while the panel doesn't know its thread. */
  readonly threadId?: ThreadId;
  readonly delivery: Delivery;
}

export const sameBody = (a: PromptBody, b: PromptBody) =>
  a.text === b.text &&
  a.images.length === b.images.length &&
  a.images.every((image, at) => image.data === b.images[at]?.data);

/** Prompts without a receipt. Each send is an entry, identical texts included. */
export class Outbox {
  private pending: OutboxEntry[] = [];
  private readonly unanswered: OutboxEntry[] = [];

  constructor(private readonly newKey: () => PromptKey) {}

  get entries(): readonly OutboxEntry[] {
    return this.pending;
  }

  restore(entries: readonly OutboxEntry[]): void {
    this.pending = [...entries];
  }

  /**
   * Adds a prompt. An unanswered prompt that is sent again unchanged keeps its key: the host may have admitted the
   * prompt after all, and admits each key once.
   */
  add(body: PromptBody, delivery: Delivery, threadId: ThreadId | undefined): OutboxEntry {
    const at = this.unanswered.findIndex((entry) => entry.threadId === threadId && sameBody(entry, body));
    const [again] = at < 0 ? [] : this.unanswered.splice(at, 1);
    const entry: OutboxEntry = {
      key: again?.key ?? this.newKey(),
      ...(threadId === undefined ? {} : { threadId }),
      text: body.text,
      images: body.images,
      delivery,
    };
    this.pending.push(entry);
    return entry;
  }

  remove(key: PromptKey): OutboxEntry | undefined {
    const at = this.pending.findIndex((entry) => entry.key === key);
    return at < 0 ? undefined : this.pending.splice(at, 1)[0];
  }

  /** Removes an entry that got no reply, and keeps its key for the same text. */
  removeUnanswered(key: PromptKey): OutboxEntry | undefined {
    const entry = this.remove(key);
    if (entry) this.unanswered.push(entry);
    return entry;
  }

  /** Assigns a thread to the entries without one, and returns them. */
  assignThread(threadId: ThreadId): OutboxEntry[] {
    const addressed: OutboxEntry[] = [];
    this.pending = this.pending.map((entry) => {
      if (entry.threadId !== undefined) return entry;
      const known = { ...entry, threadId };
      addressed.push(known);
      return known;
    });
    return addressed;
  }
}
