import { strict as assert } from 'node:assert';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
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
import { dirname, join } from 'node:path';
import { commandRule } from '../../src/extension/approvals/commands/commandRule';
import { ends, options, reviewed, starts } from '../fixtures/approvals/hostileLines';
import { commandTable } from '../../src/extension/approvals/commands/commandTable';

/** Programs that this system has, without the folder's own. */
const searchPath = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');

describe('A line that differs from a row of the table', function () {
  this.timeout(120_000);
  let root = '';
  let work = '';
  before(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'enso-hostile-')));
    work = join(root, 'work');
    for (const folder of ['work/sub', 'work/evilpkg', 'outside', 'home'])
      mkdirSync(join(root, folder), { recursive: true });
    const files = {
      'work/a.txt': 'one\n',
      'work/b.txt': 'two\n',
      'work/.env': 'KEY=1\n',
      'work/list': 'a.txt\0',
      'outside/secret.txt': 'secret\n',
      'work/package.json': '{ "scripts": { "test": "true" } }',
      'work/evilpkg/package.json': '{ "scripts": { "test": "touch ../pwned" } }',
    };
    for (const [file, content] of Object.entries(files)) writeFileSync(join(root, file), content);
    for (const name of ['x.sh', 'ls', 'git', 'npm', 'cat', 'node']) {
      writeFileSync(join(work, name), `#!/bin/sh\ntouch '${root}/pwned'\n`);
      chmodSync(join(work, name), 0o755);
      cpSync(join(work, name), join(work, 'sub', name));
    }
    symlinkSync(join(root, 'outside'), join(work, 'out'));
    symlinkSync('..', join(work, 'sub', 'up'));
    symlinkSync(join(root, 'outside', 'secret.txt'), join(work, 'link.txt'));
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: work,
        stdio: 'ignore',
        env,
      });
    const env = { PATH: searchPath, HOME: join(root, 'home') };
    git('init', '-q');
    git('add', 'a.txt');
    git('commit', '-qm', 'one');
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  const isRow = async (line: string) => {
    const rule = await commandRule('bash', line, {
      folder: work,
      folders: [],
      trusted: true,
      shell: {},
      environment: { PATH: searchPath },
    });
    return rule.id.startsWith('command ');
  };
  const firsts = commandTable.map(({ command, operands, needsOption, needsOperand }) =>
    [
      ...command,
      ...(needsOption === true ? ['--version'] : []),
      ...(operands === 'script' ? ['test'] : []),
      ...(needsOperand === true && operands === 'files' ? ['a.txt'] : []),
      ...(operands === 'names' ? ['sh'] : []),
    ].join(' '),
  );
  const tree = () =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('work/.git/') && !name.startsWith('home/'))
      .sort()
      .join('\n');

  it('is no line of the row, in any of thousands of ways, or does no more than the row when it runs', async () => {
    const before = [tree(), readFileSync(join(work, 'a.txt'), 'utf8')];
    let asked = 0;
    const covered: string[] = [];
    for (const first of firsts) {
      assert.equal(await isRow(first), true, first);
      const lines = [
        ...options.map((option) => `${first} ${option}`),
        ...ends.map((end) => first + end),
        ...starts.map((start) => start + first),
      ];
      for (const line of lines) {
        if (!(await isRow(line))) {
          asked++;
          continue;
        }
        if (!line.startsWith('echo')) covered.push(line);
        const { stdout, stderr } = spawnSync('/bin/bash', ['-c', line], {
          cwd: work,
          env: { PATH: searchPath, HOME: join(root, 'home') },
          encoding: 'utf8',
          input: '',
          timeout: 20_000,
        });
        assert.doesNotMatch(stdout + stderr, /^secret|KEY=1/m, line);
        assert.deepEqual([tree(), readFileSync(join(work, 'a.txt'), 'utf8')], before, line);
      }
    }
    assert.ok(asked > 3000, String(asked));
    assert.deepEqual(covered, reviewed);
  });

  it('is no line of a row where a variable makes the shell or Git obey something else', async () => {
    const variables = {
      BASH_ENV: './x.sh',
      ENV: './x.sh',
      'BASH_FUNC_git%%': '() { ./x.sh; }',
      GIT_DIR: 'x',
      GIT_EXTERNAL_DIFF: './x.sh',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_PARAMETERS: "'core.fsmonitor'='./x.sh'",
      GIT_EXEC_PATH: '.',
      GIT_PAGER: './x.sh',
      GIT_TRACE: '../pwned',
      GIT_ALTERNATE_OBJECT_DIRECTORIES: '..',
    };
    for (const [name, value] of Object.entries(variables)) {
      const rule = await commandRule('bash', 'git status', {
        folder: work,
        folders: [],
        trusted: true,
        shell: {},
        environment: { PATH: searchPath, [name]: value },
      });
      assert.match(rule.id, /^exactly /, name);
    }
  });

  it('is no line of a row where npm’s settings name other files, or a program of the folder runs npm', async () => {
    const settings = [
      'script-shell=./x.sh',
      'prefix = evilpkg',
      'workspace=evilpkg',
      'workspaces=true',
      'node-options="--require ./x.js"',
      'userconfig=evil',
      'shell=./x.sh',
      '[section]\nscript-shell=./x.sh',
      'script_shell=./x.sh',
      'scripts-prepend-node-path=true',
      '${X}=1',
      'registry\rscript-shell=./x.sh',
    ];
    for (const text of settings) {
      writeFileSync(join(work, '.npmrc'), `fund=false\n${text}\n`);
      assert.equal(await isRow('npm test'), false, text);
    }
    writeFileSync(
      join(work, '.npmrc'),
      '; a comment\nfund=false\n@scope:registry=https://r.localhost/\n//r.localhost/:_authToken=${TOKEN}\n',
    );
    assert.equal(await isRow('npm test'), true);
    rmSync(join(work, '.npmrc'));
    mkdirSync(join(root, 'bin'));
    symlinkSync(
      execFileSync('which', ['npm'], { encoding: 'utf8', env: { PATH: searchPath } }).trim(),
      join(root, 'bin', 'npm'),
    );
    const environment = { PATH: [join(root, 'bin'), work, searchPath].join(':') };
    const rule = await commandRule('bash', 'npm test', {
      folder: work,
      folders: [],
      trusted: true,
      shell: {},
      environment,
    });
    assert.match(rule.id, /^exactly /);
  });

  it('is no line of a row in a repository with another repository in its index, through which Git runs a program', async () => {
    const env = { PATH: searchPath, HOME: join(root, 'home') };
    const git = (cwd: string, ...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd,
        stdio: 'ignore',
        env,
      });
    for (const version of ['2', '3', '4']) {
      git(work, 'update-index', '--index-version', version);
      assert.equal(await isRow('git status'), true, version);
      const inner = join(work, 'inner');
      mkdirSync(inner);
      git(inner, 'init', '-q');
      git(inner, 'commit', '--allow-empty', '-qm', 'one');
      git(work, 'add', 'inner');
      writeFileSync(join(inner, '.git', 'config'), `[core]\n\tfsmonitor = '${root}/work/x.sh'\n`);
      assert.equal(await isRow('git status'), false, version);
      git(work, 'status');
      assert.equal(readdirSync(root).includes('pwned'), true, 'Git runs the program');
      rmSync(join(root, 'pwned'));
      git(work, 'rm', '-rqf', '--cached', 'inner');
      rmSync(inner, { recursive: true });
    }
    git(work, 'update-index', '--split-index');
    assert.equal(await isRow('git status'), false);
    git(work, 'update-index', '--no-split-index');
    writeFileSync(join(work, '.git/objects/info/alternates'), '../../../outside\n');
    assert.equal(await isRow('git status'), false);
    rmSync(join(work, '.git/objects/info/alternates'));
    writeFileSync(join(work, '.git/index'), 'DIRC');
    assert.equal(await isRow('git status'), false);
  });
});
