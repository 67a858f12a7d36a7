import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { bash, turn } from '../../../fixtures/pi/toolCalls';
import { commandGroups } from '../../../fixtures/pi/commandPairs';
import { PiWorld } from '../../../fixtures/pi/piWorld';

describe('Rules for commands:', () => {
  let world: PiWorld;
  before(() => {
    world = new PiWorld();
    world.approvals = 'ask';
    fill(world);
  });
  after(() => world.close());
  afterEach(() => {
    world.allowed = [];
    assert.equal(existsSync(join(world.folder, 'pwned')), false);
    assert.deepEqual(outside(world), ['secret.txt secret\n']);
  });

  for (const trusted of [true, false]) {
    for (const { first, covered = [], asked } of commandGroups) {
      const answer = trusted ? 'Always Allow' : 'Allow in This Thread';
      it(`a rule made by “${first}” covers ${covered.length} others and asks about ${asked.length} (${trusted ? 'trusted' : 'untrusted'})`, async () => {
        world.trusted = trusted;
        restore(world);
        const thread = await world.open();
        assert.equal((await turn(world, thread, [bash(first)], answer)).length, 1, first);
        restore(world);
        const needsTrust = /^(?:git|npm)/.test(first);
        const calls = [...covered, ...asked];
        const expected = trusted || !needsTrust ? asked : calls.filter((command) => command !== first);
        const specs = await turn(world, thread, calls.map(bash), ...expected.map(() => 'Deny'));
        const texts = specs.map((spec) => (spec.kind === 'select' ? spec.preview?.text : undefined));
        assert.deepEqual(texts, expected);
      });
    }
  }
});

function fill(world: PiWorld): void {
  world.write('outside/secret.txt', 'secret\n');
  world.write('work/sub/b.txt', 'b\n');
  mkdirSync(join(world.folder, 'sub', 'deep'));
  world.write('work/.env', 'KEY=1\n');
  world.write('work/key.pem', 'key\n');
  world.write('work/package.json', '{ "scripts": { "test": "true", "other": "touch pwned" } }');
  world.write('work/evilpkg/package.json', '{ "scripts": { "test": "touch ../pwned" } }');
  for (const name of ['x.sh', 'evil.sh', 'ls']) {
    chmodSync(world.write(`work/${name}`, '#!/bin/sh\ntouch pwned\n'), 0o755);
  }
  symlinkSync(join(world.root, 'outside'), join(world.folder, 'out'));
  symlinkSync(join(world.root, 'outside', 'secret.txt'), join(world.folder, 'link.txt'));
  execFileSync('mkfifo', [join(world.folder, 'fifo')]);
  restore(world);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: world.folder,
      stdio: 'ignore',
    });
  git('init', '-q');
  git('add', 'a.txt');
  git('commit', '-qm', 'one');
}

/** Some of the commands that are allowed first change these. */
function restore(world: PiWorld): void {
  world.write('work/a.txt', 'one\n');
  world.write('work/b.txt', 'two\n');
  rmSync(join(world.folder, 'pwned'), { force: true });
}

function outside({ root }: PiWorld): readonly string[] {
  const folder = join(root, 'outside');
  return readdirSync(folder).map((name) => {
    const file = join(folder, name);
    return `${name} ${statSync(file).isFile() ? readFileSync(file, 'utf8') : ''}`;
  });
}
