import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chat } from '../driver/chat';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { startWorkbench } from '../driver/workbench';

describe('the package', () => {
  it('installs like any other extension, and its chat answers with the pi inside it', async function () {
    this.timeout(120_000);
    const folder = mkdtempSync(join(tmpdir(), 'enso-package-'));
    const file = join(folder, 'enso.vsix');
    try {
      const packing = spawnSync(process.execPath, ['scripts/package.mjs', `--out=${file}`], {
        encoding: 'utf8',
      });
      assert.equal(packing.status, 0, packing.stdout + packing.stderr);

      const workbench = await startWorkbench({ development: false, extensions: [file] });
      try {
        await openView(workbench.page);
        const chat = new Chat(workbench.page);
        await chat.send('list the files');
        await chat.answers.filter({ hasText: 'README.md' }).waitFor();
        await chat.idle();
        await screenshot(workbench.page, 'package-installed');
      } finally {
        await workbench.close();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
