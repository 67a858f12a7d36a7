import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bash, outcomes, turn } from '../../../fixtures/pi/toolCalls';
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

  it('refuses network paths in each mode without a question and without a look', async () => {
    const file = world.write('work/a.txt', 'one');
    symlinkSync(`/${file}`, join(world.folder, 'net'));
    // The first ones would be found on this system if anything looked at them.
    const names = [
      `/${file}`,
      `@/${file}`,
      `file:///${file}`,
      'net',
      '\\\\host\\share\\a',
      '//host/a',
      'file://host/a',
      '\\\\?\\UNC\\host\\a',
    ];
    const calls: Step[] = names.flatMap((path) => [
      read(path),
      { tool: 'write', args: { path, content: 'x' } },
      { tool: 'edit', args: { path, edits: [{ oldText: 'one', newText: 'two' }] } },
      ...['grep', 'find', 'ls'].map((tool) => ({ tool, args: { pattern: 'x', path } })),
    ]);
    for (const mode of ['ask', 'edits-allowed', 'off'] as const) {
      for (const trusted of [true, false]) {
        world.approvals = mode;
        world.trusted = trusted;
        const thread = await world.open();
        assert.deepEqual(await turn(world, thread, calls), []);
        for (const [state, text] of outcomes(thread)) {
          assert.equal(state, 'failed');
          assert.match(text, /network path|File URL host must be/);
        }
      }
    }
    assert.equal(readFileSync(file, 'utf8'), 'one');
  });

  it('asks again about a read when a link on the way changed after the answer, and withholds what was read', async () => {
    world.write('work/a.txt', 'harmless');
    world.write('work/.env', 'KEY=1');
    const link = join(world.folder, 'link.txt');
    symlinkSync('a.txt', link);
    for (const answer of ['Deny', 'Allow Once']) {
      rmSync(link);
      symlinkSync('a.txt', link);
      const thread = await world.open();
      world.model.answer(read('link.txt'), bash('true # wait')).answer({ say: 'done' });
      thread.send('do it');
      // Both calls are decided on before one of them runs.
      const first = await thread.host.dialog(0);
      rmSync(link);
      symlinkSync('.env', link);
      first.answer({ value: 'Allow Once' });
      const question = await thread.host.dialog(1);
      assert.equal(question.spec.title, 'Read this file?');
      question.answer({ value: answer });
      await thread.host.settled(1);
      const [[state, text] = ['', '']] = outcomes(thread);
      assert.deepEqual(
        [state, text.includes('KEY=1')],
        answer === 'Deny' ? ['failed', false] : ['done', true],
      );
      assert.equal(JSON.stringify(world.model.requests.at(-1)).includes('KEY=1'), answer !== 'Deny');
    }
  });

  it('asks about files with keys and refuses devices behind each name that the system has for them', async () => {
    world.write('work/.env', 'KEY=1');
    world.write('work/plain.txt', 'plain');
    const open = openSync(join(world.folder, 'plain.txt'), 'r');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(world.folder, 'socket'), resolve));
    try {
      symlinkSync('/proc/self', join(world.folder, 'me'));
      symlinkSync('me/environ', join(world.folder, 'env.txt'));
      const asked = [
        '.env/',
        './.env',
        '@.env',
        'sub/../.env',
        'me/environ',
        'env.txt',
        `/dev/fd/${open}`,
        `/proc/self/fd/${open}`,
        `/proc/${process.pid}/task/${process.pid}/environ`,
        `/proc/self/root${world.folder}/plain.txt`,
        '/proc/thread-self/environ',
        `${world.folder}//.env`,
      ];
      const thread = await world.open();
      const specs = await turn(world, thread, asked.map(read), ...asked.map(() => 'Deny'));
      assert.deepEqual(specs.length, asked.length);
      const refused = [
        'socket',
        '/dev/null',
        '/dev/random',
        '/dev/tty',
        '/dev/fd/../null',
        'me/root/dev/zero',
      ];
      assert.deepEqual(await turn(world, thread, refused.map(read)), []);
      for (const [state, text] of outcomes(thread).slice(asked.length)) {
        assert.equal(state, 'failed');
        assert.match(text, /pipe or a device|ENOENT|ENXIO/);
      }
    } finally {
      closeSync(open);
      server.close();
    }
  });

  it('asks about a search through a folder with files with keys, and not about other searches', async () => {
    const search: Step = { tool: 'grep', args: { pattern: 'x', path: '.' } };
    world.write('work/a.txt', 'x');
    const thread = await world.open();
    assert.equal((await turn(world, thread, [search])).length, 0);
    world.write('work/sub/deep/.env', 'x');
    assert.equal((await turn(world, thread, [search], 'Deny')).length, 1);
  });
});
