import type { PanelIntent } from '../../protocol/frames';
import type { DialogId, ThreadId } from '../../protocol/ids';
import type { ComposerDraft, Selection } from '../composer/composerDraft';
import type { Toasts } from './toasts';

/** What only a page can do of what the host asks for. */
export interface PageActions {
  focusComposer(): void;
  /** The Escape that was left to VS Code is the page's after all. */
  escaped?(): void;
  revealQuestion(dialogId: DialogId): void;
  /** Where the caret is; unknown, it is at the end. */
  selection?(): Selection | undefined;
  /** Puts the caret there. */
  caretAt?(place: number): void;
}

export interface IntentParts {
  readonly page: PageActions;
  readonly draft: ComposerDraft;
  readonly toasts: Toasts;
  readonly follow: (threadId: ThreadId) => void;
}

/** Does what the host asks of a panel. */
export function handleIntent(intent: PanelIntent, { page, draft, toasts, follow }: IntentParts): void {
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
  }
}
