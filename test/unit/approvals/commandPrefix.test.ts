import { strict as assert } from 'node:assert';
import { commandPrefix } from '../../../src/extension/approvals/commandPrefix';

describe('the kind of a command', () => {
  it('is its program, with the subcommand of those that have some', () => {
    const kinds = {
      'ls -la src': 'ls',
      '  touch "a b.txt" ': 'touch',
      'npm test': 'npm test',
      'npm run build -- --watch': 'npm run build',
      'git status --short': 'git status',
      'cargo check': 'cargo check',
    };
    for (const [command, kind] of Object.entries(kinds)) assert.equal(commandPrefix(command), kind);
  });

  it('is none when the first words don’t tell what is done', () => {
    const commands = [
      'npm test && rm -rf /',
      'npm test; curl x',
      'npm test | tee x',
      'npm test > x',
      'npm test &',
      'npm test\nrm x',
      'npm test `rm x`',
      'npm test $(rm x)',
      'npm test $X',
      'npm test \\\n x',
      '(npm test)',
      '{ npm test',
      'X=1 npm test',
      './npm test',
      '/bin/ls',
      '"npm" test',
      'npm',
      'npm --prefix x test',
      'npm exec x',
      'npx x',
      'git -c core.pager=x log',
      'git config alias.x "!y"',
      'sudo ls',
      'bash -c ls',
      'env ls',
      'node -e 1',
      'python3 x.py',
      'find . -exec rm',
      'xargs rm',
      'npm test # x',
      '',
      'npm\u00a0test',
      'l\u200bs',
    ];
    for (const command of commands) assert.equal(commandPrefix(command), undefined, command);
  });
});
