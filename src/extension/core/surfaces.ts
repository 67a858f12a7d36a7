import type { DialogId, ThreadId } from '../../protocol/ids';
import type { Disposable } from '../base/disposable';
import type { NativeDialogs } from './ports';
import type { Panels } from './panels';
import type { Thread } from './thread';
import type { ThreadRegistry } from './threadRegistry';

/** When a question opens as a QuickPick, an InputBox or a document by itself. */
export type NativePolicy = 'auto' | 'always' | 'never';

/**
 * The native surfaces of the questions of all threads. One is open at a time, since the next would close it; what merely
 * goes away answers nothing, and its question stays open in the panels.
 */
export class Surfaces implements Disposable {
  private shown: { readonly dialogId: DialogId; readonly abort: AbortController } | undefined;
  /** Questions that were offered natively once: one that a person put away doesn't come back by itself. */
  private readonly offered = new Set<DialogId>();
  private readonly subscription: Disposable;

  constructor(
    private readonly registry: ThreadRegistry,
    private readonly panels: Panels,
    private readonly native: NativeDialogs,
    private readonly policy: () => NativePolicy,
    /** For the person: the answer that they gave was not taken. */
    private readonly refused: (why: string) => void,
  ) {
    this.subscription = registry.onDidChange((thread) => {
      this.threadChanged(thread);
    });
  }

  /** Every open question of every thread, oldest first in each. */
  get open(): readonly { readonly thread: Thread; readonly dialogId: DialogId; readonly title: string }[] {
    return this.registry.open.flatMap((thread) =>
      thread.desk.open.map((request) => ({ thread, dialogId: request.id, title: request.title })),
    );
  }

  /** Opens this question natively, in place of the one that is. False when it is no longer open. */
  show(threadId: ThreadId, dialogId: DialogId): boolean {
    const thread = this.registry.peek(threadId);
    const request = thread?.desk.open.find((candidate) => candidate.id === dialogId);
    if (thread === undefined || request === undefined) return false;
    this.shown?.abort.abort();
    const shown = { dialogId, abort: new AbortController() };
    this.shown = shown;
    this.offered.add(dialogId);
    void this.native.show(request, shown.abort.signal).then((given) => {
      if (this.shown === shown) this.shown = undefined;
      if (given === undefined) return;
      const result =
        given.answer === 'cancel'
          ? thread.desk.cancel(dialogId, given.from)
          : thread.desk.answer(dialogId, given.answer, given.from);
      if (result.ok) return;
      this.refused(result.message);
      if (result.code === 'answer-refused') this.show(threadId, dialogId);
    });
    return true;
  }

  dispose(): void {
    this.subscription.dispose();
    this.shown?.abort.abort();
  }

  private threadChanged(thread: Thread): void {
    const open = this.registry.open.flatMap((other) => other.desk.open.map((request) => request.id));
    for (const id of this.offered) if (!open.includes(id)) this.offered.delete(id);
    if (this.shown !== undefined && !open.includes(this.shown.dialogId)) {
      this.shown.abort.abort();
      this.shown = undefined;
    }
    if (this.shown !== undefined) return;
    const next = thread.desk.open.find((request) => !this.offered.has(request.id));
    if (next === undefined || !this.wanted(thread)) return;
    this.show(thread.id, next.id);
  }

  private wanted(thread: Thread): boolean {
    const policy = this.policy();
    return policy === 'always' || (policy === 'auto' && !this.panels.shows(thread.id));
  }
}
