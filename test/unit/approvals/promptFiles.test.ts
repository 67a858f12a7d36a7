import { strict as assert } from 'node:assert';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promptFiles } from '../../../src/extension/approvals/promptFiles';

describe('Files with instructions for the model:', () => {
  let root = '';
  const file = (path: string): { readonly path: string } => {
    const full = join(root, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, 'x');
    return { path: full };
  };
  const used = (trusted: boolean, files: readonly { readonly path: string }[]) =>
    promptFiles(files, { folder: join(root, 'work'), agentDir: join(root, 'agent'), trusted }).used;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'enso-prompts-')));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it("an untrusted folder uses only the files of pi's own folder, compared as paths", () => {
    const own = file('agent/AGENTS.md');
    const others = [file('agent-x/AGENTS.md'), file('work/AGENTS.md'), file('AGENTS.md')];
    const away = { path: join(root, 'agent/link.md') };
    symlinkSync(join(root, 'work/AGENTS.md'), away.path);
    const roundabout = { path: `${root}/agent/../work/AGENTS.md` };
    assert.deepEqual(used(false, [own, ...others, away, roundabout]), [own]);
    symlinkSync(join(root, 'agent'), join(root, 'linked'));
    const linked = { path: join(root, 'linked/AGENTS.md') };
    assert.deepEqual(used(false, [linked]), [linked]);
  });

  it("a trusted folder uses its own files, and files of parent folders that other users can't write", () => {
    const files = [file('agent/AGENTS.md'), file('AGENTS.md'), file('work/AGENTS.md')];
    assert.deepEqual(used(true, files), files);
    chmodSync(root, 0o777);
    assert.deepEqual(used(true, files), [files[0], files[2]]);
  });
});
