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

/** All panels of this window, and which was last in use. */
export class Panels {
  /** The one last in use comes last. */
  private followers: readonly OpenPanel[] = [];

  /** The composer that was last in use on a thread. What no panel can be told is not said. */
  readonly composer: ComposerAccess = {
    text: (threadId) => this.lastUsed(threadId)?.composerText ?? '',
    set: (threadId, text, replace) => {
      const panel = this.lastUsed(threadId);
      if (panel === undefined) return;
      panel.intend({ kind: 'insert-text', text, replace });
      // An extension that asks before the panel has said so is told what will be there.
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

  /** The panel last in use, of that thread if one is named. */
  lastUsed(threadId?: ThreadId): OpenPanel | undefined {
    return this.followers.findLast((follower) => threadId === undefined || follower.threadId === threadId);
  }

  /** Somebody can see this thread in a panel right now. */
  shows(threadId: ThreadId): boolean {
    return this.followers.some((follower) => follower.threadId === threadId && follower.visible);
  }

  /**
   * Hands prompts back: to the panel named while it still shows the thread, else to the one of that thread last in use,
   * else to the thread's saved draft. Returns false in the last case.
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
    // Told once it is kept: a snapshot that is on its way either has it or goes first.
    void this.drafts.handBack(threadId, panel?.panelId, prompts, why).then((handBack) => {
      panel?.handBack(threadId, handBack);
    });
    return panel !== undefined;
  }
}
