import type { Draft, HandBack } from '../../protocol/frames';
import type { ThreadId } from '../../protocol/ids';
import type { ImageContent, PromptBody } from '../../protocol/item';
import { sameBody } from './outbox';
import { ReturnedCommands } from './returnedCommands';

/** The place of the caret, or of what is selected, in the composer. */
export interface Selection {
  readonly start: number;
  readonly end: number;
}

const joined = (first: string, second: string) =>
  first === '' || second === '' ? first + second : `${first}\n\n${second}`;

/** Of how many left threads the draft is kept here too. */
const maxLeftDrafts = 20;

/** What is typed and not sent, for the followed thread. Every change raises the revision. */
export class ComposerDraft {
  private body: PromptBody = { text: '', images: [] };
  private number = 0;
  private owner: ThreadId | undefined;
  /** Typed since the host's draft was last taken over or sent. */
  private dirty = false;
  private readonly takenIds = new Set<string>();
  readonly returnedCommands = new ReturnedCommands();
  /** Hand-backs that wait for an input method to finish. */
  private readonly pendingHandBacks = new Set<string>();
  private suspended: (() => void)[] | undefined;
  /** As each thread's was when it was left: its snapshot may have been on the way before the host was told. */
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

  /** Drafts of threads that were left, as they were then. */
  get others(): Readonly<Record<ThreadId, Draft>> {
    return Object.fromEntries(this.leftDrafts);
  }

  get empty(): boolean {
    return this.text.trim() === '' && this.images.length === 0;
  }

  get value(): Draft {
    return { ...this.body, revision: this.number };
  }

  /** From what the page kept over a reload. */
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

  /** Takes this very picture out: a second click before the next drawing must not reach its neighbour. */
  detach(picture: ImageContent): void {
    if (!this.images.includes(picture)) return;
    this.change({ ...this.body, images: this.images.filter((other) => other !== picture) }, 'typed');
  }

  /** Empties the composer. Returns what is to be sent: one prompt, or several where commands came back to it. */
  clear(): readonly PromptBody[] {
    const sent = this.returnedCommands.split(this.body);
    this.returnedCommands.clear();
    this.change({ text: '', images: [] }, 'program');
    this.dirty = false;
    return sent;
  }

  /** A refused prompt comes back in front of what was typed since. */
  putBack(body: PromptBody): void {
    this.whenResumed(() =>
      this.change(
        { text: joined(body.text, this.text), images: [...body.images, ...this.images] },
        'program',
      ),
    );
  }

  /** Replaces or adds text, as an extension or a command asked for. */
  insert(text: string, replace: boolean): void {
    this.whenResumed(() =>
      this.change({ ...this.body, text: replace ? text : joined(this.text, text) }, 'program'),
    );
  }

  /** Puts text at the caret, in place of what is selected there, and the caret behind it. */
  paste(text: string, selection: () => Selection | undefined, caretAt: (place: number) => void): void {
    this.whenResumed(() => {
      const { length } = this.text;
      const { start, end } = selection() ?? { start: length, end: length };
      this.change({ ...this.body, text: this.text.slice(0, start) + text + this.text.slice(end) }, 'program');
      caretAt(start + text.length);
    });
  }

  /** Adds what a stop gave back after whatever is typed; each hand-back once. Says whether it was new. */
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
   * The followed thread's snapshot brought the host's draft. The higher revision wins; text typed before any thread
   * was known belongs to the one that came, after what was saved there.
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

  /** Another thread was chosen: what is typed from now on is for the one that comes. */
  leave(): void {
    // What is typed since the last leaving belongs to no thread yet: it stays, for the one that comes.
    if (this.owner === undefined) return;
    this.storeLeftDraft();
    this.returnedCommands.clear();
    this.owner = undefined;
    this.body = { text: '', images: [] };
    this.number = 0;
    this.dirty = false;
    this.changed('program');
  }

  /** Between an input method's first key and its last nothing but the person changes the text. */
  suspendChanges(): void {
    this.suspended ??= [];
  }

  resumeChanges(): void {
    const held = this.suspended ?? [];
    this.suspended = undefined;
    for (const run of held) run();
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
