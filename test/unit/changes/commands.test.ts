import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandWatch } from '../../../src/extension/changes/commandWatch';
import type { CallChange } from '../../../src/protocol/item';
import { ChangesWorld } from '../../fixtures/changesWorld';

describe('Changes of commands in a Git repository', () => {
  let world: ChangesWorld;
  let trusted: boolean;
  let warnings: string[];
  let watch: CommandWatch;
  beforeEach(() => {
    world = new ChangesWorld();
    trusted = true;
    warnings = [];
    watch = new CommandWatch({
      folder: world.folder,
      blobs: world.store.blobs,
      temporary: join(world.root, 'temporary'),
      trusted: () => trusted,
      environment: () => environment,
      log: {
        debug: () => undefined,
        info: () => undefined,
        warn: (line) => warnings.push(line),
        error: (line) => warnings.push(line),
      },
    });
  });
  afterEach(() => {
    world.close();
    assert.deepEqual(warnings, []);
  });

  const environment = {
    PATH: process.env['PATH'],
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  const sh = (command: string): void => {
    execFileSync('sh', ['-ec', command], { cwd: world.folder, env: environment, stdio: 'pipe' });
  };
  const commit = (): void => {
    sh('git init -q; git add -A; git commit -qm first');
  };
  /** Runs a command as the bash tool does. */
  const command = async (line: string): Promise<CallChange | undefined> => {
    const call = world.call('bash');
    await watch.around(call, () => {
      sh(line);
      return Promise.resolve();
    });
    return call.summary();
  };
  const undoes = async (line: string): Promise<CallChange | undefined> => {
    const before = world.snapshot();
    const change = await command(line);
    const after = world.snapshot();
    const ids = change === undefined ? [] : [change.id];
    await world.undoAll(ids);
    assert.deepEqual(world.snapshot(), before, `undo of ${line}`);
    await world.redoAll(ids);
    assert.deepEqual(world.snapshot(), after, `redo of ${line}`);
    return change;
  };

  it('Undo brings back clean, changed, untracked and removed files, links and modes', async () => {
    writeFileSync(world.path('clean.txt'), 'clean\n');
    writeFileSync(world.path('dirty.txt'), 'committed\n');
    writeFileSync(world.path('run.sh'), 'echo\n');
    chmodSync(world.path('run.sh'), 0o755);
    symlinkSync('clean.txt', world.path('link'));
    commit();
    writeFileSync(world.path('dirty.txt'), 'not committed\n');
    writeFileSync(world.path('untracked.txt'), 'untracked\n');
    const change = await undoes(
      'echo more >> clean.txt; echo x > dirty.txt; rm untracked.txt run.sh link; echo new > created.txt; ln -s dirty.txt other',
    );
    assert.deepEqual(change?.files.map(({ path, kind }) => `${kind} ${path}`).sort(), [
      'changed clean.txt',
      'changed dirty.txt',
      'created created.txt',
      'created other',
      'deleted link',
      'deleted run.sh',
      'deleted untracked.txt',
    ]);
  });

  it('Undo removes the folders that a command made, and keeps those that were there or hold other files', async () => {
    sh('mkdir empty; mkdir here; echo a > here/a.txt');
    commit();
    await undoes(
      'mkdir -p new/deep here/new; echo b > new/deep/b.txt; echo c > here/new/c.txt; echo d > empty/d.txt',
    );
    const change = await command('mkdir -p kept/deep; echo b > kept/deep/b.txt');
    writeFileSync(join(world.folder, 'kept', 'mine.txt'), 'mine');
    await world.undoAll(change === undefined ? [] : [change.id]);
    assert.deepEqual(readdirSync(join(world.folder, 'kept')), ['mine.txt']);
  });

  it('Undo brings back files that a command has changed and committed', async () => {
    writeFileSync(world.path('a.txt'), 'one\n');
    commit();
    await undoes('echo two > a.txt; echo b > b.txt; git add -A; git commit -qm second');
  });

  it('Undo brings back the files of a branch that a command has left', async () => {
    writeFileSync(world.path('a.txt'), 'one\n');
    commit();
    sh(
      'git checkout -qb other; echo two > a.txt; echo b > b.txt; git add -A; git commit -qm second; git checkout -q -',
    );
    await undoes('git checkout -q other');
  });

  it('Files come back with the line ends that they had on disk', async () => {
    writeFileSync(world.path('.gitattributes'), 'crlf.txt text eol=crlf\n');
    writeFileSync(world.path('crlf.txt'), 'one\r\ntwo\r\n');
    commit();
    sh('git config core.autocrlf true');
    writeFileSync(world.path('lf.txt'), 'one\ntwo\n');
    sh('git add lf.txt 2>/dev/null; git commit -qm lf');
    await undoes('printf x > crlf.txt; printf x > lf.txt');
    await undoes('rm crlf.txt lf.txt');
  });

  it('Files with a filter come back as they were in the working tree', async () => {
    writeFileSync(world.path('.gitattributes'), '*.up filter=up\n');
    writeFileSync(world.path('a.up'), 'LOUD\n');
    sh(
      'git init -q; git config filter.up.clean "tr A-Z a-z"; git config filter.up.smudge "tr a-z A-Z"; git add -A; git commit -qm first',
    );
    await undoes('echo x > a.up');
  });

  it('Names with spaces, quotes, line breaks and other letters are covered', async () => {
    for (const name of ['a b.txt', 'qu"ote.txt', 'line\nbreak.txt', 'ümläut.txt', ':(top)x.txt', '*.txt'])
      writeFileSync(world.path(name), name);
    commit();
    await undoes('for f in *; do echo changed > "$f"; done');
  });

  it('A folder below the root of the repository covers the whole repository', async () => {
    mkdirSync(world.path('sub'));
    writeFileSync(world.path('sub/a.txt'), 'a\n');
    writeFileSync(world.path('top.txt'), 'top\n');
    commit();
    watch = new CommandWatch({
      folder: world.path('sub'),
      blobs: world.store.blobs,
      temporary: join(world.root, 'temporary'),
      trusted: () => true,
      environment: () => environment,
      log: {
        debug: () => undefined,
        info: () => undefined,
        warn: (line) => warnings.push(line),
        error: () => undefined,
      },
    });
    await undoes('echo x > sub/a.txt; echo x > top.txt');
  });

  it('A repository without a commit is covered', async () => {
    writeFileSync(world.path('a.txt'), 'a\n');
    sh('git init -q');
    await undoes('echo x > a.txt; echo y > b.txt');
  });

  it('What the user changes between two commands belongs to neither', async () => {
    writeFileSync(world.path('a.txt'), 'a\n');
    writeFileSync(world.path('b.txt'), 'b\n');
    commit();
    await command('echo 1 > a.txt');
    writeFileSync(world.path('b.txt'), 'mine\n');
    const change = await command('echo 2 > a.txt');
    assert.deepEqual(
      change?.files.map(({ path }) => path),
      ['a.txt'],
    );
    await world.undoAll([change.id]);
    assert.equal(readFileSync(world.path('b.txt'), 'utf8'), 'mine\n');
    assert.equal(readFileSync(world.path('a.txt'), 'utf8'), '1\n');
  });

  it('What a tool writes while a command starts belongs to the tool', async () => {
    writeFileSync(world.path('a.txt'), 'a\n');
    writeFileSync(world.path('b.txt'), 'b\n');
    commit();
    const call = world.call('bash');
    const running = watch.around(call, () => {
      sh('echo x > a.txt');
      return Promise.resolve();
    });
    writeFileSync(world.path('b.txt'), 'written\n');
    await watch.wrote(world.path('b.txt'));
    await running;
    assert.deepEqual(
      (await call.summary())?.files.map(({ path }) => path),
      ['a.txt'],
    );
  });

  it('Ignored files are not covered', async () => {
    writeFileSync(world.path('.gitignore'), 'out/\n');
    commit();
    assert.equal(await command('mkdir out; echo x > out/x'), undefined);
  });

  it('Git is not run in a folder that is not trusted', async () => {
    writeFileSync(world.path('a.txt'), 'a\n');
    commit();
    const ran = join(world.root, 'ran');
    sh(`git config core.fsmonitor "touch ${ran}"`);
    trusted = false;
    assert.equal(await command('echo x > a.txt'), undefined);
    assert.throws(() => readFileSync(ran));
  });

  it('Looking at the repository changes neither its index nor its objects, and starts no monitor of files', async () => {
    writeFileSync(world.path('a.txt'), 'a\n');
    commit();
    const ran = join(world.root, 'ran');
    sh(`git config core.fsmonitor "touch ${ran}; false"`);
    rmSync(ran, { force: true });
    writeFileSync(world.path('a.txt'), 'a\n');
    const state = () => [
      readFileSync(world.path('.git/index')).toString('hex'),
      execFileSync('find', [world.path('.git'), '-type', 'f']).toString(),
    ];
    const before = state();
    await command('echo x > b.txt');
    assert.deepEqual(state(), before);
    assert.throws(() => readFileSync(ran));
  });

  it('A folder outside of any repository has no changes of commands', async () => {
    writeFileSync(world.path('a.txt'), 'a\n');
    assert.equal(await command('echo x > a.txt'), undefined);
  });
});
