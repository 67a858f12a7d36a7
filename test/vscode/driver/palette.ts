import type { Locator, Page } from 'playwright-core';

/** Returns the open palette, Quick Pick or input box. */
export function quickInput(page: Page): Locator {
  return page.locator('.quick-input-widget:not([style*="display: none"])');
}

/** Returns a row of the open Quick Pick by whole words of its label or description, so that “No” isn't in “Nothing”. */
export function quickRow(page: Page, label: string): Locator {
  return rowsWith(page, '.monaco-list-row', label).first();
}

function rowsWith(page: Page, rows: string, label: string): Locator {
  const escaped = label.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const before = /^[A-Za-z]/.test(label) ? '(^|[^A-Za-z])' : '';
  const after = /[A-Za-z]$/.test(label) ? '([^A-Za-z]|$)' : '';
  const words = new RegExp(before + escaped + after);
  return quickInput(page)
    .locator(rows)
    .filter({ has: page.locator('.label-name, .label-description', { hasText: words }) });
}

/**
 * Runs a command by its title ("Enso: Stop") through the command palette, by keyboard alone.
 * A new window learns of commands one extension at a time, so the palette is opened again until it offers the
 * command.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  for (let left = 10; ; left -= 1) {
    await page.keyboard.press('F1');
    const box = quickInput(page).locator('input[type="text"]').first();
    const row = quickInput(page).locator(
      `.monaco-list-row:is([aria-label="${title}"], [aria-label^="${title},"])`,
    );
    // A panel that takes the focus at this moment closes the palette.
    const offered = await box
      .fill(`>${title}`, { timeout: 3000 })
      .then(() => row.first().waitFor({ timeout: 3000 }))
      .then(
        () => true,
        () => false,
      );
    if (offered) {
      await walkTo(page, row.and(page.locator('.focused')));
      break;
    }
    await page.keyboard.press('Escape');
    if (left === 0) throw new Error(`The palette doesn't offer "${title}".`);
  }
  await page.keyboard.press('Enter');
}

/**
 * Presses the down arrow until the wanted row is focused. Waits for the list after each press, because a second press
 * before the list has moved would go past the row.
 */
async function walkTo(page: Page, wanted: Locator): Promise<void> {
  const place = () =>
    quickInput(page)
      .locator('.monaco-list-row.focused')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-index')).join());
  for (let moves = 0; moves < 300 && (await wanted.count()) === 0; moves += 1) {
    await focusQuickInput(page);
    const before = await place();
    await page.keyboard.press('ArrowDown');
    const deadline = Date.now() + 1000;
    while ((await place()) === before && (await wanted.count()) === 0 && Date.now() < deadline);
  }
  await wanted.first().waitFor();
}

/**
 * Focuses the quick input. A webview that had the focus before may get the focus back after the quick input is open;
 * on a slow machine a user sees that and clicks into the quick input.
 */
async function focusQuickInput(page: Page): Promise<void> {
  const box = quickInput(page).locator('input[type="text"]').first();
  const focused = await quickInput(page).locator('input:focus').count();
  if (focused === 0 && (await box.count()) > 0) await box.click();
}

/**
 * Presses Enter until the quick input is closed, or until `next` is visible. A new question ignores keys for a moment,
 * and a user presses the key again. Elsewhere a second Enter would go to what has the focus next, so it is pressed once.
 */
async function accept(page: Page, next?: Locator): Promise<void> {
  const isQuestion = (await quickInput(page).getByRole('button', { name: 'Cancel Question' }).count()) > 0;
  const timeout = isQuestion ? 2_000 : 45_000;
  for (let left = 10; ; left -= 1) {
    await focusQuickInput(page);
    await page.keyboard.press('Enter');
    const over = next?.waitFor({ timeout }) ?? quickInput(page).waitFor({ state: 'hidden', timeout });
    const gone = await over.then(
      () => true,
      () => false,
    );
    if (gone) return;
    if (left === 0 || !isQuestion) throw new Error('Enter does not accept the quick input.');
  }
}

/** Types a text into the open input box and accepts the text. */
export async function answerInput(page: Page, text: string): Promise<void> {
  const box = quickInput(page).locator('input[type="text"]').first();
  await box.waitFor();
  await box.fill(text);
  await accept(page);
}

/** Accepts a row of the open Quick Pick by keyboard. `next` is the element that the row leads to, if any. */
export async function pickRow(page: Page, label: string, next?: Locator): Promise<void> {
  await quickRow(page, label).waitFor();
  await walkTo(page, rowsWith(page, '.monaco-list-row.focused', label));
  await accept(page, next);
}

/** Closes the open quick input. */
export async function dismissQuickInput(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
}
