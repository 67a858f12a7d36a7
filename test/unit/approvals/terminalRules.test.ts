import { strict as assert } from 'node:assert';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandContext } from '../../../src/extension/approvals/commands/commandRule';
import {
  terminalRulesApprove,
  type TerminalRules,
} from '../../../src/extension/approvals/commands/terminalRules';

describe("Rules of VS Code's terminal tool:", () => {
  let root = '';
  let work = '';
  before(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'enso-terminal-')));
    work = join(root, 'work');
    mkdirSync(join(work, 'sub'), { recursive: true });
    mkdirSync(join(root, 'outside'));
    for (const file of ['a.txt', '.env', 'package.json', 'x.sh']) writeFileSync(join(work, file), '');
    chmodSync(join(work, 'x.sh'), 0o755);
    symlinkSync(join(root, 'outside'), join(work, 'out'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  const approves = (line: string, rules: TerminalRules, more: Partial<CommandContext> = {}) =>
    terminalRulesApprove(line, rules, {
      folder: work,
      folders: [],
      trusted: true,
      shell: {},
      environment: { PATH: '/usr/bin:/bin' },
      ...more,
    });

  it('a rule approves the beginning of a command up to the end of a word, or a regular expression', async () => {
    const cases: readonly (readonly [TerminalRules, string, boolean])[] = [
      [{ ls: true }, 'ls -la sub', true],
      [{ ls: true }, 'lsof', false],
      [{ 'git status': true }, 'git status --short', true],
      [{ 'git status': true }, 'git stash', false],
      [{ '/^git (status|log)\\b/': true }, 'git log -3', true],
      [{ '/^GIT/i': true }, 'git log', true],
      [{ '/^ls$/g': true }, 'ls', true],
      [{ '/(/': true }, 'ls', false],
      [{ ls: true, '/(/': false }, 'ls', false],
      [{ '': true }, 'ls', false],
      [{ ls: null }, 'ls', false],
      [{ ls: 'yes' }, 'ls', false],
      [{ './x.sh': true }, './x.sh', true],
      [{ 'x.sh': true }, './x.sh', false],
      [{ l: true }, 'ls', false],
      [{ ls: { approve: true } }, 'ls', true],
      [{ ls: { approve: null } }, 'ls', false],
    ];
    for (const [rules, line, expected] of cases) {
      assert.equal(await approves(line, rules), expected, `${JSON.stringify(rules)} ${line}`);
    }
  });

  it('each command of a line has to be approved, and a denial wins', async () => {
    const rules = { ls: true, cat: true, wc: true };
    for (const line of ['ls && cat a.txt', 'ls; ls', 'cat a.txt | wc', 'ls || ls']) {
      assert.equal(await approves(line, rules), true, line);
      assert.equal(await approves(`${line} && rm a.txt`, rules), false, line);
      assert.equal(await approves(line, { ...rules, '/^(ls|cat)/': false }), false, line);
      assert.equal(
        await approves(line, { ...rules, '/a|ls/': { approve: false, matchCommandLine: true } }),
        false,
      );
    }
    const whole = { '/^ls && rm a/': { approve: true, matchCommandLine: true } };
    assert.equal(await approves('ls && rm a.txt', whole), true);
    assert.equal(await approves('ls && rm a.txt', { ...whole, rm: false }), false);
    assert.equal(await approves('ls', { ls: { approve: true, matchCommandLine: true } }), true);
  });

  it('Enso still asks about everything that is no plain command', async () => {
    const lines = [
      'ls > x',
      'ls >> x',
      'ls 2>&1',
      'ls < a.txt',
      'ls $(rm a)',
      'ls `rm a`',
      'ls "$(rm a)"',
      'ls $X',
      'ls *',
      'ls ~',
      'ls {a,b}',
      'ls &',
      'ls & ls',
      'ls |& cat',
      'X=1 ls',
      '! ls',
      'time ls',
      '(ls)',
      '{ ls; }',
      'if ls; then ls; fi',
      'ls # x',
      'ls\nls',
      'ls\tls',
      'ls \\',
      'ls "',
      'ls <<E',
      'ls <(ls)',
      'ls;;',
      'ls &&',
      '&& ls',
      'ls; ls > x',
      'ls() { rm a; }',
      '',
      ';',
    ];
    for (const line of lines) assert.equal(await approves(line, { '/^/': true }), false, line);
  });

  it('Enso still asks about files outside the workspace, with keys, or that other programs obey', async () => {
    const lines = [
      'cat /etc/passwd',
      'cat ../outside/x',
      'cat out/x',
      'ls sub/..',
      'cat .env',
      'cat -n .env',
      'cp a.txt package.json',
      'cp a.txt .git/hooks/x',
      'cp --target-directory=.git a.txt',
      'cp -t.vscode a.txt',
      'sort -o/etc/x a.txt',
      'sort --output=/etc/x a.txt',
      'dd of=/etc/x',
      'dd if=a.txt of=.envrc',
      'git -c a=/etc/x status',
      'cat //host/share',
      'cat "\\\\host\\share"',
      'scp a.txt host:/x',
      'ls a.txt && cat .env',
      'tee AGENTS.md',
    ];
    for (const line of lines) assert.equal(await approves(line, { '/^/': true }), false, line);
  });

  it('they do not count in untrusted folders, with a prefix or shell, or for programs of the folder', async () => {
    const rules = { '/^/': true };
    assert.equal(await approves('ls', rules), true);
    assert.equal(await approves('ls', rules, { trusted: false }), false);
    assert.equal(await approves('ls', rules, { shell: { commandPrefix: 'x' } }), false);
    assert.equal(await approves('ls', rules, { shell: { path: 'x' } }), false);
    assert.equal(await approves('ls', rules, { environment: { PATH: `${work}:/usr/bin:/bin` } }), false);
  });
});
