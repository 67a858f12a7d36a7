import { strict as assert } from 'node:assert';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
  const fromParents = (files: readonly { readonly path: string }[]) =>
    promptFiles(files, { folder: join(root, 'work'), agentDir: join(root, 'agent'), trusted: true })
      .fromParents;
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

  it("an untrusted folder uses a file to which the user's own link leads outside that folder", () => {
    file('dotfiles/AGENTS.md');
    const link = { path: join(root, 'agent/AGENTS.md') };
    mkdirSync(dirname(link.path));
    symlinkSync('../dotfiles/AGENTS.md', link.path);
    assert.deepEqual(used(false, [link]), [link]);
    chmodSync(join(root, 'dotfiles/AGENTS.md'), 0o666);
    assert.deepEqual(used(false, [link]), []);
  });

  it("a trusted folder uses its own files, and files of parent folders that other users can't write", () => {
    const parent = file('AGENTS.md');
    const files = [file('agent/AGENTS.md'), parent, file('work/AGENTS.md')];
    assert.deepEqual(used(true, files), files);
    const { gid, uid } = statSync(root);
    const isShared = gid !== uid;
    const modes: readonly (readonly [string, number, boolean])[] = [
      [root, 0o777, false],
      [root, 0o1777, false],
      [root, 0o775, !isShared],
      [root, 0o755, true],
      [parent.path, 0o646, false],
      [parent.path, 0o664, !isShared],
      [parent.path, 0o644, true],
    ];
    for (const [path, mode, isUsed] of modes) {
      chmodSync(path, mode);
      assert.equal(used(true, files).includes(parent), isUsed, `${path} ${mode.toString(8)}`);
      assert.deepEqual(fromParents(files), [{ path: parent.path, isUsed }]);
      chmodSync(path, path === root ? 0o755 : 0o644);
    }
  });

  it('a trusted folder ignores files of parent folders that other users own or could replace', () => {
    const near = file('top/near/AGENTS.md');
    const at = (path: string) => ({ folder: join(root, path), agentDir: join(root, 'agent'), trusted: true });
    const isUsed = () => promptFiles([near], at('top/near/work')).used.length === 1;
    mkdirSync(join(root, 'top/near/work'));
    assert.equal(isUsed(), true);
    chmodSync(join(root, 'top'), 0o777);
    assert.equal(isUsed(), false);
    // In a sticky folder, others can't rename what isn't theirs.
    chmodSync(join(root, 'top'), 0o1777);
    assert.equal(isUsed(), true);
    // Only the administrator can give files away.
    if (process.getuid?.() !== 0) return;
    for (const path of ['top/near/AGENTS.md', 'top/near', 'top']) {
      chownSync(join(root, path), 12_345, 12_345);
      assert.equal(isUsed(), false, path);
      chownSync(join(root, path), 0, 0);
    }
  });

  it('a trusted folder reports the files of parent folders, also behind a link', () => {
    const files = [file('agent/AGENTS.md'), file('AGENTS.md'), file('work/AGENTS.md')];
    assert.deepEqual(fromParents(files), [{ path: join(root, 'AGENTS.md'), isUsed: true }]);
    symlinkSync('../AGENTS.md', join(root, 'work/CLAUDE.md'));
    const link = { path: join(root, 'work/CLAUDE.md') };
    assert.deepEqual(fromParents([link]), [{ path: link.path, isUsed: true }]);
  });
});
