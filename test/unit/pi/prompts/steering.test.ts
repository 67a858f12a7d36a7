import { strict as assert } from 'node:assert';
import { Hold } from '../../../fixtures/pi/scriptedModel';
import { PiWorld } from '../../../fixtures/pi/piWorld';

describe('steering:', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
    world.write('work/a.txt', 'x');
  });
  afterEach(() => world.close());

  const read = { tool: 'read', args: { path: 'a.txt' } };

  it('a steering prompt stays in the core until the turn ends and is delivered before the next answer', async () => {
    const hold = new Hold();
    world.model.answer({ hold }, read).answer({ say: 'as you wish' });
    const thread = await world.open();
    thread.send('work');
    await hold.reached;
    thread.steer('use port 4000');
    assert.deepEqual(thread.runtime.clearQueue(), []);
    hold.release();
    await thread.host.settled();
    assert.deepEqual(thread.host.calls, [
      'm1 started',
      'run started',
      'delivered m1',
      'took m2',
      'delivered m2',
      'run settled',
    ]);
    assert.deepEqual(world.model.userTexts(1), ['work', 'use port 4000']);
  });

  it('a steering prompt extends a run that would have ended', async () => {
    const hold = new Hold();
    world.model.answer({ say: 'done' }, { hold }).answer({ say: 'more' });
    const thread = await world.open();
    thread.send('work');
    await hold.reached;
    thread.steer('one more thing');
    hold.release();
    await thread.host.settled();
    assert.deepEqual(world.model.userTexts(1), ['work', 'one more thing']);
    assert.equal(thread.host.calls.filter((call) => call === 'run started').length, 1);
  });

  it('each turn delivers one steering prompt, in sending order', async () => {
    const hold = new Hold();
    world.model.answer({ hold }, read).answer({ say: '1' }).answer({ say: '2' });
    const thread = await world.open();
    thread.send('work');
    await hold.reached;
    thread.steer('first');
    thread.steer('second');
    hold.release();
    await thread.host.settled();
    assert.deepEqual(world.model.userTexts(1), ['work', 'first']);
    assert.deepEqual(world.model.userTexts(2), ['work', 'first', 'second']);
  });

  it('a steering prompt is taken after the extensions have seen the turn’s end', async () => {
    const hold = new Hold();
    world.model.answer({ hold }, read).answer({ say: 'ok' });
    world.extension(
      'slow',
      `pi.on('turn_end', async (_e: any, ctx: any) => { await ctx.ui.confirm('End?', ''); });`,
    );
    const thread = await world.open();
    thread.send('work');
    await hold.reached;
    thread.steer('left');
    hold.release();
    const first = await thread.host.dialog();
    assert.equal(thread.host.steering.length, 1);
    first.answer({ confirmed: true });
    (await thread.host.dialog(1)).answer({ confirmed: true });
    await thread.host.settled();
    assert.deepEqual(world.model.userTexts(1), ['work', 'left']);
  });

  it('a stop during the extensions’ turn_end handlers keeps the steering prompt in the core', async () => {
    world.model.answer(read);
    world.extension(
      'slow',
      `pi.on('turn_end', async (_e: any, ctx: any) => { await ctx.ui.confirm('End?', ''); });`,
    );
    const thread = await world.open();
    thread.send('work');
    thread.steer('use port 4000');
    await thread.host.dialog();
    assert.deepEqual(await thread.stop(), []);
    assert.equal(thread.host.steering.length, 1);
    assert.deepEqual(thread.host.endings, [{ aborted: true, failed: false }]);
    assert.deepEqual(world.model.requests.length, 1);
  });

  it('a stop withdraws a steering prompt that an extension still handles', async () => {
    world.model.answer(read);
    world.extension(
      'gate',
      `pi.on('input', async (e: any, ctx: any) => { if (e.text === 'left') await ctx.ui.confirm('Let it pass?', ''); });`,
    );
    const thread = await world.open();
    thread.send('work');
    thread.steer('left');
    await thread.host.dialog();
    assert.deepEqual(await thread.stop(), ['left']);
    assert.ok(!thread.host.calls.includes('delivered m2'));
    assert.deepEqual(thread.host.endings, [{ aborted: true, failed: false }]);
  });

  it('a steering prompt is never both delivered and returned, whenever the stop comes', async () => {
    const outcomes = new Set<string>();
    for (let microtasks = 0; microtasks < 60; microtasks++) {
      const model = world.model.answer(read).answer({ say: 'late' });
      const thread = await world.open();
      const returned: string[] = [];
      const take = thread.host.takeSteering.bind(thread.host);
      let stopped: Promise<unknown> | undefined;
      thread.host.takeSteering = () => {
        const prompt = take();
        if (prompt !== undefined) {
          stopped = (async () => {
            for (let count = 0; count < microtasks; count++) await Promise.resolve();
            returned.push(...(await thread.stop()));
          })();
        }
        return prompt;
      };
      thread.send('work');
      thread.steer('left');
      await thread.host.settled();
      await stopped;
      const delivered = thread.host.calls.filter((call) => call === 'delivered m2').length;
      // A prompt that is neither delivered nor returned by the end of the run is the core's again.
      assert.ok(delivered + returned.length <= 1, `after ${microtasks} microtasks`);
      outcomes.add(delivered > 0 ? 'delivered' : 'returned');
      model.clear();
    }
    assert.deepEqual([...outcomes].sort(), ['delivered', 'returned']);
  });

  it('a steering prompt that pi rejects is refused, and the run continues', async () => {
    const hold = new Hold();
    world.model.answer({ hold }, read).answer({ say: 'ok' });
    world.extension('hey', `pi.registerCommand('hey', { handler: async () => {} });`);
    const thread = await world.open();
    thread.send('work');
    await hold.reached;
    thread.steer('/hey you');
    hold.release();
    await thread.host.settled();
    assert.match(
      thread.host.calls.find((call) => call.startsWith('refused')) ?? '',
      /refused m2: .*command/i,
    );
    assert.equal(thread.host.endings[0]?.failed, false);
  });

  it('clearQueue returns an extension’s steering message without an id', async () => {
    const hold = new Hold();
    world.model.answer({ hold });
    world.extension(
      'pusher',
      `pi.registerCommand('push', { handler: async () => { pi.sendUserMessage('from afar', { deliverAs: 'steer' }); } });`,
    );
    const thread = await world.open();
    thread.send('work');
    await hold.reached;
    thread.send('/push');
    await thread.host.called('m2 handled');
    assert.deepEqual(thread.runtime.clearQueue(), [{ text: 'from afar', images: [] }]);
    await thread.stop();
  });

  it('a steering prompt that an extension still handles isn’t confused with a later prompt', async () => {
    world.extension(
      'gate',
      `pi.on('input', async ({ text }: any, ctx: any) => {
        if (text === 'first') await ctx.ui.confirm('Send it?', '');
      });`,
    );
    const hold = new Hold();
    world.model.answer({ hold }, read).answer({ say: '1' }).answer({ say: '2' });
    const thread = await world.open();
    thread.send('work');
    await hold.reached;
    const first = thread.steer('first');
    hold.release();
    const question = await thread.host.dialog();
    const second = thread.send('second');
    await thread.host.called(`${second} started`);
    question.answer({ confirmed: true });
    await thread.host.settled();
    assert.deepEqual(
      thread.host.calls.filter((call) => call.startsWith('delivered')),
      ['delivered m1', `delivered ${first}`, `delivered ${second}`],
    );
    assert.deepEqual(world.model.userTexts(2), ['work', 'first', 'second']);
  });
});
