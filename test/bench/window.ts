import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { keepOnLoopback, launchBrowser } from '../../scripts/lib/browser.mjs';
import { newDataFolder, startServer, type Server } from '../../scripts/lib/server.mjs';
import type { BenchOptions } from './options';

/** A panel's frames get a host name of their own, so the browser gives them a process of their own. */
const ownProcess = [
  '--site-per-process',
  '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebRTC,BlockInsecurePrivateNetworkRequests',
];

/** The key that the model server is asked with. */
export const benchKey = { ENSO_TEST_MODEL_KEY: 'bench' };

/** pi's files in a user's home folder, by relative path. */
export const piHome = (modelsFile: string): Readonly<Record<string, string>> => ({
  '.pi/agent/models.json': modelsFile,
  '.pi/agent/settings.json': JSON.stringify({ defaultProvider: 'local', defaultModel: 'talker' }),
});

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A VS Code with the packed Enso, an empty extension and the probe; its own server, browser and folders. */
export class BenchWindow {
  private constructor(
    readonly page: Page,
    private readonly browser: Browser,
    private readonly server: Server,
    private readonly probePort: number,
  ) {}

  static async open(
    options: BenchOptions,
    home: Readonly<Record<string, string>> = {},
  ): Promise<BenchWindow> {
    const dataFolder = newDataFolder();
    writeFiles(join(dataFolder, 'home'), home);
    const folder = join(dataFolder, 'workspace');
    cpSync('sample', folder, { recursive: true });
    const probe = join(dataFolder, 'parts', 'probe');
    cpSync('dist/test/bench/probe', probe, { recursive: true });
    cpSync('test/bench/probe/package.json', join(probe, 'package.json'));
    const empties = ['empty', 'empty-too'].map((name) => {
      const empty = join(dataFolder, 'parts', name);
      cpSync('test/bench/empty', empty, { recursive: true });
      const manifest = JSON.stringify({ ...emptyManifest, name });
      writeFileSync(join(empty, 'package.json'), manifest);
      return empty;
    });
    const probePort = await freePort();
    const server = await startServer({
      dataFolder,
      // The package last: once it is installed, the server's own list says what there is.
      extensions: [probe, ...empties, options.vsix],
      env: { ...benchKey, ENSO_BENCH_PROBE: String(probePort) },
      settings: { 'enso.approvals': 'off', 'workbench.secondarySideBar.defaultVisibility': 'hidden' },
    });
    const browser = await launchBrowser(dataFolder, ownProcess);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await keepOnLoopback(context);
    const page = await context.newPage();
    await giveWebviewsAHost(page, server.origin);
    await page.goto(server.url({ folder }));
    await page.locator('.monaco-workbench .part.statusbar').waitFor();
    const window = new BenchWindow(page, browser, server, probePort);
    await window.probeIsThere();
    return window;
  }

  /** Asks the probe in the extension host. */
  async ask<T>(act: string, of = ''): Promise<T> {
    const address = `http://127.0.0.1:${String(this.probePort)}/${act}?of=${encodeURIComponent(of)}`;
    const response = await fetch(address);
    const text = await response.text();
    if (!response.ok) throw new Error(`The probe could not ${act}: ${text}`);
    return JSON.parse(text) as T;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
    rmSync(this.server.dataFolder, { recursive: true, force: true });
  }

  private async probeIsThere(): Promise<void> {
    for (let left = 600; ; left -= 1) {
      const there = await this.ask('watch-stalls').then(
        () => true,
        () => false,
      );
      if (there) return;
      if (left === 0) throw new Error('The extension host has no probe.');
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  }
}

const emptyManifest = {
  publisher: 'enso-bench',
  version: '1.0.0',
  engines: { vscode: '^1.106.0' },
  main: './extension.js',
  activationEvents: [],
  extensionKind: ['workspace'],
};

/** Has the workbench load its webviews from a host name of theirs; the server answers to any. */
async function giveWebviewsAHost(page: Page, origin: string): Promise<void> {
  const { port } = new URL(origin);
  await page.route(
    (url) => url.origin === origin && url.pathname === '/',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        /(&quot;webviewEndpoint&quot;:&quot;)([^&]+)/,
        (_, name: string, path: string) =>
          `${name}http://{{uuid}}.localhost:${port}/${path.replace(/^\//, '')}`,
      );
      // The page's policy names the hosts that frames may have.
      const headers = Object.fromEntries(
        Object.entries(response.headers()).filter(([name]) => name !== 'content-security-policy'),
      );
      await route.fulfill({ response, headers, body });
    },
  );
}
