import type { Frame } from '../../../protocol/frames';
import type { DialogRequest, DialogAnswer, Surface } from '../../../protocol/dialog';
import type { ThreadId } from '../../../protocol/ids';
import type { SessionInfo, SlashCommand } from '../../../protocol/session';

/** One panel, as the core sees it. */
export interface PanelPort {
  /** Stable over reloads of the panel and the window. */
  readonly panelId: string;
  /** For people: “side bar”, “panel 2”. */
  readonly name: string;
  readonly visible: boolean;
  post(frame: Frame): void;
  /** Shows the title of the session that the panel follows. */
  showTitle?(session: SessionInfo): void;
}

/** Native surfaces for a question. */
export interface NativeDialogUi {
  /**
   * Shows the question until `signal` is raised. Resolves with the person's answer or their explicit cancel, or with
   * nothing when it merely went away: that answers nothing.
   */
  show(
    request: DialogRequest,
    signal: AbortSignal,
  ): Promise<{ readonly answer: DialogAnswer | 'cancel'; readonly from: Surface } | undefined>;
}

/** A slash command of the editor itself: it runs at once, whatever runs, and pi has no part in it. */
export interface EditorCommand extends SlashCommand {
  /** Resolves when it is under way. Rejects with an error for a person, who gets the text back. */
  run(threadId: ThreadId, argument: string, panelId: string | undefined): Promise<void>;
}
