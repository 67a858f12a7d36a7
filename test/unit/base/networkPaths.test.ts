import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNetworkPath, refuseNetworkPath } from '../../../src/extension/base/networkPaths';
import { followPath } from '../../../src/extension/base/paths';
import { findNamedFile } from '../../../src/extension/vscode/commands/namedFile';

/** Names of a file on the computer `host`, in every spelling that some system or library understands. */
const networkNames = [
  '\\\\host\\share\\a.txt',
  '//host/share/a.txt',
  '\\/host/share/a.txt',
  '/\\host\\share',
  '///host/share',
  '\\\\?\\UNC\\host\\share\\a.txt',
  '\\\\.\\UNC\\host\\share',
  '\\\\?\\C:\\a.txt',
  '\\\\.\\pipe\\name',
  '\\??\\UNC\\host\\share',
  '//?/UNC/host/share',
  '\\\\wsl$\\Ubuntu\\a',
  '\\\\host@SSL@443\\DavWWWRoot\\a',
  'file://host/share/a.txt',
  'FILE://host/a.txt',
  'file:////host/share/a.txt',
  'file://///host/share',
  'file:\\\\host\\share',
  'file:///%5C%5Chost/share',
  'file://localhost//host/share',
  'file://127.0.0.1/c$/a',
  'file://%68ost/a',
  '@//host/share/a.txt',
  '@\\\\host\\share',
  ' //host/share',
  '\u00a0\\\\host\\share',
  '"\\\\host\\share"',
];

describe('A network path', () => {
  it('is recognized in each of its spellings', () => {
    assert.deepEqual(
      networkNames.filter((name) => !isNetworkPath(name)),
      [],
    );
  });

  it('is no ordinary name', () => {
    const names = [
      'a.txt',
      '/a',
      '/a//b',
      './/a',
      'C:\\a',
      'C:/a',
      '~/a',
      '@a',
      'file:///a/b',
      'file:/a',
      'file://localhost/a',
      'a\\\\b',
      '..//a',
      '',
      '\\a',
      'https://host/a',
    ];
    assert.deepEqual(
      names.filter((name) => isNetworkPath(name)),
      [],
    );
  });

  it('is allowed only in a workspace that is on that computer itself', () => {
    const folders = ['\\\\wsl$\\Ubuntu\\home\\me\\work'];
    refuseNetworkPath('\\\\wsl$\\Ubuntu\\home\\me\\work\\a.txt', folders);
    for (const name of [
      '\\\\wsl$\\Ubuntu\\home\\me\\work2',
      '\\\\wsl$\\Ubuntu\\home\\me\\work\\..\\x',
      '\\\\host\\home\\me\\work',
    ]) {
      assert.throws(() => refuseNetworkPath(name, folders), /network path/);
    }
    assert.throws(() => refuseNetworkPath('//host/share', ['/']), /network path/);
  });
});

describe('A link in a chat', () => {
  let root = '';
  let work = '';
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'enso-links-')));
    work = join(root, 'work');
    for (const folder of ['work/sub', 'outside']) mkdirSync(join(root, folder), { recursive: true });
    for (const file of ['work/a.txt', 'work/100%.md', 'work/b c.txt', 'outside/o.txt']) {
      writeFileSync(join(root, file), 'x');
    }
    symlinkSync(join(root, 'outside'), join(work, 'out'));
    symlinkSync('../outside/o.txt', join(work, 'o.txt'));
    symlinkSync('a.txt', join(work, 'in.txt'));
    symlinkSync(`/${join(root, 'work')}/a.txt`, join(work, 'net.txt'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const find = (name: string) => findNamedFile(name, [work]);

  it('leads into the workspace only if the file lies there with its links resolved', async () => {
    const inside = ['a.txt', 'in.txt', './sub/../a.txt', '100%.md', 'b%20c.txt', join(root, 'work/a.txt')];
    for (const name of inside) assert.equal((await find(name))?.inside, true, name);
    const outside = [
      'o.txt',
      'out/o.txt',
      '../outside/o.txt',
      pathToFileURL(join(root, 'outside/o.txt')).href,
    ];
    for (const name of outside) {
      const { inside: isInside, target } = (await find(name)) ?? {};
      assert.deepEqual([isInside, target], [false, join(root, 'outside/o.txt')], name);
    }
  });

  it('leads to no folder, pipe or missing file', async () => {
    execFileSync('mkfifo', [join(work, 'fifo')]);
    for (const name of ['sub', 'fifo', 'missing', '/dev/zero', '/dev/stdin']) {
      assert.equal(await find(name), undefined, name);
    }
  });

  it('never leads to a network path, also by a link or in percent code', async () => {
    const file = join(root, 'work/a.txt');
    // These would be found on this system if anything looked at them.
    const existing = [
      `/${file}`,
      `@/${file}`,
      `%2F${file}`,
      `file:///${file}`,
      'net.txt',
      `%2F%2F${file.slice(1)}`,
    ];
    for (const name of [...existing, ...networkNames]) assert.equal(await find(name), undefined, name);
    await assert.rejects(followPath(join(work, 'net.txt')), /network path/);
  });
});
