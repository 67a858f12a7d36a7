import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { keepOnLoopback } from '../../../scripts/lib/browser.mjs';

/** What went wrong in a page without anybody looking; all three lists grow as it comes. */
export interface Problems {
  /** Addresses beyond this machine that something asked for; each was refused. */
  readonly requests: readonly string[];
  /** What the content security policy of any frame refused. */
  readonly policy: readonly string[];
  /** Errors on the console of a webview, and exceptions that nobody caught there. */
  readonly errors: readonly string[];
  /** Everything that any frame wrote to the console, in order. */
  readonly console: readonly string[];
}

/** Console lines of a webview carry its document's or its script's address, never the workbench's. */
const fromWebview = (url: string) =>
  /\/contrib\/webview\/browser\/pre\/|vscode-resource|vscode-webview/.test(url);

/** Starts gathering, and lets the context reach loopback only. Call it before the first page opens. */
export async function watchForProblems(context: BrowserContext): Promise<Problems> {
  const requests = await keepOnLoopback(context);
  const policy: string[] = [];
  const errors: string[] = [];
  const lines: string[] = [];

  context.on('console', (message: ConsoleMessage) => {
    const { url, lineNumber } = message.location();
    const line = `[${message.type()}] ${message.text()} (${url}:${String(lineNumber)})`;
    lines.push(line);
    if (/Content Security Policy/i.test(message.text())) policy.push(line);
    else if (message.type() === 'error' && fromWebview(url)) errors.push(line);
  });
  context.on('weberror', (webError) => {
    const { message, stack = message } = webError.error();
    lines.push(`[uncaught] ${stack}`);
    if (fromWebview(stack)) errors.push(stack);
  });
  return { requests, policy, errors, console: lines };
}

/** Says every problem in one error, or nothing. */
export function assertNoProblems({ requests, policy, errors }: Problems): void {
  const found = [
    ...requests.map((each) => `request beyond this machine: ${each}`),
    ...policy.map((each) => `content security policy: ${each}`),
    ...errors.map((each) => `error in a webview: ${each}`),
  ];
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** The page that is still open, for a picture after a failure. */
export function openPage(context: BrowserContext): Page | undefined {
  return context.pages().find((page) => !page.isClosed());
}
