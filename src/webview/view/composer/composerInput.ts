import { enterSends } from '../../composer/sendKeys';
import { readImageFiles } from '../../composer/imageFiles';
import { suggestionKey, type Suggestion } from './suggestions';
import type { ViewState } from '../../viewState/viewState';

/** A key in the composer: the innermost thing takes it. */
export function composerKey(ui: ViewState, event: KeyboardEvent, suggestions: readonly Suggestion[]): void {
  // Some input methods report a key as theirs instead of saying that they compose.
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

/** An arrow in the empty composer brings back what was said, so that a prompt which was stopped at once is not lost. */
function recallPrompt(ui: ViewState, event: KeyboardEvent): boolean {
  if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { draft, store } = ui.panel;
  const atEnd =
    event.target instanceof HTMLTextAreaElement && event.target.selectionStart === draft.text.length;
  if (!atEnd || draft.images.length > 0) return false;
  const said = (store.state?.items ?? []).flatMap((item) =>
    item.kind === 'user' && item.text !== '' ? [item.text] : [],
  );
  const text = ui.history.next(said, draft.text, event.key === 'ArrowUp' ? -1 : 1);
  if (text === undefined) return false;
  draft.insert(text, true);
  ui.page.caretAt(text.length);
  return true;
}

export function pasted(ui: ViewState, event: ClipboardEvent): void {
  const files = [...(event.clipboardData?.files ?? [])];
  // A copied table or page brings its text and a picture of it; the text is what is meant.
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

/** A browser pastes line by line so that each can be undone: thousands of them stop the page for half a minute. */
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
  // More than a key: not to be lost to a reload within the moment that typing may pause.
  ui.panel.flush();
  if (refused.length > 0) ui.panel.showMessage({ message: refused.join(' ') });
}
