import { strict as assert } from 'node:assert';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { ChangesWorld } from '../../fixtures/changesWorld';

describe('Undo of changes', () => {
  let world: ChangesWorld;
  beforeEach(() => {
    world = new ChangesWorld();
  });
  afterEach(() => {
    world.close();
  });

  const ids = (...changes: readonly ({ readonly id: string } | undefined)[]): string[] =>
    changes.flatMap((change) => (change === undefined ? [] : [change.id]));

  it('Undo brings back a changed file with its mode, and Redo brings the change back', async () => {
    writeFileSync(world.path('run.sh'), 'one\n');
    chmodSync(world.path('run.sh'), 0o750);
    const before = world.snapshot();
    const change = await world.write({ 'run.sh': 'two\nthree\n' });
    const after = world.snapshot();
    assert.deepEqual(change?.files, [{ path: 'run.sh', kind: 'changed', added: 2, removed: 1 }]);
    assert.deepEqual(await world.undoAll(ids(change)), ['run.sh: safe']);
    assert.deepEqual(world.snapshot(), before);
    assert.deepEqual(await world.undo.undone('t'), ids(change));
    assert.deepEqual(await world.redoAll(ids(change)), ['run.sh: safe']);
    assert.deepEqual(world.snapshot(), after);
    assert.deepEqual(await world.undo.undone('t'), []);
  });

  it('Undo removes a new file and the folders that were made for it, and leaves folders with other files', async () => {
    const change = await world.write({ 'a/b/c.txt': 'c', 'd/e.txt': 'e' });
    writeFileSync(world.path('d/mine.txt'), 'mine');
    await world.undoAll(ids(change));
    assert.deepEqual(Object.keys(world.snapshot()), ['d/', 'd/mine.txt']);
    await world.redoAll(ids(change));
    assert.equal(readFileSync(world.path('a/b/c.txt'), 'utf8'), 'c');
  });

  it('Undo of several calls brings a file back to before the first of them', async () => {
    writeFileSync(world.path('a.txt'), '0');
    const first = await world.write({ 'a.txt': '1' });
    const second = await world.write({ 'a.txt': '2' });
    assert.deepEqual(await world.undoAll(ids(first, second)), ['a.txt: safe']);
    assert.equal(readFileSync(world.path('a.txt'), 'utf8'), '0');
    await world.redoAll(ids(second));
    assert.equal(readFileSync(world.path('a.txt'), 'utf8'), '2');
  });

  it('Undo of an earlier call finds the file changed by a later one, and leaves the file alone', async () => {
    const first = await world.write({ 'a.txt': '1' });
    await world.write({ 'a.txt': '2' });
    assert.deepEqual(await world.undoAll(ids(first)), ['a.txt: changed']);
    assert.equal(readFileSync(world.path('a.txt'), 'utf8'), '2');
    assert.deepEqual(await world.undo.undone('t'), []);
  });

  it('Undo overwrites a file that changed since only where the user accepts that, and Redo gives the lost text back', async () => {
    writeFileSync(world.path('a.txt'), 'old');
    writeFileSync(world.path('b.txt'), 'old');
    const change = await world.write({ 'a.txt': 'new', 'b.txt': 'new' });
    writeFileSync(world.path('a.txt'), 'mine');
    assert.deepEqual(await world.undoAll(ids(change)), ['a.txt: changed', 'b.txt: safe']);
    assert.equal(readFileSync(world.path('a.txt'), 'utf8'), 'mine');
    assert.equal(readFileSync(world.path('b.txt'), 'utf8'), 'old');
    await world.redoAll(ids(change));
    assert.equal(readFileSync(world.path('b.txt'), 'utf8'), 'new');
    await world.undoAll(ids(change), ['a.txt']);
    assert.equal(readFileSync(world.path('a.txt'), 'utf8'), 'old');
    await world.redoAll(ids(change));
    assert.equal(readFileSync(world.path('a.txt'), 'utf8'), 'mine');
  });

  it('Undo asks about a file with unsaved changes in an editor', async () => {
    writeFileSync(world.path('a.txt'), 'old');
    const change = await world.write({ 'a.txt': 'new' });
    world.unsaved.add(world.path('a.txt'));
    assert.deepEqual(await world.undoAll(ids(change)), ['a.txt: changed']);
    assert.equal(readFileSync(world.path('a.txt'), 'utf8'), 'new');
  });

  it('Undo keeps a mode that the user has set since', async () => {
    writeFileSync(world.path('a.sh'), 'old');
    const change = await world.write({ 'a.sh': 'new' });
    chmodSync(world.path('a.sh'), 0o755);
    await world.undoAll(ids(change));
    assert.equal(statSync(world.path('a.sh')).mode & 0o777, 0o755);
    assert.equal(readFileSync(world.path('a.sh'), 'utf8'), 'old');
  });

  it('A change through a link is undone in the file that the link leads to, and the link stays a link', async () => {
    writeFileSync(world.path('real.txt'), 'old');
    symlinkSync('real.txt', world.path('link.txt'));
    const before = world.snapshot();
    const change = await world.write({ 'link.txt': 'new' });
    assert.equal(readFileSync(world.path('real.txt'), 'utf8'), 'new');
    assert.deepEqual(await world.undoAll(ids(change)), ['real.txt: safe']);
    assert.deepEqual(world.snapshot(), before);
  });

  it('Bytes that are no text come back as they were', async () => {
    writeFileSync(world.path('a.bin'), Buffer.from([0, 255, 254, 13, 10, 0, 195]));
    const before = world.snapshot();
    const change = await world.write({ 'a.bin': 'text' });
    assert.deepEqual(change?.files, [{ path: 'a.bin', kind: 'changed', added: 0, removed: 0 }]);
    await world.undoAll(ids(change));
    assert.deepEqual(world.snapshot(), before);
  });

  it('A write of the same content is no change', async () => {
    writeFileSync(world.path('a.txt'), 'same');
    assert.equal(await world.write({ 'a.txt': 'same' }), undefined);
  });

  it('A failed write leaves no change behind', async () => {
    writeFileSync(world.path('a.txt'), 'old');
    const call = world.call();
    await assert.rejects(
      call.write(world.path('a.txt'), 'new', () => Promise.reject(new Error('disk full'))),
    );
    assert.equal(await call.summary(), undefined);
  });

  it('The record is on disk before the file changes, so that a killed process loses nothing', async () => {
    writeFileSync(world.path('a.txt'), 'old');
    const call = world.call();
    let saved: readonly string[] = [];
    await call.write(world.path('a.txt'), 'new', async () => {
      writeFileSync(world.path('a.txt'), 'new');
      const summary = await call.summary();
      const record = await world.store.record('t', summary?.id ?? '');
      saved = (record?.paths ?? []).map(({ before }) => before.kind);
    });
    assert.deepEqual(saved, ['file']);
  });

  it('The user is asked before a file changes that is too large to keep, and a denied change is not made', async () => {
    world.close();
    world = new ChangesWorld({ maxFileBytes: 10, maxTotalBytes: 1e9, maxAgeMs: 1e9 });
    writeFileSync(world.path('big.txt'), 'more than ten bytes');
    world.confirms = false;
    await assert.rejects(world.write({ 'big.txt': 'small' }), /can't be undone/);
    assert.equal(readFileSync(world.path('big.txt'), 'utf8'), 'more than ten bytes');
    assert.deepEqual(world.asked, ['big.txt: The file is too large for Enso to keep a copy.']);
    world.confirms = true;
    const change = await world.write({ 'big.txt': 'small' });
    assert.deepEqual(await world.undoAll(ids(change)), ['big.txt: lost']);
    assert.equal(readFileSync(world.path('big.txt'), 'utf8'), 'small');
  });

  it('Undo says that a content is lost once it was pruned, and changes nothing', async () => {
    world.close();
    world = new ChangesWorld({ maxFileBytes: 1000, maxTotalBytes: 8, maxAgeMs: 1e9 });
    writeFileSync(world.path('a.txt'), 'the old text');
    const change = await world.write({ 'a.txt': 'new' });
    await world.store.prune(Date.now());
    assert.deepEqual(await world.undoAll(ids(change)), ['a.txt: lost']);
    assert.equal(readFileSync(world.path('a.txt'), 'utf8'), 'new');
  });

  it('Contents older than the bound are deleted, and their records with them', async () => {
    writeFileSync(world.path('a.txt'), 'old');
    const change = await world.write({ 'a.txt': 'new' });
    await world.store.prune(Date.now() + 40 * 24 * 60 * 60 * 1000);
    assert.equal((await world.undo.planUndo('t', ids(change))).pruned, 1);
  });

  it('Stored contents are readable for their owner alone', async () => {
    writeFileSync(world.path('a.txt'), 'secret');
    await world.write({ 'a.txt': 'new' });
    const stored = world.snapshot(`${world.root}/store`);
    const modes = Object.values(stored).filter((entry) => entry !== '');
    assert.ok(modes.length > 2 && modes.every((entry) => entry.startsWith('600 ')), JSON.stringify(stored));
  });

  it('A change whose id is a path is never looked for', async () => {
    mkdirSync(world.path('x'));
    assert.equal(await world.store.record('t', '../../work/x'), undefined);
  });

  it('A file that the user removed since is asked about before Undo makes the file again', async () => {
    writeFileSync(world.path('a.txt'), 'old');
    const change = await world.write({ 'a.txt': 'new' });
    rmSync(world.path('a.txt'));
    assert.deepEqual(await world.undoAll(ids(change), ['a.txt']), ['a.txt: changed']);
    assert.equal(readFileSync(world.path('a.txt'), 'utf8'), 'old');
  });
});
