import type { Locator, Page } from 'playwright-core';
import { quickInput, quickRow } from './palette';

/** Returns the lines of the visible editors that contain a text. */
export const editorLine = (page: Page, text: string): Locator =>
  page.locator('.editor-instance:visible .view-line', { hasText: text });

/**
 * Opens a file of the workspace in an editor, with the cursor at its start.
 * @param line a text of a line of the file, without line breaks
 */
export async function openFile(page: Page, name: string, line: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+P');
  await quickInput(page).waitFor();
  await page.keyboard.type(name);
  await quickRow(page, name).waitFor();
  // Pressed once: a second Enter would be a line break in the editor.
  await page.keyboard.press('Enter');
  await editorLine(page, line).click();
  await page.keyboard.press('ControlOrMeta+Home');
}
