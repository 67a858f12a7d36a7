import type { ThreadId } from '../../../protocol/ids';
import type { HandBack, PanelIntent } from '../../../protocol/frames';
import type { PromptBody } from '../../../protocol/item';
import { toDisposable, type Disposable } from '../../base/disposable';
import type { ComposerAccess } from '../thread/threadParts';
import type { DraftRepository } from './draftRepository';

/** A panel as the rest of the host knows it. */
export interface OpenPanel {
  readonly panelId: string;
  /** The thread that the panel shows. */
  readonly threadId: ThreadId | undefined;
  readonly visible: boolean;
  /** The composer's text as the panel last reported it. */
  composerText: string;
  follow(threadId: ThreadId, epoch?: string, seq?: number): Promise<void>;
  intend(intent: PanelIntent): void;
  handBack(threadId: ThreadId, handBack: HandBack): void;
  settingsChanged(): void;
}

/** All panels of this window, in the order in which they were last used. */
export class Panels {
  /** The panel that was used last comes last. */
  private followers: readonly OpenPanel[] = [];

  /** The composer that was last in use on a thread. Does nothing for a thread that no panel shows. */
  readonly composer: ComposerAccess = {
    text: (threadId) => this.lastUsed(threadId)?.composerText ?? '',
    set: (threadId, text, replace) => {
      const panel = this.lastUsed(threadId);
      if (panel === undefined) return;
      panel.intend({ kind: 'insert-text', text, replace });
      // An extension may read the text before the panel has reported it.
      if (replace) panel.composerText = text;
    },
    toast: (threadId, toast) => {
      for (const panel of this.followers) {
        if (panel.threadId === threadId) panel.intend({ kind: 'toast', toast });
      }
    },
  };

  constructor(private readonly drafts: DraftRepository) {}

  get all(): readonly OpenPanel[] {
    return this.followers;
  }

  add(follower: OpenPanel): Disposable {
    this.followers = [follower, ...this.followers];
    return toDisposable(() => {
      this.followers = this.followers.filter((other) => other !== follower);
    });
  }

  focused(follower: OpenPanel): void {
    this.followers = [...this.followers.filter((other) => other !== follower), follower];
  }

  /** Returns the panel that was last in use, of that thread if one is given. */
  lastUsed(threadId?: ThreadId): OpenPanel | undefined {
    return this.followers.findLast((follower) => threadId === undefined || follower.threadId === threadId);
  }

  /** Returns true if a visible panel shows the thread. */
  shows(threadId: ThreadId): boolean {
    return this.followers.some((follower) => follower.threadId === threadId && follower.visible);
  }

  /**
   * Hands prompts back: to the given panel if it still shows the thread, otherwise to the thread's panel that was last
   * in use, otherwise to the thread's saved draft. Returns false in the last case.
   */
  handBack(
    threadId: ThreadId,
    panelId: string | undefined,
    prompts: readonly PromptBody[],
    why: string | undefined,
  ): boolean {
    const panel =
      this.followers.find((follower) => follower.panelId === panelId && follower.threadId === threadId) ??
      this.lastUsed(threadId);
    // Posted after saving: a snapshot that is on its way either includes the hand-back or comes first.
    void this.drafts.handBack(threadId, panel?.panelId, prompts, why).then((handBack) => {
      panel?.handBack(threadId, handBack);
    });
    return panel !== undefined;
  }
}
