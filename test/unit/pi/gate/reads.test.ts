import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { outcomes, turn } from '../../../fixtures/pi/toolCalls';
import { PiWorld } from '../../../fixtures/pi/piWorld';
import type { Step } from '../../../fixtures/pi/scriptedModel';

describe('Approvals of reads:', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
    world.approvals = 'ask';
    const tools = `[...pi.getActiveTools(), 'grep', 'find', 'ls']`;
    world.extension('tools', `pi.on('session_start', () => pi.setActiveTools(${tools}));`);
  });
  afterEach(() => world.close());

  const read = (path: string): Step => ({ tool: 'read', args: { path } });

  it('reading outside the workspace in an untrusted folder needs approval under each path of the file', async () => {
    const outside = world.write('elsewhere/a.txt', 'secret');
    world.write('work/in.txt', 'in');
    symlinkSync(join(world.root, 'elsewhere'), join(world.folder, 'link'));
    world.trusted = false;
    const thread = await world.open();
    const names = [outside, '../elsewhere/a.txt', `@${outside}`, pathToFileURL(outside).href, 'link/a.txt'];
    const asked = await turn(world, thread, ['in.txt', ...names].map(read), ...names.map(() => 'Deny'));
    assert.deepEqual(
      asked.map(({ title }) => title),
      names.map(() => 'Read this file?'),
    );
    assert.equal(outcomes(thread).filter(([, text]) => text.includes('secret')).length, 0);
    const searches: Step[] = [
      { tool: 'ls', args: { path: '../elsewhere' } },
      { tool: 'grep', args: { pattern: 'secret', path: '../elsewhere' } },
      { tool: 'find', args: { pattern: '*', path: 'link' } },
    ];
    for (const search of searches) {
      assert.equal((await turn(world, thread, [search], 'Deny')).length, 1);
    }
    world.trusted = true;
    assert.equal((await turn(world, thread, [read(outside)])).length, 0);
  });

  it('reading files with keys needs approval in each mode but “off”', async () => {
    world.write('agent/auth.json', '{}');
    world.write('work/.env', 'KEY=1');
    world.write('work/server.pem', 'key');
    symlinkSync(join(world.folder, 'server.pem'), join(world.folder, 'harmless.txt'));
    const names = [
      '/proc/self/environ',
      `/proc/${process.pid}/environ`,
      '/proc/self/root/proc/self/environ',
      '~/.ssh/id_ed25519',
      join(homedir(), '.ssh', 'config'),
      join(homedir(), '.aws', 'credentials'),
      '../agent/auth.json',
      '.env',
      'server.pem',
      'harmless.txt',
      '/work/../etc/shadow',
    ];
    for (const mode of ['ask', 'edits-allowed'] as const) {
      world.approvals = mode;
      const thread = await world.open();
      const asked = await turn(world, thread, names.map(read), ...names.map(() => 'Deny'));
      assert.equal(asked.length, names.length);
    }
    world.approvals = 'off';
    const thread = await world.open();
    assert.equal((await turn(world, thread, names.map(read))).length, 0);
    for (const [, text] of outcomes(thread)) assert.match(text, /^Skipped: keys, passwords or sign-ins/);
  });

  it('searching a folder that contains files with keys needs approval', async () => {
    const thread = await world.open();
    const search: Step = { tool: 'grep', args: { pattern: 'x', path: '~' } };
    assert.equal((await turn(world, thread, [search], 'Deny')).length, 1);
  });

  it('an approval in the thread covers later reads of the file', async () => {
    world.write('work/.env', 'KEY=1');
    const thread = await world.open();
    const [spec] = await turn(world, thread, [read('.env')], 'Allow in This Thread');
    assert.equal(spec?.kind === 'select' && spec.options.includes('Always Allow'), false);
    assert.equal((await turn(world, thread, [read('.env')])).length, 0);
    assert.deepEqual(outcomes(thread).at(-1), ['done', 'KEY=1']);
  });

  it('pipes and devices are refused under each of their paths', async () => {
    const fifo = join(world.folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    symlinkSync(fifo, join(world.folder, 'link'));
    const thread = await world.open();
    const names = [
      'fifo',
      '@fifo',
      fifo,
      `@${fifo}`,
      pathToFileURL(fifo).href,
      'link',
      './fifo',
      '/dev/zero',
      '@/dev/zero',
    ];
    const calls: Step[] = names.flatMap((path) => [
      read(path),
      { tool: 'write', args: { path, content: 'x' } },
      { tool: 'grep', args: { pattern: 'x', path } },
    ]);
    assert.equal((await turn(world, thread, calls)).length, 0);
    const ended = outcomes(thread);
    assert.equal(ended.length, calls.length);
    for (const [state, text] of ended) {
      assert.equal(state, 'failed');
      assert.match(text, /pipe or a device/);
    }
  });
});
