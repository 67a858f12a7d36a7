import type { Locator, Page } from 'playwright-core';
import { runCommand } from './palette';

/** Returns the notifications of the open list. */
export const notices = (page: Page): Locator => page.locator('.notifications-center .notification-list-item');

/** Opens the list of notifications. A window under test shows no toasts. */
export async function showNotices(page: Page): Promise<void> {
  await runCommand(page, 'Notifications: Show Notifications');
  await page.locator('.notifications-center.visible').waitFor();
}

/** Returns Enso's status bar item of an open question. */
export const questionInStatusBar = (page: Page): Locator =>
  page.locator('.part.statusbar').getByText('Enso: 1 question');
