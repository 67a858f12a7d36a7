import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chat } from '../driver/chat';
import { crashExtensionHosts, extensionHosts } from '../driver/extensionHost';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { untilDraftIsSaved } from '../driver/savedDrafts';
import { untilComposerHas } from '../driver/threads';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/until';

describe('The package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'enso-package-'));
  const file = join(folder, 'enso.vsix');
  const workbench = useWorkbench({ development: false, extensions: [file] });
  const chat = () => new Chat(workbench().page);

  before(function () {
    this.timeout(120_000);
    const packing = spawnSync(process.execPath, ['scripts/package.mjs', `--out=${file}`], {
      encoding: 'utf8',
    });
    assert.equal(packing.status, 0, packing.stdout + packing.stderr);
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Kills the extension host, and waits until VS Code has started another one. */
  async function crash(): Promise<void> {
    const { page, server } = workbench();
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

  it('The installed package has the notices and the bill of materials of everything in it', () => {
    const installed = join(workbench().server.dataFolder, 'extensions');
    const [own = ''] = readdirSync(installed).filter((name) => name.startsWith('enso.enso-'));
    const notices = readFileSync(join(installed, own, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const { components } = JSON.parse(readFileSync(join(installed, own, 'sbom.cdx.json'), 'utf8')) as {
      components: { purl: string }[];
    };
    const purls = components.map(({ purl }) => purl).join('\n');
    // One of each build: pi, the panel, the extension host, the icons, and a script that pi carries.
    for (const name of [
      '@earendil-works/pi-coding-agent',
      'lit-html',
      'zod',
      '@vscode/codicons',
      'marked-cjk-friendly',
    ]) {
      assert.ok(notices.includes(`\n${name} `), name);
      assert.ok(purls.includes(`pkg:npm/${name.replace('@', '%40')}@`), name);
    }
  });

  it('The package installs like any other extension, and restores draft and transcript after a crash of the extension host', async function () {
    this.timeout(120_000);
    const { page } = workbench();
    await chat().send('list the files');
    await chat().answers.filter({ hasText: 'README.md' }).waitFor();
    await chat().idle();
    await screenshot(page, 'package-installed');
    await chat().composer.click();
    await page.keyboard.type('typed before the crash');
    await untilDraftIsSaved(workbench(), 'typed before the crash');
    await crash();
    await untilComposerHas(chat(), 'typed before the crash');
    await chat().answers.filter({ hasText: 'README.md' }).waitFor();
    await screenshot(page, 'package-after-crash');
    await chat().composer.fill('');
    await chat().send('read notes.txt');
    await chat().answers.filter({ hasText: 'say goodbye, too' }).waitFor();
    await chat().idle();
  });

  it('Queued prompts return to the composer after a crash of the extension host', async function () {
    this.timeout(120_000);
    const { page } = workbench();
    await chat().send('count slowly to 2000');
    await chat().answers.filter({ hasText: '1 2 3' }).waitFor();
    await chat().send('list the files');
    await untilDraftIsSaved(workbench(), 'list the files');
    await crash();
    await untilComposerHas(chat(), 'list the files');
    await chat().bubbles.filter({ hasText: 'count slowly to 2000' }).waitFor();
    await screenshot(page, 'package-after-crash-2');
    await chat().composer.press('Enter');
    await chat().answers.filter({ hasText: 'README.md' }).waitFor();
  });
});
