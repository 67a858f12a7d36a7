import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../../scripts/lib/browser.mjs';
import { newDataFolder, startServer, type Server } from '../../../scripts/lib/server.mjs';
import { Chat } from './chat';
import { extensionHosts } from './extensionHost';
import { runCommand } from './palette';
import { openView } from './panels';
import { assertNoProblems, watchForProblems, type Problems } from './problems';
import { Resets } from './resets';
import { themeNames, type Theme } from './themes';
import { until } from './until';

type Settings = Readonly<Record<string, unknown>>;
type Opens = 'folder' | 'nothing' | 'two folders' | 'no folders';

/** Options for starting a workbench. */
export interface WorkbenchOptions {
  /** The folder to open. The default is a new copy of the sample workspace. */
  readonly folder?: string;
  /** The window opens the folder, nothing, or a workspace: with the folder and an empty one, or without folders. */
  readonly opens?: Opens;
  /** Files to write into the folder before it opens, by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  /** The user's settings. */
  readonly settings?: Settings;
  /** Whether the folder is trusted. The default is true. */
  readonly trust?: boolean;
  readonly theme?: Theme;
  /** Added to an environment with its own home and without API keys. */
  readonly env?: Readonly<Record<string, string>>;
  /** Files to write into the user's home before the start, by relative path. */
  readonly home?: Readonly<Record<string, string>>;
  /** The size of the window in pixels. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Folders of extensions to install. Enso runs from the project unless `development` is false. */
  readonly extensions?: readonly string[];
  readonly development?: boolean;
}

/** A real VS Code in a browser, operated by a test like by a user. */
export interface Workbench {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly server: Server;
  readonly folder: string;
  readonly home: string;
  readonly problems: Problems;
  /**
   * Resets the window for the next test: nothing runs, the sample workspace has its initial files, no editor, quick input
   * or notification is open, and the chat view shows a new thread.
   * @param settings the user's settings for this test, added to those of the workbench
   */
  reset(settings?: Settings): Promise<void>;
  /** Hides the chat view, and waits until the extension host has been notified. */
  hideChat(): Promise<void>;
  /** Closes the window and opens it again. */
  reopen(): Promise<Page>;
  /** Reloads the window in place, and opens the chat view. */
  reload(): Promise<void>;
  /**
   * Closes the browser and the server. Throws after any request to the network, violation of the policy or error in a
   * webview.
   * @param keep keeps the logs of the run, like a failure does
   */
  close(keep?: boolean): Promise<void>;
}

/** Writes files below a folder. */
function write(folder: string, files: Readonly<Record<string, string>> = {}): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Starts a server and a browser, and waits until the window can be used. */
export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const project = process.cwd();
  const dataFolder = newDataFolder();
  const folder = options.folder ?? join(dataFolder, 'workspace');
  if (!options.folder) cpSync(join(project, 'sample'), folder, { recursive: true });
  write(folder, options.files);
  write(join(dataFolder, 'home'), options.home);

  const settings = {
    'workbench.colorTheme': themeNames[options.theme ?? 'dark'],
    // Most tests are not about approvals.
    'enso.approvals': 'off',
    ...options.settings,
  };
  const server = await startServer({
    dataFolder,
    trust: options.trust ?? true,
    settings,
    env: { ...options.env },
    extensions: [...(options.extensions ?? [])],
  });
  const browser = await launchBrowser(dataFolder);
  const context = await browser.newContext({ viewport: options.size ?? { width: 1280, height: 800 } });
  const problems = await watchForProblems(context);
  const development = options.development !== false && { extension: project };
  const { opens = 'folder' } = options;
  const address =
    opens === 'folder'
      ? server.url({ folder, ...development })
      : opens === 'nothing'
        ? server.url({ ...development })
        : server
            .url({ ...development })
            .replace(
              'ew=true',
              `workspace=${workspaceOf(dataFolder, opens === 'no folders' ? [] : [folder])}`,
            );
  const driven = { opens, server, browser, context, problems, folder, dataFolder, settings };
  return new DrivenWorkbench(driven, address, await open(context, address, opens));
}

/** Creates a workspace with these folders and an empty one, or without folders. Returns the path for an address. */
function workspaceOf(dataFolder: string, folders: readonly string[]): string {
  const second = join(dataFolder, 'second');
  mkdirSync(second, { recursive: true });
  const file = join(dataFolder, 'several.code-workspace');
  const paths = folders.length === 0 ? [] : [...folders, second];
  writeFileSync(file, JSON.stringify({ folders: paths.map((path) => ({ path })) }));
  return encodeURIComponent(file);
}

/** Opens a window, and waits for its parts and for the extension's contributions. */
async function open(context: BrowserContext, address: string, opens: Opens): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await ready(page, opens);
  return page;
}

/** Closes a window as a user does, so that its extension host ends too. */
export async function closeWindow(page: Page): Promise<void> {
  page.on('dialog', (dialog) => void dialog.accept());
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
}

async function ready(page: Page, opens: Opens): Promise<void> {
  await page.locator('.monaco-workbench .part.statusbar').waitFor();
  // A window without a folder starts with the side bar closed.
  if (opens === 'nothing') return;
  // The view's tab appears when the extension's contributions have been read.
  await page.locator('.part.auxiliarybar .action-label[aria-label="Enso"]').waitFor();
}

interface Parts {
  readonly opens: Opens;
  readonly server: Server;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly problems: Problems;
  readonly folder: string;
  readonly dataFolder: string;
  readonly settings: Settings;
}

class DrivenWorkbench implements Workbench {
  private readonly resets: Resets;
  private settings: Settings;
  private hasShownThread = false;

  constructor(
    private readonly parts: Parts,
    private readonly address: string,
    public page: Page,
  ) {
    this.resets = new Resets(join(parts.dataFolder, 'resets'));
    this.settings = parts.settings;
  }

  get context(): BrowserContext {
    return this.parts.context;
  }

  get server(): Server {
    return this.parts.server;
  }

  get folder(): string {
    return this.parts.folder;
  }

  get home(): string {
    return this.parts.server.home;
  }

  get problems(): Problems {
    return this.parts.problems;
  }

  async reset(settings: Settings = {}): Promise<void> {
    const { dataFolder, folder } = this.parts;
    const wanted = { ...this.parts.settings, ...settings };
    // The extension host of a window that has just been closed would handle the request too.
    await until(this.page, 'one extension host', () => extensionHosts(dataFolder).length === 1, 45_000);
    const unset = Object.keys(this.settings).filter((name) => !(name in wanted));
    await this.resets.perform(this.page, {
      settings: wanted,
      unset,
      commands: [
        'workbench.action.closeQuickOpen',
        // An open list keeps the row of a notification that arrives while the list closes.
        'notifications.hideList',
        'enso.stopAll',
        // Closing an editor with unsaved changes would ask.
        'workbench.action.files.saveFiles',
        'workbench.action.closeAllEditors',
        'enso.openView',
      ],
    });
    this.settings = wanted;
    rmSync(join(folder, 'answers.txt'), { force: true });
    if (folder.startsWith(dataFolder)) cpSync('sample', folder, { recursive: true });
    await this.page.locator('.statusbar-item', { hasText: 'Enso: ' }).waitFor({ state: 'hidden' });
    await this.showNewThread();
  }

  /** Shows a new thread in the view, without leaving a draft in the history. */
  private async showNewThread(): Promise<void> {
    const { composer, frame } = new Chat(this.page);
    // Text that is typed before a panel has its first thread goes into the first thread.
    await frame.locator('.meter').first().waitFor();
    await frame.locator('.loading').waitFor({ state: 'detached' });
    await composer.fill('');
    const isEmpty = async () => (await frame.locator('.empty-lead').count()) === 1;
    if (this.hasShownThread && (await isEmpty())) {
      // An empty thread looks like a new one, but may have a loaded session.
      await composer.fill('!true');
      await composer.press('Enter');
      await frame.locator('.tool', { hasText: 'true' }).waitFor();
    }
    // A notification appears a moment after its command has returned.
    const clear = 'notifications.clearAll';
    await this.resets.perform(this.page, {
      commands: (await isEmpty()) ? [clear] : ['enso.newThread', clear],
    });
    await until(this.page, 'a new thread', async () => {
      return (await isEmpty()) && (await composer.inputValue()) === '';
    });
    this.hasShownThread = true;
  }

  async hideChat(): Promise<void> {
    // Messages from the window reach the extension host in order, so the host knows that the view is hidden.
    await this.resets.perform(this.page, {
      commands: ['workbench.action.closeAuxiliaryBar', 'notifications.hideList'],
    });
    await this.page.locator('.part.auxiliarybar').waitFor({ state: 'hidden' });
  }

  async reopen(): Promise<Page> {
    await closeWindow(this.page);
    this.page = await open(this.context, this.address, this.parts.opens);
    return this.page;
  }

  async reload(): Promise<void> {
    // A reload of the page doesn't wait until VS Code has saved the state of its panels.
    const loaded = this.page.waitForEvent('domcontentloaded');
    await runCommand(this.page, 'Developer: Reload Window');
    await loaded;
    await ready(this.page, 'nothing');
    await openView(this.page);
  }

  async close(keep = false): Promise<void> {
    await this.parts.browser.close();
    await this.server.stop();
    writeFileSync(join(this.parts.dataFolder, 'page.log'), this.problems.console.join('\n'));
    assertNoProblems({ ...this.problems, requests: [...this.problems.requests, ...this.server.refused()] });
    if (!keep) rmSync(this.parts.dataFolder, { recursive: true, force: true });
  }
}
