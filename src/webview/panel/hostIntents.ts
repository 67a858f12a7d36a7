import type { PanelIntent } from '../../protocol/frames';
import type { DialogId, ItemId, ThreadId } from '../../protocol/ids';
import type { ComposerDraft, Selection } from '../composer/composerDraft';
import type { Toasts } from './toasts';

/** The actions of an intent that only a page can do. */
export interface PageActions {
  focusComposer(): void;
  /** Handles an Escape that VS Code didn't use. */
  escaped?(): void;
  revealQuestion(dialogId: DialogId): void;
  /** Scrolls to an item that the thread has. */
  revealItem?(itemId: ItemId): void;
  /** Scrolls from what the user sees. */
  goTo?(place: 'previous-prompt' | 'next-prompt' | 'last-answer'): void;
  /** Returns the selection. Unknown: the caret is at the end. */
  selection?(): Selection | undefined;
  /** Moves the caret. */
  caretAt?(place: number): void;
}

export interface IntentParts {
  readonly page: PageActions;
  readonly draft: ComposerDraft;
  readonly toasts: Toasts;
  readonly follow: (threadId: ThreadId) => void;
  readonly revealItem: (itemId: ItemId) => Promise<void>;
}

/** Performs an intent of the host. */
export function handleIntent(
  intent: PanelIntent,
  { page, draft, toasts, follow, revealItem }: IntentParts,
): void {
  switch (intent.kind) {
    case 'focus-composer':
      page.focusComposer();
      return;
    case 'escape':
      page.escaped?.();
      return;
    case 'follow':
      follow(intent.threadId);
      return;
    case 'insert-text':
      if (intent.replace) draft.insert(intent.text, true);
      else
        draft.paste(
          intent.text,
          () => page.selection?.(),
          (place) => page.caretAt?.(place),
        );
      return;
    case 'toast':
      toasts.show(intent.toast);
      return;
    case 'reveal-question':
      page.revealQuestion(intent.dialogId);
      return;
    case 'reveal-item':
      void revealItem(intent.itemId);
      return;
    case 'go-to':
      page.goTo?.(intent.place);
      return;
  }
}
