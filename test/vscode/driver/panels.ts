import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { runCommand } from './palette';

/** Where a panel is: the view in the side bar, or the nth editor tab that holds one (from 0). */
export type Place = 'view' | number;

/**
 * VS Code draws each webview as a frame in a frame above the workbench. Once it was hidden, only where it lies tells the
 * view's from an editor's: the side bar is at the window's right edge.
 */
function outerFrame(page: Page, place: Place): Locator {
  const frame = 'iframe.webview.ready[src*="extensionId=enso.enso"]';
  const inSideBar = ':is([src*="purpose=webviewView"], .webview-overlay-outer-right > *)';
  return place === 'view'
    ? page.locator(`${frame}${inSideBar}`).first()
    : page.locator(`${frame}:not(${inSideBar})`).nth(place);
}

/** What a panel shows, to look for things in; it waits for the panel by itself. */
export function panel(page: Page, place: Place = 'view'): FrameLocator {
  return outerFrame(page, place).contentFrame().locator('#active-frame').contentFrame();
}

/** The panel's own frame, to evaluate or scan things in. */
export async function panelFrame(page: Page, place: Place = 'view'): Promise<Frame> {
  const inner = outerFrame(page, place).contentFrame().locator('#active-frame');
  await inner.waitFor();
  const frame = await (await inner.elementHandle())?.contentFrame();
  if (!frame) throw new Error(`There is no panel at ${String(place)}.`);
  return frame;
}

/** Opens the chat view, and waits until its panel is drawn. */
export async function openView(page: Page): Promise<FrameLocator> {
  await runCommand(page, 'Enso: Open Chat');
  await panelFrame(page, 'view');
  return panel(page, 'view');
}

/** Opens a chat beside the code, and waits until its panel is drawn. */
export async function openToSide(page: Page, nth = 0): Promise<FrameLocator> {
  await runCommand(page, 'Enso: Open Chat to the Side');
  await panelFrame(page, nth);
  return panel(page, nth);
}
