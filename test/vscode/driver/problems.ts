import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { keepOnLoopback } from '../../../scripts/lib/browser.mjs';

/** Problems of a page that no test looks for. The lists grow while the page lives. */
export interface Problems {
  /** Addresses beyond this machine that were requested and refused. */
  readonly requests: readonly string[];
  /** Resources that the content security policy of a frame refused. */
  readonly policy: readonly string[];
  /** Errors on the console of a webview, and uncaught exceptions of a webview. */
  readonly errors: readonly string[];
  /** All console messages of all frames, in order. */
  readonly console: readonly string[];
}

/** Console messages of a webview have the address of its document or its script, never that of the workbench. */
const fromWebview = (url: string) =>
  /\/contrib\/webview\/browser\/pre\/|vscode-resource|vscode-webview/.test(url);

/** Starts collecting problems, and restricts the context to loopback. Must be called before the first page opens. */
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

/** Throws one error with all problems, if there are any. */
export function assertNoProblems({ requests, policy, errors }: Problems): void {
  const found = [
    ...requests.map((each) => `request beyond this machine: ${each}`),
    ...policy.map((each) => `content security policy: ${each}`),
    ...errors.map((each) => `error in a webview: ${each}`),
  ];
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** Returns a page that is still open, for a screenshot after a failure. */
export function openPage(context: BrowserContext): Page | undefined {
  return context.pages().find((page) => !page.isClosed());
}
