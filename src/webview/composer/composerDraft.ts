import type { Draft, HandBack } from '../../protocol/frames';
import type { ThreadId } from '../../protocol/ids';
import type { ImageContent, PromptBody } from '../../protocol/item';
import { sameBody } from './outbox';
import { ReturnedCommands } from './returnedCommands';

/** The caret or the selected range of the composer. */
export interface Selection {
  readonly start: number;
  readonly end: number;
}

const joined = (first: string, second: string) =>
  first === '' || second === '' ? first + second : `${first}\n\n${second}`;

/** The number of other threads whose drafts the page keeps. */
const maxLeftDrafts = 20;

/** The unsent text and images of the followed thread. Every change raises the revision. */
export class ComposerDraft {
  private body: PromptBody = { text: '', images: [] };
  private number = 0;
  private owner: ThreadId | undefined;
  /** True if the draft has changed since it was adopted from the host or sent. */
  private dirty = false;
  private readonly takenIds = new Set<string>();
  readonly returnedCommands = new ReturnedCommands();
  /** Hand-backs that wait until an input method finishes. */
  private readonly pendingHandBacks = new Set<string>();
  private suspended: (() => void)[] | undefined;
  /**
   * Drafts of threads that the panel has left. A snapshot may have been on its way before the host received the draft.
   */
  private readonly leftDrafts = new Map<ThreadId, Draft>();

  constructor(private readonly changed: (kind: 'typed' | 'program') => void) {}

  get text(): string {
    return this.body.text;
  }

  get images(): readonly ImageContent[] {
    return this.body.images;
  }

  get threadId(): ThreadId | undefined {
    return this.owner;
  }

  get taken(): readonly string[] {
    return [...this.takenIds];
  }

  /** The drafts of threads that the panel has left. */
  get others(): Readonly<Record<ThreadId, Draft>> {
    return Object.fromEntries(this.leftDrafts);
  }

  get empty(): boolean {
    return this.text.trim() === '' && this.images.length === 0;
  }

  get value(): Draft {
    return { ...this.body, revision: this.number };
  }

  /** Restores the draft from the state that the page saved before a reload. */
  restore(
    threadId: ThreadId | undefined,
    draft: Draft,
    taken: readonly string[],
    left: Readonly<Record<ThreadId, Draft>> = {},
  ): void {
    this.owner = threadId;
    for (const [id, other] of Object.entries(left)) this.leftDrafts.set(id, other);
    this.body = { text: draft.text, images: draft.images };
    this.number = draft.revision;
    for (const id of taken) this.takenIds.add(id);
  }

  type(text: string): void {
    if (text !== this.text) this.change({ ...this.body, text }, 'typed');
  }

  attach(images: readonly ImageContent[]): void {
    if (images.length > 0) this.change({ ...this.body, images: [...this.images, ...images] }, 'typed');
  }

  /**
   * Removes this image. Finds it by identity, because a second click before the next rendering must not remove another.
   */
  detach(picture: ImageContent): void {
    if (!this.images.includes(picture)) return;
    this.change({ ...this.body, images: this.images.filter((other) => other !== picture) }, 'typed');
  }

  /** Empties the composer and returns the prompts to send: several if commands had come back to the composer. */
  clear(): readonly PromptBody[] {
    const sent = this.returnedCommands.split(this.body);
    this.returnedCommands.clear();
    this.change({ text: '', images: [] }, 'program');
    this.dirty = false;
    return sent;
  }

  /** Inserts a refused prompt before the text that was typed since. */
  putBack(body: PromptBody): void {
    this.whenResumed(() =>
      this.change(
        { text: joined(body.text, this.text), images: [...body.images, ...this.images] },
        'program',
      ),
    );
  }

  /** Replaces the text or appends to it, for an extension or a command. */
  insert(text: string, replace: boolean): void {
    this.whenResumed(() =>
      this.change({ ...this.body, text: replace ? text : joined(this.text, text) }, 'program'),
    );
  }

  /** Replaces the selection with text and moves the caret behind the text. */
  paste(text: string, selection: () => Selection | undefined, caretAt: (place: number) => void): void {
    this.whenResumed(() => {
      const { length } = this.text;
      const { start, end } = selection() ?? { start: length, end: length };
      this.change({ ...this.body, text: this.text.slice(0, start) + text + this.text.slice(end) }, 'program');
      caretAt(start + text.length);
    });
  }

  /** Appends the prompts of a hand-back, each hand-back once. Returns whether the hand-back was new. */
  take(handBack: HandBack): boolean {
    if (this.takenIds.has(handBack.id) || this.pendingHandBacks.has(handBack.id)) return false;
    this.pendingHandBacks.add(handBack.id);
    this.whenResumed(() => {
      this.pendingHandBacks.delete(handBack.id);
      this.takenIds.add(handBack.id);
      this.returnedCommands.add(handBack);
      this.change(
        {
          text: handBack.prompts.reduce((text, prompt) => joined(text, prompt.text), this.text),
          images: [...this.images, ...handBack.prompts.flatMap((prompt) => prompt.images)],
        },
        'program',
      );
    });
    return true;
  }

  /**
   * Adopts the host's draft from the snapshot of a thread. The higher revision wins; text that was typed before any
   * thread was known is appended to the draft of this thread.
   */
  follow(threadId: ThreadId, saved: Draft | undefined): void {
    const mine = this.owner === threadId;
    const ownerless = this.owner === undefined && !this.empty;
    if (!mine) this.storeLeftDraft();
    this.owner = threadId;
    if (mine) {
      if (saved && saved.revision > this.number)
        this.adopt(saved, this.dirty && !sameBody(this.body, saved) ? this.body : undefined);
      return;
    }
    const left = this.leftDrafts.get(threadId);
    this.leftDrafts.delete(threadId);
    const newest = left && left.revision > (saved?.revision ?? 0) ? left : saved;
    this.adopt(newest ?? { text: '', images: [], revision: 0 }, ownerless ? this.body : undefined);
  }

  /** Leaves the thread. Text that is typed from now on belongs to the next thread. */
  leave(): void {
    // Text that was typed since the last thread was left belongs to the next one.
    if (this.owner === undefined) return;
    this.storeLeftDraft();
    this.returnedCommands.clear();
    this.owner = undefined;
    this.body = { text: '', images: [] };
    this.number = 0;
    this.dirty = false;
    this.changed('program');
  }

  /** Suspends all changes except the user's while an input method composes. */
  suspendChanges(): void {
    this.suspended ??= [];
  }

  resumeChanges(): void {
    const suspended = this.suspended ?? [];
    this.suspended = undefined;
    for (const run of suspended) run();
  }

  private storeLeftDraft(): void {
    if (this.owner === undefined) return;
    this.leftDrafts.delete(this.owner);
    this.leftDrafts.set(this.owner, this.value);
    const [oldest] = this.leftDrafts.keys();
    if (this.leftDrafts.size > maxLeftDrafts && oldest !== undefined) this.leftDrafts.delete(oldest);
  }

  private adopt(saved: Draft, typed: PromptBody | undefined): void {
    this.number = saved.revision;
    this.body = { text: saved.text, images: saved.images };
    this.dirty = false;
    if (typed) {
      this.change(
        { text: joined(this.text, typed.text), images: [...this.images, ...typed.images] },
        'program',
      );
    } else {
      this.changed('program');
    }
  }

  private whenResumed(run: () => void): void {
    if (this.suspended) this.suspended.push(run);
    else run();
  }

  private change(body: PromptBody, kind: 'typed' | 'program'): void {
    this.body = body;
    this.number += 1;
    this.dirty = true;
    this.changed(kind);
  }
}
