import type { MessageId } from '../../../protocol/ids';
import type { Delivery, QueueItem } from '../../../protocol/observation';
import type { AdmittedPrompt } from '../ports/runtime';

/** A prompt that waits, and the panel that gets it back if it is refused. */
export interface QueuedPrompt extends AdmittedPrompt {
  readonly delivery: Delivery;
  readonly sender: string | undefined;
  readonly error?: string;
}

/**
 * What waits behind a run. It is the host's own: pi is given one prompt at a time, so an item is never in two places
 * and can be changed until the moment it is given away. Steering goes first, each kind in the order it came.
 */
export class PromptQueue {
  private prompts: readonly QueuedPrompt[] = [];
  private waits = false;

  /** `changed` is called after each change, with what followers are to see. */
  constructor(private readonly changed: (items: readonly QueueItem[], held: boolean) => void) {}

  get length(): number {
    return this.prompts.length;
  }

  /** It waits for a person's word. */
  get paused(): boolean {
    return this.waits && this.prompts.length > 0;
  }

  get all(): readonly QueuedPrompt[] {
    return this.prompts;
  }

  push(prompt: QueuedPrompt): void {
    this.set([...this.prompts, prompt]);
  }

  /** Back to where it was taken from: in front of its kind. */
  putBack(prompts: readonly QueuedPrompt[]): void {
    this.set([...prompts, ...this.prompts]);
  }

  /** Takes the next one to run. */
  takeNext(): QueuedPrompt | undefined {
    return this.take(() => true);
  }

  takeSteering(fits: (prompt: QueuedPrompt) => boolean = () => true): QueuedPrompt | undefined {
    return this.take((prompt) => prompt.delivery === 'steer' && fits(prompt));
  }

  remove(messageId: MessageId): QueuedPrompt | undefined {
    return this.take((prompt) => prompt.messageId === messageId);
  }

  /** False when it is no longer here. */
  edit(messageId: MessageId, text: string): boolean {
    return this.replace(messageId, ({ error: _past, ...prompt }) => ({ ...prompt, text }));
  }

  setDelivery(messageId: MessageId, delivery: Delivery): boolean {
    return this.replace(messageId, (prompt) => ({ ...prompt, delivery }));
  }

  /** Swaps it with its neighbour of the same kind, earlier (-1) or later (1). False when it is no longer here. */
  move(messageId: MessageId, by: -1 | 1): boolean {
    const from = this.prompts.findIndex((prompt) => prompt.messageId === messageId);
    const moved = this.prompts[from];
    if (moved === undefined) return false;
    const sameKind = (prompt: QueuedPrompt): boolean => prompt.delivery === moved.delivery;
    const to =
      by < 0
        ? this.prompts.slice(0, from).findLastIndex(sameKind)
        : this.prompts.findIndex((p, i) => i > from && sameKind(p));
    const other = this.prompts[to];
    if (other === undefined) return true;
    const next = [...this.prompts];
    next[from] = other;
    next[to] = moved;
    this.set(next);
    return true;
  }

  toFront(messageId: MessageId): boolean {
    const prompt = this.prompts.find((candidate) => candidate.messageId === messageId);
    if (prompt === undefined) return false;
    this.set([prompt, ...this.prompts.filter((candidate) => candidate !== prompt)]);
    return true;
  }

  pause(): void {
    if (this.waits || this.prompts.length === 0) return;
    this.waits = true;
    this.tell();
  }

  resume(): void {
    if (!this.waits) return;
    this.waits = false;
    this.tell();
  }

  /** Empties it and returns what waited, steering first. */
  clear(): readonly QueuedPrompt[] {
    const cleared = this.prompts;
    this.waits = false;
    if (cleared.length > 0) this.set([]);
    return cleared;
  }

  private take(which: (prompt: QueuedPrompt) => boolean): QueuedPrompt | undefined {
    const prompt = this.prompts.find(which);
    if (prompt !== undefined) this.set(this.prompts.filter((candidate) => candidate !== prompt));
    return prompt;
  }

  private replace(messageId: MessageId, next: (prompt: QueuedPrompt) => QueuedPrompt): boolean {
    if (!this.prompts.some((prompt) => prompt.messageId === messageId)) return false;
    this.set(this.prompts.map((prompt) => (prompt.messageId === messageId ? next(prompt) : prompt)));
    return true;
  }

  private set(prompts: readonly QueuedPrompt[]): void {
    // People read the list as the order in which it goes.
    this.prompts = [
      ...prompts.filter((prompt) => prompt.delivery === 'steer'),
      ...prompts.filter((prompt) => prompt.delivery === 'enqueue'),
    ];
    if (prompts.length === 0) this.waits = false;
    this.tell();
  }

  private tell(): void {
    this.changed(
      this.prompts.map(({ sender: _sender, ...item }) => item),
      this.paused,
    );
  }
}
