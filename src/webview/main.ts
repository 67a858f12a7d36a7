import { render } from 'lit-html';
import type { Frame, PanelFonts } from '../protocol/frames';
import { Announcer } from './page/announcer';
import { browserClock } from './host/clock';
import { RenderScheduler } from './page/renderScheduler';
import { applyFonts } from './page/fonts';
import { jumpToItem, jumpTo } from './page/jumps';
import { FollowUpFocus } from './page/followUpFocus';
import { configureLanguage } from './page/language';
import { vscodePort } from './host/hostLink';
import { Panel } from './panel/panel';
import { ScrollPin } from './page/scrollPin';
import { registerControls } from './ui/controls';
import { app } from './view/app';
import { ViewState } from './viewState/viewState';

configureLanguage(document);

const root = document.createElement('div');
root.className = 'panel';
const announcements = document.createElement('div');
announcements.className = 'unseen';
announcements.setAttribute('aria-live', 'polite');
document.body.append(root, announcements);

registerControls();

let pin: ScrollPin | undefined;
let firstDrawn: string | undefined;
let suggestionDrawn = 0;
const announcer = new Announcer();
const drawing = new RenderScheduler(draw);
const followUp = new FollowUpFocus();

const panel = new Panel(vscodePort(), browserClock, () => crypto.randomUUID(), {
  changed: (by) => drawing.scheduleAfter(by),
  draftReplaced: () => {
    const box = composerBox();
    if (!box || ui.composing) return;
    const keepCaret = caretKeeper();
    box.value = panel.draft.text;
    keepCaret();
  },
  focusComposer: () => composerBox()?.focus(),
  escaped: () => ui.escapeReturned(),
  revealQuestion,
  revealItem: (itemId) => {
    drawing.drawNow();
    jumpToItem(itemId);
  },
  goTo: (place) => {
    const box = root.querySelector<HTMLElement>('.scroller');
    if (box) jumpTo(box, place);
  },
  selection: () => {
    const box = composerBox();
    return box && { start: box.selectionStart, end: box.selectionEnd };
  },
  caretAt,
});
const ui = new ViewState(panel, () => drawing.schedule(), browserClock, {
  focusComposer: () => {
    drawing.drawNow();
    composerBox()?.focus();
  },
  caretAt,
  jumpToLatest: () => pin?.toEnd(),
  revealQuestion,
});

function caretAt(place: number): void {
  composerBox()?.setSelectionRange(place, place);
}

/** Focuses the card because the user asked for the question, so its number keys work at once. */
function revealQuestion(dialogId: string): void {
  const card = document.querySelector<HTMLElement>(`[data-dialog="${CSS.escape(dialogId)}"]`);
  card?.scrollIntoView({ block: 'nearest' });
  card?.focus({ preventScroll: true });
}

function fieldOf(dialogId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-dialog="${CSS.escape(dialogId)}"] textarea`);
}

function composerBox(): HTMLTextAreaElement | undefined {
  const box = document.getElementById('composer');
  return box instanceof HTMLTextAreaElement ? box : undefined;
}

let fontsApplied: PanelFonts | undefined;

function draw(): void {
  ui.watchStop();
  const { fonts = {} } = panel.settings;
  if (fonts !== fontsApplied) applyFonts(root, fonts);
  fontsApplied = fonts;
  const keepCaret = caretKeeper();
  const focused = document.activeElement;
  const card = focused?.closest('[data-dialog]')?.getAttribute('data-dialog');
  const first = panel.store.state?.items[0]?.id;
  if (first !== firstDrawn) pin?.beforeDraw();
  firstDrawn = first;
  render(app(ui), root);
  pin?.afterDraw();
  keepCaret();
  // The focused element is gone, such as a settled card: the next key belongs to the composer.
  if (focused && !focused.isConnected && document.hasFocus()) {
    composerBox()?.focus();
    if (card !== undefined && card === panel.answering.last) followUp.answerSent();
  }
  const words = followUp.nextField(panel.store.state?.dialogs ?? []);
  if (words !== undefined && document.hasFocus()) fieldOf(words)?.focus();
  // A long list scrolls with its marked row.
  if (ui.suggestion !== suggestionDrawn)
    root.querySelector('.suggestion-row.marked')?.scrollIntoView({ block: 'nearest' });
  suggestionDrawn = ui.suggestion;
  pin?.toEndIfPinned();
  const said = announcer.nextAnnouncement(panel.store.state);
  if (said !== undefined) announcements.textContent = said;
}

/** Keeps the caret while a new value is set, which would move the caret to the end as the user types. */
function caretKeeper(): () => void {
  const box = composerBox();
  if (!box || document.activeElement !== box) return () => undefined;
  const { value, selectionStart, selectionEnd } = box;
  return () => {
    if (box.value === value || value === '' || box.value === '') return;
    const shift = box.value.startsWith(value)
      ? 0
      : box.value.endsWith(value)
        ? box.value.length - value.length
        : undefined;
    if (shift !== undefined) box.setSelectionRange(selectionStart + shift, selectionEnd + shift);
  };
}

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (isFrame(event.data)) panel.receive(event.data);
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') panel.flush();
  else panel.pageShown();
});
window.addEventListener('blur', () => panel.flush());
window.addEventListener('pagehide', () => panel.flush());
for (const act of ['pointerdown', 'keydown'])
  document.addEventListener(act, () => followUp.cancel(), { capture: true });
document.addEventListener('keydown', () => ui.passEscapeOn(false), { capture: true });
drawing.drawNow();
const scroller = root.querySelector<HTMLElement>('.scroller');
const column = root.querySelector<HTMLElement>('.column');
if (scroller && column) {
  pin = new ScrollPin(
    scroller,
    column,
    (away) => {
      if (ui.scrolledAway === away) return;
      ui.scrolled(away);
      drawing.schedule();
    },
    () => void panel.fetchOlder(),
  );
}
panel.start();

/** Tells frames of the host from messages of other scripts in the webview's frame. */
function isFrame(data: unknown): data is Frame {
  return typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string';
}
