import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { commandRule } from '../../../src/extension/approvals/commands/commandRule';
import { commandTable } from '../../../src/extension/approvals/commands/commandTable';
import { parseCommandLine } from '../../../src/extension/approvals/commands/commandLine';

const programs = [...new Set(commandTable.map(({ command }) => command[0] ?? '')), 'sh', 'sed', 'x.sh'];

describe('Command rules:', () => {
  let root = '';
  let work = '';
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'enso-command-')));
    work = join(root, 'work');
    for (const folder of ['work/sub', 'work/.git/objects', 'work/.git/refs', 'outside', 'bin']) {
      mkdirSync(join(root, folder), { recursive: true });
    }
    const files = {
      'work/a.txt': 'a\n',
      'work/-n': 'n\n',
      'work/sub/b c.txt': 'b\n',
      'outside/secret.txt': 's\n',
      'work/.git/HEAD': 'ref: refs/heads/main\n',
      'work/.git/config': '[core]\n\tbare = false\n',
      'work/package.json': '{ "scripts": { "test": "true" } }',
    };
    for (const [file, content] of Object.entries(files)) writeFileSync(join(root, file), content);
    symlinkSync(join(root, 'outside'), join(work, 'out'));
    for (const program of programs) {
      const stub = join(root, 'bin', program);
      writeFileSync(stub, `#!/bin/bash\nprintf '%s\\0' ${program} "$@" > '${root}/ran'.$$\n`);
      chmodSync(stub, 0o755);
    }
    writeFileSync(join(work, 'x.sh'), `#!/bin/bash\ntouch '${root}/pwned'\n`);
    chmodSync(join(work, 'x.sh'), 0o755);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const rule = (line: string, more: Partial<Parameters<typeof commandRule>[2]> = {}) =>
    commandRule('bash', line, {
      folder: work,
      folders: [],
      trusted: true,
      shell: {},
      environment: { PATH: join(root, 'bin') },
      ...more,
    });
  const isRow = async (...args: Parameters<typeof rule>) => (await rule(...args)).id.startsWith('command ');

  it('a rule with a shell or prefix from settings covers only its command, and expires when those settings change', async () => {
    assert.equal(await isRow('ls'), true);
    assert.equal(await isRow('ls', { shell: { commandPrefix: 'cd ..' } }), false);
    assert.equal(await isRow('ls', { shell: { path: './sh' } }), false);
    const prints = [{}, { commandPrefix: 'a' }, { path: 'a' }].map(
      async (shell) => (await rule('x', { shell })).fingerprint,
    );
    assert.equal(new Set(await Promise.all(prints)).size, 3);
  });

  it('a rule covers only its command if a program of the workspace could run instead', async () => {
    const outside = join(root, 'bin');
    for (const searchPath of [
      '',
      '.',
      `.:${outside}`,
      `${work}:${outside}`,
      `${work}/sub/bin:${outside}`,
      `:${outside}`,
    ]) {
      assert.equal(await isRow('ls', { environment: { PATH: searchPath } }), false, searchPath);
    }
    assert.equal(await isRow('ls', { environment: { PATH: `${outside}:${work}` } }), true);
    assert.equal(await isRow('ls', { folder: '/', environment: { PATH: outside } }), false);
    rmSync(join(outside, 'ls'));
    symlinkSync(join(work, 'x.sh'), join(outside, 'ls'));
    assert.equal(await isRow('ls'), false);
  });

  it('a rule in an untrusted folder covers only its command if the folder can configure the program', async () => {
    for (const line of ['git status', 'git log', 'npm test']) {
      assert.deepEqual([await isRow(line), await isRow(line, { trusted: false })], [true, false], line);
    }
  });

  it('a rule expires when a configuration file of its program changes', async () => {
    const changes = {
      'git status': ['.git/info/attributes', '.gitattributes', '.git/config'],
      'npm test': ['package.json', '.npmrc', '../.npmrc'],
    };
    mkdirSync(join(work, '.git', 'info'));
    for (const [line, files] of Object.entries(changes)) {
      for (const file of files) {
        const before = await rule(line);
        writeFileSync(join(work, file), line === 'npm test' ? '# changed\n' : '# changed\n[core]\n');
        const after = await rule(line);
        assert.equal(before.id, after.id);
        assert.notEqual(before.fingerprint, after.fingerprint, file);
      }
    }
  });

  it('a rule covers only its command if the repository can make Git run code', async () => {
    const changes: Readonly<Record<string, string>> = {
      '.git/config': '[core]\n\tfsmonitor = ./x.sh\n',
      '.git/hooks/post-index-change': '#!/bin/sh\n',
      '.git/config.worktree': '',
      '.git/commondir': '../elsewhere',
      '.gitmodules': '',
    };
    for (const [file, content] of Object.entries(changes)) {
      const path = join(work, file);
      const before = existsSync(path) ? readFileSync(path) : undefined;
      mkdirSync(join(path, '..'), { recursive: true });
      assert.equal(await isRow('git status'), true);
      writeFileSync(path, content);
      assert.equal(await isRow('git status'), false, file);
      if (before === undefined) rmSync(path);
      else writeFileSync(path, before);
    }
    const configs = [
      '[include]\n\tpath = ../x\n',
      '[includeIf "gitdir:/"]\n\tpath = ../x\n',
      '[core] fsmonitor = ./x.sh\n',
      '[core]\n\turl = a \\\n\tb\n',
      '[diff "x"]\n\ttextconv = ./x.sh\n',
      '[filter "x"]\n\tclean = ./x.sh\n',
      '[core]\n\tHooksPath = x\n',
      '[remote "a"]\n\tuploadpack = ./x.sh\n',
      '[gpg]\n\tprogram = ./x.sh\n',
      '[core]\n\tworktree = ..\n',
      'fsmonitor = x\n',
      '[core\n]\n\tfsmonitor = x\n',
    ];
    for (const config of configs) {
      writeFileSync(join(work, '.git', 'config'), config);
      assert.equal(await isRow('git status'), false, config);
    }
    rmSync(join(work, '.git'), { recursive: true });
    writeFileSync(join(work, '.git'), 'gitdir: ../outside\n');
    assert.equal(await isRow('git status'), false);
  });

  it('no rule covers a line that runs more than one program', async () => {
    const word = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...commandTable.flatMap(({ command }) => command)) },
      {
        weight: 6,
        arbitrary: fc.constantFrom(
          '-l',
          '-n',
          '-la',
          '-n 1',
          '--oneline',
          '--stat',
          '--version',
          '-p',
          '--color=auto',
          '-1',
          '--cached',
        ),
      },
      {
        weight: 6,
        arbitrary: fc.constantFrom(
          'a.txt',
          'sub',
          '"sub/b c.txt"',
          "'a.txt'",
          'HEAD',
          'HEAD~1',
          'test',
          './a.txt',
          '.',
          'out',
          '-n',
          '--',
          '..',
        ),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          '$X',
          '`x.sh`',
          '$(x.sh)',
          '~',
          '*',
          '{a,b}',
          '>x',
          '2>&1',
          '<a.txt',
          '<(x.sh)',
          "$'a'",
          '\\',
          '#',
          '!',
          '"',
          "'",
          '=x',
          'A=1',
          '--output=x',
          '-O./x.sh',
          '../outside',
          'é',
          '\u00a0',
          '[a]',
          '?',
          '~root',
          'a=~/x',
        ),
      },
    );
    const joint = fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(' ', '  ') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          ';',
          ' && ',
          '|',
          '\n',
          ' & ',
          '\r',
          '\t',
          '',
          '\\\n',
          ' || ',
          '\u2028',
          '\v',
        ),
      },
    );
    const line = fc
      .tuple(
        fc.constantFrom(...commandTable.map(({ command }) => command.join(' '))),
        fc.array(fc.tuple(joint, word), { maxLength: 5 }),
      )
      .map(([start, rest]) => start + rest.flat().join(''));
    let covered = 0;
    await fc.assert(
      fc.asyncProperty(line, async (text) => {
        if (!(await isRow(text))) return;
        covered++;
        const words = parseCommandLine(text) ?? [];
        const { status } = spawnSync('/bin/bash', ['-c', text], {
          cwd: work,
          env: { PATH: `${root}/bin`, HOME: `${root}/outside` },
          stdio: 'ignore',
        });
        assert.equal(status, 0, text);
        const ran = readdirSync(root).filter((name) => name.startsWith('ran.'));
        const calls = ran.map((name) => readFileSync(join(root, name), 'utf8').split('\0').slice(0, -1));
        for (const name of ran) rmSync(join(root, name));
        const isBuiltin = ['pwd', 'echo', 'true'].includes(words[0] ?? '');
        assert.deepEqual(calls, isBuiltin ? [] : [words], text);
        assert.deepEqual(readdirSync(work).sort(), [
          '-n',
          '.git',
          'a.txt',
          'out',
          'package.json',
          'sub',
          'x.sh',
        ]);
        assert.deepEqual(
          [existsSync(join(root, 'pwned')), readdirSync(join(root, 'outside'))],
          [false, ['secret.txt']],
        );
      }),
      { numRuns: 1000 },
    );
    assert.ok(covered > 100, String(covered));
  }).timeout(120_000);
});
