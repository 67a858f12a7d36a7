import { strict as assert } from 'node:assert';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { keepOnLoopback, launchBrowser } from '../../scripts/lib/browser.mjs';
import { newDataFolder } from '../../scripts/lib/server.mjs';
import { pagePolicy } from '../../src/extension/vscode/panels/pagePolicy';
import type { PanelMessage } from '../../src/protocol/requests';
import { ScriptedHost } from './scriptedHost';
import { themeOf, type ThemeName } from './themes';

const origin = 'http://panel.localhost';
const hourMs = 3_600_000;
const screenshots = '.vscode-test/screenshots/webview';

const policy = pagePolicy({ nonce: 'n0nce', source: origin });

/** Returns the page as the host builds it, with the texts of a translation if there is one. */
const markup = (
  texts: Texts | undefined,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Enso</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="n0nce"><link rel="stylesheet" href="panel.css"></head>
<body>${texts === undefined ? '' : `<script type="application/json" id="l10n">${JSON.stringify(texts).replaceAll('<', '\\u003c')}</script>`}
<script nonce="n0nce" src="panel.js"></script></body></html>`;

/** The part of the style of VS Code for webviews that changes how things look. */
const defaultStyle = `@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) transparent; }
  body { background: var(--vscode-sideBar-background); color: var(--vscode-editor-foreground);
    font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; }
  code { color: var(--vscode-textPreformat-foreground); background: var(--vscode-textPreformat-background);
    padding: 1px 3px; border-radius: 4px; }
  pre code { padding: 0; }
}`;

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A translation: texts by their English text. */
export type Texts = Readonly<Record<string, unknown>>;

export interface PanelOptions {
  readonly theme?: ThemeName;
  readonly texts?: Texts;
  readonly width?: number;
  readonly height?: number;
  /** Changes the host before the page loads. */
  readonly before?: (host: ScriptedHost) => void;
  /** Whether the page's clock stands still until the test moves it. */
  readonly frozen?: boolean;
  /** Whether `open` waits for the thread. The default is true. */
  readonly awaitThread?: boolean;
}

/** A panel in a browser with a scripted host. */
export class PanelPage {
  readonly problems: string[] = [];

  private constructor(
    readonly page: Page,
    readonly host: ScriptedHost,
    private readonly context: BrowserContext,
    private readonly refused: readonly string[],
  ) {}

  static async open(browser: Browser, options: PanelOptions = {}): Promise<PanelPage> {
    const { theme = 'dark', width = 380, height = 900 } = options;
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
    const refused = await keepOnLoopback(context);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const host: ScriptedHost = new ScriptedHost((frame) =>
      page.evaluate((data) => window.postMessage(data, '*'), frame).catch(unlessPageIsGone),
    );
    options.before?.(host);
    const panel = new PanelPage(page, host, context, refused);
    await panel.prepare(theme, options.frozen === true, options.texts);
    await page.goto(`${origin}/`);
    if (options.awaitThread !== false) await panel.thread();
    return panel;
  }

  /** Waits until the thread is on the page. */
  async thread(): Promise<void> {
    await this.page.locator('.meter').first().waitFor();
    await this.page.locator('.loading').waitFor({ state: 'detached' });
  }

  get composer() {
    return this.page.getByRole('textbox', { name: 'Message pi' });
  }

  /** Waits until the page has processed all messages that were posted before. */
  async messagesProcessed(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(0);
        }),
    );
  }

  /** Returns everything that axe finds, a line for each element. */
  async axe(): Promise<string[]> {
    await this.page.evaluate(axeSource);
    return this.page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(document.body.parentElement ?? document.body);
      return violations.flatMap((violation) =>
        violation.nodes.map(
          (node) => `${violation.id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`,
        ),
      );
    });
  }

  async screenshot(name: string): Promise<void> {
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot({ path: join(screenshots, `${name}.png`) });
  }

  /** Closes the page, and fails after any problem in the page. */
  async close(): Promise<void> {
    await this.context.close();
    assert.deepEqual([...this.problems, ...this.refused], []);
  }

  private async prepare(theme: ThemeName, frozen: boolean, texts: Texts | undefined): Promise<void> {
    const { page } = this;
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.problems.push(message.text());
    });
    await page.route(`${origin}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/') await route.fulfill({ body: markup(texts), contentType: 'text/html' });
      else if (pathname === '/favicon.ico') await route.fulfill({ status: 204 });
      else await route.fulfill({ path: join('dist', pathname) });
    });
    await page.exposeFunction('hostReceives', (message: PanelMessage) => this.host.receive(message));
    if (frozen) {
      await page.clock.install({ time: 1_000_000 });
      // The clock runs until it is paused, and can't be paused at a time that has passed on a slow machine.
      await page.clock.pauseAt(1_000_000 + hourMs);
    }
    await page.addInitScript(inPage, { ...themeOf(theme), defaultStyle });
  }
}

/** What is posted to a page that closes or loads again in that moment is lost, as it is in VS Code. */
function unlessPageIsGone(error: unknown): void {
  if (!/has been closed|context was destroyed|navigation/.test(String(error))) throw error;
}

/** Runs in the page before anything else: what VS Code provides there. */
function inPage(given: {
  classes: string;
  variables: Readonly<Record<string, string>>;
  defaultStyle: string;
}): void {
  const bridge = window as unknown as {
    hostReceives(message: unknown): Promise<void>;
    acquireVsCodeApi(): unknown;
  };
  bridge.acquireVsCodeApi = () => ({
    postMessage: (message: unknown) => void bridge.hostReceives(message),
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') as unknown,
    setState: (state: unknown) => sessionStorage.setItem('state', JSON.stringify(state)),
  });
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
  const sheet = new CSSStyleSheet();
  const variables = Object.entries(given.variables).map(([name, value]) => `${name}: ${value};`);
  sheet.replaceSync(`:root { ${variables.join('\n')} } ${given.defaultStyle}`);
  document.adoptedStyleSheets.push(sheet);
  // The body has its class before the panel's script runs, as in VS Code.
  const early = new MutationObserver(() => {
    if (!document.body) return;
    document.body.className = given.classes;
    early.disconnect();
  });
  early.observe(document, { childList: true, subtree: true });
}

/** A browser for a whole suite. */
export function withBrowser(): { open(options?: PanelOptions): Promise<PanelPage> } {
  let browser: Browser;
  const opened: PanelPage[] = [];
  before(async () => {
    browser = await launchBrowser(newDataFolder());
  });
  afterEach(async () => {
    for (const panel of opened.splice(0)) await panel.close();
  });
  after(() => browser.close());
  return {
    open: async (options) => {
      const panel = await PanelPage.open(browser, options);
      opened.push(panel);
      return panel;
    },
  };
}
