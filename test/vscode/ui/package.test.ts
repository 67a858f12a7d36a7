import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chat } from '../driver/chat';
import { crashExtensionHosts, extensionHosts } from '../driver/extensionHost';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { until } from '../driver/wait';
import { startWorkbench, type Workbench } from '../driver/workbench';

/** All that is kept of drafts in a run's data folder. */
function savedDrafts(dataFolder: string): string {
  const folder = join(dataFolder, 'data', 'User', 'workspaceStorage');
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /enso\.enso\/drafts\/.*\.json$/.test(name.replaceAll('\\', '/')))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

describe('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'enso-package-'));
  let workbench: Workbench;
  const chat = () => new Chat(workbench.page);

  before(async function () {
    this.timeout(120_000);
    const file = join(folder, 'enso.vsix');
    const packing = spawnSync(process.execPath, ['scripts/package.mjs', `--out=${file}`], {
      encoding: 'utf8',
    });
    assert.equal(packing.status, 0, packing.stdout + packing.stderr);
    workbench = await startWorkbench({ development: false, extensions: [file] });
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await screenshot(workbench.page, `failed-${this.currentTest.fullTitle()}`);
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await workbench.close();
  });

  it('installs like any other extension, and its chat answers with the pi inside it', async () => {
    await openView(workbench.page);
    await chat().send('list the files');
    await chat().answers.filter({ hasText: 'README.md' }).waitFor();
    await chat().idle();
    await screenshot(workbench.page, 'package-installed');
  });

  /** Ends the extension host without a word, and waits until VS Code has started another one. */
  async function crash(): Promise<void> {
    const { page, server } = workbench;
    const before = extensionHosts(server.dataFolder);
    assert.equal(before.length, 1);
    crashExtensionHosts(server.dataFolder);
    const another = () => {
      const now = extensionHosts(server.dataFolder);
      return now.length > 0 && !now.some((pid) => before.includes(pid));
    };
    await until(page, 'another extension host', another, 60_000);
    await openView(page);
  }

  const composerHolds = (text: string) =>
    until(workbench.page, 'the text', async () => (await chat().composer.inputValue()) === text);

  it('has what was typed and said again when the extension host has crashed', async function () {
    this.timeout(120_000);
    const { page, server } = workbench;
    await chat().composer.click();
    await page.keyboard.type('typed before the crash');
    await until(page, 'the draft on disk', () =>
      savedDrafts(server.dataFolder).includes('typed before the crash'),
    );
    await crash();
    await composerHolds('typed before the crash');
    await chat().answers.filter({ hasText: 'README.md' }).waitFor();
    await screenshot(page, 'package-after-crash');
    await chat().composer.fill('');
    await chat().send('read notes.txt');
    await chat().answers.filter({ hasText: 'say goodbye, too' }).waitFor();
    await chat().idle();
  });

  it('gives what waited in the queue back when the extension host has crashed', async function () {
    this.timeout(120_000);
    const { page, server } = workbench;
    await chat().send('count slowly to 2000');
    await chat().answers.filter({ hasText: '1 2 3' }).waitFor();
    await chat().send('list the files');
    await until(page, 'the queue on disk', () => savedDrafts(server.dataFolder).includes('list the files'));
    await crash();
    await composerHolds('list the files');
    await chat().bubbles.filter({ hasText: 'count slowly to 2000' }).waitFor();
    await screenshot(page, 'package-after-crash-2');
    await chat().composer.press('Enter');
    await chat().answers.filter({ hasText: 'README.md' }).nth(1).waitFor();
  });
});
