import { strict as assert } from 'node:assert';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { realTarget, scopeOf } from '../../../src/extension/approvals/pathScope';

describe('where a file lies', () => {
  let root = '';
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'enso-where-')));
    mkdirSync(join(root, 'work'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is inside of any of the workspace’s folders, also when a folder is reached by a link', async () => {
    symlinkSync(join(root, 'work'), join(root, 'link'));
    const folders = [join(root, 'other'), join(root, 'link')];
    assert.equal((await scopeOf(join(root, 'work', 'new', 'a.txt'), folders)).inside, true);
    assert.equal((await scopeOf(join(root, 'work-b', 'a.txt'), folders)).inside, false);
    assert.equal((await scopeOf(join(root, 'work', '..', 'a.txt'), folders)).inside, false);
  });

  it('can’t be told in a ring of links', async () => {
    symlinkSync(join(root, 'b'), join(root, 'a'));
    symlinkSync(join(root, 'a'), join(root, 'b'));
    await assert.rejects(realTarget(join(root, 'a', 'x')));
  });

  it('is delicate where something is told what to run, and for hidden files at home', async () => {
    const delicate = async (folder: string, path: string) =>
      (await scopeOf(join(folder, path), [folder])).sensitive;
    assert.equal(await delicate(join(root, 'work'), '.git/hooks/post-commit'), true);
    assert.equal(await delicate(join(root, 'work'), 'sub/.vscode/tasks.json'), true);
    assert.equal(await delicate(join(root, 'work'), '.prettierrc'), false);
    assert.equal(await delicate(homedir(), '.prettierrc'), true);
    assert.equal(await delicate(homedir(), 'notes.txt'), false);
  });
});
