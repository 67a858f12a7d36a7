import type { Locator } from 'playwright-core';

/** Pastes a small image into a text box, as from the clipboard. */
export async function pasteImage(box: Locator, name: string): Promise<void> {
  await box.evaluate(async (element, fileName) => {
    const canvas = new OffscreenCanvas(20, 20);
    canvas.getContext('2d')?.fillRect(0, 0, 9, 9);
    const data = new DataTransfer();
    data.items.add(
      new File([await canvas.convertToBlob({ type: 'image/png' })], fileName, { type: 'image/png' }),
    );
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    element.dispatchEvent(event);
  }, name);
}

/** Pastes a file that isn't an image. */
export async function pasteFile(box: Locator, name: string, type: string): Promise<void> {
  await box.evaluate(
    (element, file) => {
      const data = new DataTransfer();
      data.items.add(new File(['words'], file.name, { type: file.type }));
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      element.dispatchEvent(event);
    },
    { name, type },
  );
}
