import type { Frame } from '../../../protocol/frames';
import type { DialogRequest, DialogAnswer, Surface } from '../../../protocol/dialog';
import type { ThreadId } from '../../../protocol/ids';
import type { SessionInfo, SlashCommand } from '../../../protocol/session';

/** A panel as the core sees it. */
export interface PanelPort {
  /** Stable over reloads of the panel and the window. */
  readonly panelId: string;
  /** The panel's name for the user: “side bar”, “panel 2”. */
  readonly name: string;
  readonly visible: boolean;
  post(frame: Frame): void;
  /** Shows the title of the session that the panel follows. */
  showTitle?(session: SessionInfo): void;
}

/** The UI of native dialogs. */
export interface NativeDialogUi {
  /**
   * Shows the question until `signal` aborts. Resolves with the user's answer or explicit cancel, or with nothing when
   * the dialog was only closed.
   * @param isUnrequested the question opens without a request of the user, whose next keys are meant for something else
   */
  show(
    request: DialogRequest,
    signal: AbortSignal,
    isUnrequested: boolean,
  ): Promise<{ readonly answer: DialogAnswer | 'cancel'; readonly from: Surface } | undefined>;
}

/** A slash command of the editor. Runs at once, even during a run, and without pi. */
export interface EditorCommand extends SlashCommand {
  /**
   * Resolves when the command has started. Rejects with an error for the user, whose text goes back to the composer.
   */
  run(threadId: ThreadId, argument: string, panelId: string | undefined): Promise<void>;
}
