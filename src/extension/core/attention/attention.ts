import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Panels } from '../panels/panels';
import type { ThreadRegistry } from '../threadRegistry';

/** The state that is shown outside the panels. */
export interface AttentionState {
  /** The number of threads with a run. */
  readonly busy: number;
  /** The number of open questions in all threads. */
  readonly waiting: number;
  /** The number of open questions that no visible panel shows. */
  readonly unseen: number;
}

/** Sums up all threads for the badge, the status bar and the notification. Fires only on changes. */
export class Attention implements Disposable {
  private state: AttentionState = { busy: 0, waiting: 0, unseen: 0 };
  private readonly changes = new Emitter<AttentionState>();
  private readonly subscription: Disposable;
  readonly onDidChange = this.changes.event;

  constructor(
    private readonly registry: ThreadRegistry,
    private readonly panels: Panels,
  ) {
    this.subscription = registry.onDidChange(() => {
      this.update();
    });
  }

  get current(): AttentionState {
    return this.state;
  }

  /** Must also be called when a panel is shown, is hidden, or follows another thread. */
  update(): void {
    const threads = this.registry.open;
    const questions = (shown: boolean): number =>
      threads
        .filter((thread) => shown || !this.panels.shows(thread.id))
        .reduce((sum, { dialogs }) => sum + dialogs.size, 0);
    const next = {
      busy: threads.filter((thread) => thread.busy).length,
      waiting: questions(true),
      unseen: questions(false),
    };
    const { busy, waiting, unseen } = this.state;
    if (next.busy === busy && next.waiting === waiting && next.unseen === unseen) return;
    this.state = next;
    this.changes.fire(next);
  }

  dispose(): void {
    this.subscription.dispose();
    this.changes.dispose();
  }
}
