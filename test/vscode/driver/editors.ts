import type { Locator, Page } from 'playwright-core';

/** Returns the lines of the visible editors that contain a text. */
export const editorLine = (page: Page, text: string): Locator =>
  page.locator('.editor-instance:visible .view-line', { hasText: text });

/**
 * Opens a file at the root of the workspace in an editor, with the cursor at its start. Uses the Explorer, because Go to File
 * may not find a file that has just been written.
 * @param line a text of a line of the file, without line breaks
 */
export async function openFile(page: Page, name: string, line: string): Promise<void> {
  await page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true }).dblclick();
  await editorLine(page, line).click();
  await page.keyboard.press('ControlOrMeta+Home');
}
