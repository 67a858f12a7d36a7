import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { ThreadRow } from '../../protocol/frames';
import type { ThreadId } from '../../protocol/ids';
import { emptyThread } from '../../protocol/threadState';
import { Emitter } from '../base/emitter';
import { messageOf } from '../base/errors';
import type { StoredThreads } from './ports/stores';
import { Thread } from './thread/thread';
import type { ThreadDeps } from './thread/threadParts';
import { listed } from './thread/runtimeHost';

export type RegistryDeps = ThreadDeps & {
  readonly store: StoredThreads;
  /** Returns the working folder of new threads. */
  readonly folder: () => string;
  /** Returns the threads with unsent text, each with the text's beginning. */
  readonly unsent: () => Promise<readonly { readonly threadId: ThreadId; readonly text: string }[]>;
};

/** Owns all open threads, and with them all live runtimes. */
export class ThreadRegistry {
  private readonly threads = new Map<ThreadId, Thread>();
  private readonly opening = new Map<ThreadId, Promise<Thread>>();
  private readonly changes: Emitter<Thread>;
  /** Fires when the busy, waiting or live state of a thread has changed. */
  readonly onDidChange;

  constructor(private readonly deps: RegistryDeps) {
    this.changes = new Emitter((error) => {
      deps.log.error(`registry: listener failed: ${messageOf(error)}`);
    });
    this.onDidChange = this.changes.event;
  }

  get open(): readonly Thread[] {
    return [...this.threads.values()];
  }

  /** Returns an open thread. Never opens one. */
  peek(threadId: ThreadId): Thread | undefined {
    return this.threads.get(threadId);
  }

  /** Creates an empty thread, which has no file before the first prompt. */
  create(): Thread {
    return this.add(randomUUID(), []);
  }

  /**
   * Returns a thread. Reads its session file if the thread isn't open, without running extension code. Concurrent
   * callers share one read. Rejects with an error for the user when the file can't be read.
   */
  async acquire(threadId: ThreadId): Promise<Thread> {
    const thread = this.threads.get(threadId);
    if (thread !== undefined) return thread;
    const opening = this.opening.get(threadId) ?? this.read(threadId);
    this.opening.set(threadId, opening);
    try {
      return await opening;
    } finally {
      this.opening.delete(threadId);
    }
  }

  /**
   * Runs a function on the open thread. A thread may be forgotten after `acquire`, and changes to a forgotten thread
   * would be lost.
   */
  async use<T>(threadId: ThreadId, run: (thread: Thread) => T | Promise<T>): Promise<T> {
    for (;;) {
      const thread = this.threads.get(threadId);
      if (thread !== undefined) return run(thread);
      await this.acquire(threadId);
    }
  }

  /** Returns all threads of this folder, the newest first, including threads that have only unsent text. */
  async list(): Promise<readonly ThreadRow[]> {
    const stored = await this.deps.store.list();
    const known = new Set(stored.map((row) => row.threadId));
    const unsaved = this.open.filter((thread) => !known.has(thread.id) && thread.feed.state.items.length > 0);
    for (const thread of unsaved) known.add(thread.id);
    const drafts = (await this.deps.unsent()).filter(({ threadId }) => !known.has(threadId));
    return [
      ...drafts.map(({ threadId, text }) => ({
        threadId,
        title: l10n.t('Draft: {text}', {
          text: Array.from(text.replace(/\s+/g, ' ')).slice(0, 60).join(''),
        }),
        changedAt: this.threads.get(threadId)?.changedAt ?? this.deps.clock.now(),
      })),
      ...unsaved.map((thread) => ({
        threadId: thread.id,
        title: thread.feed.state.session.title,
        changedAt: thread.changedAt,
      })),
      ...stored,
    ]
      .toSorted((a, b) => b.changedAt - a.changedAt)
      .map((row) => {
        const thread = this.threads.get(row.threadId);
        return { ...row, busy: thread?.busy === true, waiting: (thread?.dialogs.size ?? 0) > 0 };
      });
  }

  /** Forgets an idle thread without followers. The thread can be read again from its file. */
  forgetIfUnused(thread: Thread): void {
    const unused =
      thread.feed.followerCount === 0 &&
      !thread.busy &&
      thread.state.queue.prompts.length === 0 &&
      thread.slot.current === undefined;
    if (!unused || thread.slot.building || this.threads.get(thread.id) !== thread) return;
    this.threads.delete(thread.id);
    // The idle timer would keep the thread in memory.
    void thread.dispose();
  }

  /** Ends all runtimes, runs and questions. Never rejects. */
  async dispose(): Promise<void> {
    await Promise.all(this.open.map((thread) => thread.dispose()));
    this.threads.clear();
    this.changes.dispose();
  }

  private async read(threadId: ThreadId): Promise<Thread> {
    const stored = await this.deps.store.read(threadId);
    const open = this.threads.get(threadId);
    if (open !== undefined) return open;
    const thread = this.add(threadId, stored?.items ?? [], stored?.session, stored?.undone);
    // A window that was closed may have left processes running.
    thread.processes.report(false);
    return thread;
  }

  private add(
    threadId: ThreadId,
    items: readonly Thread['feed']['state']['items'][number][],
    session = {},
    undone: readonly string[] = [],
  ): Thread {
    const state = emptyThread(threadId, {
      folder: this.deps.folder(),
      commands: listed(this.deps.commands),
      ...session,
    });
    state.items = [...items];
    state.undone = undone;
    const changed = (thread: Thread): void => {
      this.changes.fire(thread);
      if (!thread.busy) this.forgetIfUnused(thread);
    };
    const thread = new Thread(threadId, this.deps, state, changed);
    this.threads.set(threadId, thread);
    return thread;
  }
}
