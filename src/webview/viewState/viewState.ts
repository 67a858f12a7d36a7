import type { DialogId, ItemId, MessageId } from '../../protocol/ids';
import type { QueueItem } from '../../protocol/observation';
import type { Clock, Timer } from '../host/clock';
import type { Panel } from '../panel/panel';
import { PromptHistory } from '../composer/promptHistory';
import { Chunks } from './chunks';

/** After this long a stop that is still under way offers to let the run go. */
const stopTakesLongMs = 3_000;

/** What a drawing needs beside the thread: what is unfolded, which menu is open. It is gone with the page. */
export class ViewState {
  readonly chunks = new Chunks();
  /** Which slash suggestion is marked. */
  suggestion = 0;
  /** The text for which the suggestions were sent away. */
  dismissedFor: string | undefined;
  composing = false;
  readonly history = new PromptHistory();
  editing: { readonly messageId: MessageId; readonly text: string } | undefined;
  /** The reader is not at the end of the transcript. */
  scrolledAway = false;
  stopTakesLong = false;
  /** VS Code may have its find box open over the page, which an Escape is for first. */
  readonly findIsNative = document.body.dataset['find'] === 'native';
  private escapePassedOn = false;
  private readonly folds = new Map<ItemId, boolean>();
  private foldVersion = 0;
  private stopTimer: Timer | undefined;

  constructor(
    readonly panel: Panel,
    readonly redraw: () => void,
    private readonly clock: Clock,
    readonly page: {
      focusComposer(): void;
      caretAt(place: number): void;
      jumpToLatest(): void;
      revealQuestion(dialogId: DialogId): void;
    },
  ) {}

  get foldRevision(): number {
    return this.foldVersion;
  }

  unfolded(id: ItemId, byDefault = false): boolean {
    return this.folds.get(id) ?? byDefault;
  }

  toggle(id: ItemId, byDefault = false): void {
    this.folds.set(id, !this.unfolded(id, byDefault));
    this.foldVersion += 1;
    this.redraw();
  }

  /** Puts a suggested prompt into the composer, after what is there, and leaves the sending to the person. */
  insertPrompt(text: string): void {
    this.panel.draft.insert(text, this.panel.draft.empty);
    this.page.focusComposer();
  }

  editQueued(item: Pick<QueueItem, 'messageId' | 'text'> | undefined): void {
    this.editing = item && { messageId: item.messageId, text: item.text };
    this.redraw();
  }

  typeQueued(text: string): void {
    if (this.editing) this.editing = { ...this.editing, text };
  }

  /** An Escape that would stop the run is left to VS Code first. Any later key takes that back. */
  passEscapeOn(left: boolean): void {
    this.escapePassedOn = left;
  }

  /** It was nobody's there. */
  escapeReturned(): void {
    if (this.escapePassedOn && this.panel.busy) void this.panel.stop();
    this.escapePassedOn = false;
  }

  /** Called before each drawing: a stop that lasts is noticed even when nothing else happens. */
  watchStop(): void {
    const stopping = this.panel.store.state?.stopping !== undefined;
    if (!stopping) {
      this.stopTimer?.dispose();
      this.stopTimer = undefined;
      this.stopTakesLong = false;
      return;
    }
    this.stopTimer ??= this.clock.after(stopTakesLongMs, () => {
      this.stopTakesLong = true;
      this.redraw();
    });
  }
}
