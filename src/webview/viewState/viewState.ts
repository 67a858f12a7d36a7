import type { DialogId, ItemId, MessageId } from '../../protocol/ids';
import type { QueueItem } from '../../protocol/observation';
import type { Clock, Timer } from '../host/clock';
import type { Panel } from '../panel/panel';
import { PromptHistory } from '../composer/promptHistory';
import { Chunks } from './chunks';

/** A stop that takes longer offers to abandon the run. */
const stopTakesLongMs = 3_000;

/** The state of the page's views, such as unfolded items. A reload clears it. */
export class ViewState {
  readonly chunks = new Chunks();
  /** The index of the marked suggestion. */
  suggestion = 0;
  /** The text for which the user dismissed the suggestions. */
  dismissedFor: string | undefined;
  composing = false;
  readonly history = new PromptHistory();
  editing: { readonly messageId: MessageId; readonly text: string } | undefined;
  /** The user has scrolled away from the end of the transcript. */
  scrolledAway = false;
  /** The last item when the user scrolled away. */
  private leftAt: string | undefined;
  stopTakesLong = false;
  /** VS Code's find widget may be open over the page and takes Escape first. */
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

  /** Remembers what was the latest when the user scrolled away. */
  scrolled(away: boolean): void {
    if (away && !this.scrolledAway) this.leftAt = this.panel.store.state?.items.at(-1)?.id;
    this.scrolledAway = away;
  }

  /** Returns how many items came since the user scrolled away. */
  get newItems(): number {
    const items = this.panel.store.state?.items ?? [];
    const at = items.findLastIndex(({ id }) => id === this.leftAt);
    return at < 0 ? 0 : items.length - 1 - at;
  }

  unfolded(id: ItemId, byDefault = false): boolean {
    return this.folds.get(id) ?? byDefault;
  }

  toggle(id: ItemId, byDefault = false): void {
    this.folds.set(id, !this.unfolded(id, byDefault));
    this.foldVersion += 1;
    this.redraw();
  }

  /** Appends a suggested prompt to the composer, for the user to send. */
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

  /** Passes an Escape that would stop the run to VS Code first. Any later key cancels that. */
  passEscapeOn(left: boolean): void {
    this.escapePassedOn = left;
  }

  /** Stops the run: VS Code didn't handle the key. */
  escapeReturned(): void {
    if (this.escapePassedOn && this.panel.busy) void this.panel.stop();
    this.escapePassedOn = false;
  }

  /** Starts or clears the timer of a slow stop before each drawing. */
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
