import type * as vscode from 'vscode';
import type { ThreadId } from '../../../protocol/ids';
import type { ThreadRegistry } from '../../core/threadRegistry';

const key = 'enso.shownThreads';

/** The thread of each panel, kept across reloads of the window. */
export class ShownThreads {
  constructor(
    private readonly memory: vscode.Memento,
    private readonly registry: ThreadRegistry,
  ) {}

  /** Returns the panel's thread, or a new one. */
  threadFor(panelId: string): ThreadId {
    return this.all[panelId] ?? this.registry.create().id;
  }

  set(panelId: string, threadId: ThreadId): void {
    if (this.all[panelId] === threadId) return;
    void this.memory.update(key, { ...this.all, [panelId]: threadId });
  }

  private get all(): Readonly<Record<string, ThreadId>> {
    return this.memory.get<Record<string, ThreadId>>(key, {});
  }
}
