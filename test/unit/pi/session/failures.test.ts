import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '../../../../src/protocol/item';
import { Deferred } from '../../../../src/extension/base/deferred';
import { sessionFolder } from '../../../../src/extension/pi/sdk/piPaths';
import { fileThatComes } from '../../../fixtures/pi/processes';
import { Hold } from '../../../fixtures/pi/scriptedModel';
import { PiWorld } from '../../../fixtures/pi/piWorld';

const notices = (items: readonly Item[]) =>
  items.flatMap((item) => (item.kind === 'notice' ? [`${item.level}: ${item.text}`] : []));

describe('failures', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
    world.settings({ retry: { baseDelayMs: 1, maxRetries: 2 } });
  });
  afterEach(() => world.close());

  it('A provider error shows one short notice with the next step and without pages and keys', async () => {
    const page = `<!doctype html><html><title>Web server is down</title>${'<p>Ray 1234'.repeat(3000)}</html>`;
    world.model.answer(
      { say: 'half' },
      { fail: `401 {"error":"Incorrect API key provided: sk-abc123*****xyz"} ${page}` },
    );
    const thread = await world.open();
    await thread.run('hi');
    const notice = thread.host.items.at(-1);
    assert.ok(notice?.kind === 'notice');
    assert.equal(notice.text, 'The provider rejected the API key (HTTP 401).');
    assert.deepEqual(notice.next, ['set-key', 'choose-model']);
    assert.doesNotMatch(notice.detail ?? '', /abc123|xyz|<|Ray/);
    assert.deepEqual(thread.host.endings, [{ aborted: false, failed: true }]);
  });

  it('A failed attempt leaves no notice when a retry succeeds', async () => {
    world.model.answer({ fail: '529 overloaded_error' }).answer({ say: 'now' });
    const thread = await world.open();
    await thread.run('hi');
    assert.deepEqual(notices(thread.host.items), []);
    assert.deepEqual(thread.host.calls, ['m1 started', 'run started', 'delivered m1', 'run settled']);
    const retrying = thread.host.observations.find(
      (observation) => observation.type === 'activity' && observation.activity?.kind === 'retrying',
    );
    assert.ok(retrying?.type === 'activity' && retrying.activity?.kind === 'retrying');
    assert.deepEqual([retrying.activity.attempt, retrying.activity.attempts], [1, 2]);
  });

  it('Several failed attempts show one notice with their number', async () => {
    world.model.answer({ fail: '529 overloaded_error' }).answer({ fail: '529 overloaded_error' });
    world.model.answer({ fail: '529 overloaded_error' });
    const thread = await world.open();
    await thread.run('hi');
    assert.deepEqual(notices(thread.host.items), [
      'error: The provider had an internal error (HTTP 529). Failed after 3 attempts.',
    ]);
    assert.deepEqual(thread.host.endings, [{ aborted: false, failed: true }]);
  });

  it('An exception in a provider ends the run', async () => {
    world.model.throws().answer({ say: 'back' });
    const thread = await world.open();
    await thread.run('hi');
    assert.deepEqual(thread.host.endings, [{ aborted: false, failed: true }]);
    await thread.run('again');
    assert.equal(thread.host.endings[1]?.failed, false);
  });

  it('An exception in a listener affects neither the run nor the conversation', async () => {
    world.model.answer({ say: 'fine' });
    const thread = await world.open();
    const observe = thread.host.observe.bind(thread.host);
    thread.host.observe = (observation) => {
      observe(observation);
      throw new Error('a panel is gone');
    };
    await thread.run('hi');
    assert.deepEqual(thread.host.calls, ['m1 started', 'run started', 'delivered m1', 'run settled']);
    assert.equal(world.model.requests.length, 1);
    assert.ok(world.log.lines.some((line) => line.includes('failed')));
  });

  it('Sixty tool calls in one turn all end', async () => {
    world.write('work/a.txt', 'x');
    const calls = Array.from({ length: 60 }, () => ({ tool: 'read', args: { path: 'a.txt' } }));
    world.model.answer(...calls).answer({ say: 'done' });
    const thread = await world.open();
    await thread.run('read a lot');
    const tools = thread.host.items.filter((item) => item.kind === 'tool');
    assert.equal(tools.length, 60);
    assert.ok(tools.every(({ state, text }) => state === 'done' && text === 'x'));
    assert.deepEqual(thread.host.endings, [{ aborted: false, failed: false }]);
  });

  it('A call with an unknown tool or wrong arguments fails and the run continues', async () => {
    world.model
      .answer({ tool: 'nonsense', args: {} }, { tool: 'read', args: { way: 1 } })
      .answer({ say: 'well' });
    const thread = await world.open();
    await thread.run('hi');
    assert.deepEqual(
      thread.host.items.map((item) => (item.kind === 'tool' ? item.state : item.kind)),
      ['failed', 'failed', 'text'],
    );
  });

  it("Settings that can't be read show a notice, and pi starts without them", async () => {
    world.write('agent/settings.json', '{ nonsense');
    world.model.answer({ say: 'hi' });
    const thread = await world.open();
    await thread.run('hi');
    assert.match(notices(thread.host.items)[0] ?? '', /Couldn't read pi's user settings/);
  });

  it('Two threads do not affect each other', async () => {
    const hold = new Hold();
    world.model.answer({ hold }, { say: 'one' }).answer({ say: 'two' });
    const one = await world.open();
    one.send('first');
    await hold.reached;
    const two = await world.open();
    await two.run('second');
    await two.runtime.dispose();
    assert.deepEqual(one.host.endings, []);
    hold.release();
    await one.host.settled();
    const said = (items: readonly Item[]) =>
      items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
    assert.deepEqual([said(one.host.items), said(two.host.items)], [['one'], ['two']]);
  });

  it('A provider error leaves no pages and keys in the session file', async () => {
    world.model.answer({
      fail: `401 Incorrect API key provided: sk-abc123xyz <html>${'<p>Ray 1234'.repeat(3000)}</html>`,
    });
    const thread = await world.open();
    await thread.run('hi');
    const sessions = await sessionFolder(world.agentDir, world.folder);
    const content = readFileSync(join(sessions, readdirSync(sessions)[0] ?? ''), 'utf8');
    assert.ok(content.length < 20_000);
    assert.match(content, /Incorrect API key/);
    assert.doesNotMatch(content, /abc123|Ray/);
  });

  it('A conversation that stays too long shows a notice with the next step', async () => {
    for (let request = 0; request < 12; request++) world.model.answer({ fail: 'prompt is too long' });
    const thread = await world.open();
    await thread.run('hi');
    const notice = thread.host.items.at(-1);
    assert.ok(notice?.kind === 'notice');
    assert.equal(notice.text, 'The conversation is too long for this model.');
    assert.deepEqual(notice.next, ['compact', 'new-thread', 'choose-model']);
    assert.ok(world.model.requests.length < 4);
  });

  it('A tool call on a pipe is blocked, because reading would never end', async () => {
    execFileSync('mkfifo', [join(world.folder, 'pipe')]);
    world.model.answer({ tool: 'read', args: { path: 'pipe' } }).answer({ say: 'well' });
    const thread = await world.open();
    await thread.run('read it');
    const [tool] = thread.host.items;
    assert.ok(tool?.kind === 'tool');
    assert.equal(tool.state, 'failed');
    assert.match(tool.text, /pipe is a pipe or a device, not a file\.$/);
  });

  it('Each call that has started has a result in the next request', async () => {
    world.model
      .answer(
        { tool: 'bash', args: { command: 'true' } },
        { tool: 'bash', args: { command: 'touch on; sleep 300' } },
      )
      .answer({ say: 'fine' });
    const thread = await world.open();
    thread.send('go');
    await fileThatComes(join(world.folder, 'on'));
    await thread.stop();
    await thread.run('next');
    const messages = world.model.requests.at(-1) ?? [];
    const calls = messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.content.flatMap((block) => (block.type === 'toolCall' ? [block.id] : []))
        : [],
    );
    const results = messages.flatMap((message) =>
      message.role === 'toolResult' ? [message.toolCallId] : [],
    );
    assert.equal(calls.length, 2);
    assert.deepEqual(results.sort(), calls.sort());
  });

  it('An extension that never returns is named, and the thread can be closed', async () => {
    const stuck = new Deferred();
    Object.assign(globalThis, { ensoStuck: () => stuck.resolve() });
    world.extension(
      'stuck',
      `pi.on('context', () => { (globalThis as any).ensoStuck(); return new Promise(() => {}); });`,
    );
    const thread = await world.open();
    thread.send('hi');
    await stuck.promise;
    void thread.runtime.abort();
    assert.equal(thread.runtime.waitingFor(), 'stuck');
    await thread.runtime.dispose();
    assert.deepEqual(thread.host.endings, [{ aborted: true, failed: false }]);
  });
});
