import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { runCommand } from './palette';

/** The place of a panel: the view in the side bar, or the nth editor tab with a panel, from 0. */
export type Place = 'view' | number;

/**
 * Returns the outer frame of a panel. VS Code places each webview as a frame in a frame above the workbench. After the view
 * was hidden, only the position distinguishes its frame from an editor's: the side bar is at the right edge of the window.
 */
function outerFrame(page: Page, place: Place): Locator {
  const frame = 'iframe.webview.ready[src*="extensionId=enso.enso"]';
  const inSideBar = ':is([src*="purpose=webviewView"], .webview-overlay-outer-right > *)';
  return place === 'view'
    ? page.locator(`${frame}${inSideBar}`).first()
    : page.locator(`${frame}:not(${inSideBar})`).nth(place);
}

/** Returns the content of a panel for locators, which wait for the panel. */
export function panel(page: Page, place: Place = 'view'): FrameLocator {
  return outerFrame(page, place).contentFrame().locator('#active-frame').contentFrame();
}

/** Returns the panel's own frame, to evaluate code in. */
export async function panelFrame(page: Page, place: Place = 'view'): Promise<Frame> {
  const inner = outerFrame(page, place).contentFrame().locator('#active-frame');
  await inner.waitFor();
  const frame = await (await inner.elementHandle())?.contentFrame();
  if (!frame) throw new Error(`There is no panel at ${String(place)}.`);
  return frame;
}

/** Opens the chat view, and waits for its panel. */
export async function openView(page: Page): Promise<FrameLocator> {
  await runCommand(page, 'Enso: Open Chat');
  await panelFrame(page, 'view');
  return panel(page, 'view');
}

/** Opens a chat panel beside the code, and waits for the panel. */
export async function openToSide(page: Page, nth = 0): Promise<FrameLocator> {
  await runCommand(page, 'Enso: Open Chat to the Side');
  await panelFrame(page, nth);
  return panel(page, nth);
}
