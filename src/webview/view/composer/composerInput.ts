import { enterSends } from '../../composer/sendKeys';
import { readImageFiles } from '../../composer/imageFiles';
import { suggestionKey, type Suggestion } from './suggestions';
import type { ViewState } from '../../viewState/viewState';

/** Handles a key in the composer. The innermost open part gets the key. */
export function composerKey(ui: ViewState, event: KeyboardEvent, suggestions: readonly Suggestion[]): void {
  // Some input methods report the key `Process` instead of `isComposing`.
  if (event.isComposing || event.key === 'Process' || ui.composing) return;
  if (suggestions.length > 0 && suggestionKey(ui, event, suggestions)) {
    event.preventDefault();
    return;
  }
  if (event.key === ' ' && event.ctrlKey && event.target instanceof HTMLTextAreaElement) {
    event.preventDefault();
    ui.dismissedFor = undefined;
    ui.panel.completions.textChanged(ui.panel.draft.text, event.target.selectionStart, true);
    ui.redraw();
  } else if (event.key === 'Enter') {
    const delivery = enterSends(
      { shift: event.shiftKey, mod: event.ctrlKey || event.metaKey, alt: event.altKey },
      ui.panel.settings,
    );
    if (delivery === undefined) return;
    event.preventDefault();
    ui.panel.send(delivery);
  } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
    if (recallPrompt(ui, event)) event.preventDefault();
  } else if (event.key === 'Escape') {
    if (!ui.panel.busy) return;
    if (ui.findIsNative) {
      ui.passEscapeOn(true);
      return;
    }
    void ui.panel.stop();
    event.preventDefault();
  }
}

/** Recalls an earlier message by an arrow key in the empty composer. */
function recallPrompt(ui: ViewState, event: KeyboardEvent): boolean {
  if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { draft, store } = ui.panel;
  const atEnd =
    event.target instanceof HTMLTextAreaElement && event.target.selectionStart === draft.text.length;
  if (!atEnd || draft.images.length > 0) return false;
  const sent = (store.state?.items ?? []).flatMap((item) =>
    item.kind === 'user' && item.text !== '' ? [item.text] : [],
  );
  const text = ui.history.next(sent, draft.text, event.key === 'ArrowUp' ? -1 : 1);
  if (text === undefined) return false;
  draft.insert(text, true);
  ui.page.caretAt(text.length);
  return true;
}

export function pasted(ui: ViewState, event: ClipboardEvent): void {
  const files = [...(event.clipboardData?.files ?? [])];
  // Copied tables carry both text and an image; use the text.
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (text.length > maxTypedPasteChars && event.target instanceof HTMLTextAreaElement) {
    event.preventDefault();
    pasteAtOnce(event.target, text);
    return;
  }
  if (files.length === 0 || text !== '') return;
  event.preventDefault();
  void attach(ui, files);
}

/** Browsers paste line by line for undo, which blocks the page for half a minute with thousands of lines. */
const maxTypedPasteChars = 20_000;

function pasteAtOnce(box: HTMLTextAreaElement, text: string): void {
  box.setRangeText(text.replaceAll(/\r\n?/g, '\n'), box.selectionStart, box.selectionEnd, 'end');
  if (box.selectionEnd === box.value.length) box.scrollTop = box.scrollHeight;
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
}

export function dropped(ui: ViewState, event: DragEvent): void {
  const files = [...(event.dataTransfer?.files ?? [])];
  if (files.length === 0) return;
  event.preventDefault();
  void attach(ui, files);
}

async function attach(ui: ViewState, files: readonly File[]): Promise<void> {
  const { images, refused } = await readImageFiles(files);
  ui.panel.draft.attach(images);
  // Saves at once, so that a reload within the typing pause doesn't lose the image.
  ui.panel.flush();
  if (refused.length > 0) ui.panel.showMessage({ message: refused.join(' ') });
}
