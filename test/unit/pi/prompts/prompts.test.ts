import { strict as assert } from 'node:assert';
import { Hold } from '../../../fixtures/pi/scriptedModel';
import { RecordingHost } from '../../../fixtures/pi/recordingHost';
import { PiWorld } from '../../../fixtures/pi/piWorld';

describe('prompts:', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
  });
  afterEach(() => world.close());

  it('a prompt is accepted, starts a run and is delivered, and the run settles, each once and in this order', async () => {
    world.model.answer({ think: 'hm' }, { say: 'Hello.' });
    const thread = await world.open();
    await thread.run('hi');
    assert.deepEqual(thread.host.calls, ['m1 started', 'run started', 'delivered m1', 'run settled']);
    assert.deepEqual(thread.host.endings, [{ aborted: false, failed: false }]);
  });

  it('a prompt is delivered before its answer starts', async () => {
    const hold = new Hold();
    world.model.answer({ hold }, { say: 'Hello.' });
    const thread = await world.open();
    thread.send('hi');
    await hold.reached;
    assert.ok(thread.host.calls.includes('delivered m1'));
    assert.equal(thread.host.items.length, 0);
    hold.release();
    await thread.host.settled();
    assert.deepEqual(
      thread.host.items.map((item) => item.kind === 'text' && [item.text, item.open]),
      [['Hello.', false]],
    );
  });

  it('a prompt reaches the model with its images', async () => {
    world.model.answer({ say: 'nice' });
    const thread = await world.open();
    // One transparent pixel.
    const data =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    const images = [{ mimeType: 'image/png', data }];
    thread.runtime.prompt({ messageId: 'p', text: 'look', images }, thread.host.admission('p'));
    await thread.host.settled();
    const message = world.model.requests[0]?.findLast(({ role }) => role === 'user');
    assert.ok(message?.role === 'user' && typeof message.content !== 'string');
    assert.deepEqual(
      message.content.map(({ type }) => type),
      ['text', 'image'],
    );
  });

  it('a model without image support refuses a prompt with images only', async () => {
    const plain = new PiWorld({ scripted: false });
    const thread = await plain.open();
    const images = [{ mimeType: 'image/png', data: 'AAAA' }];
    thread.runtime.prompt({ messageId: 'p', text: 'look', images }, thread.host.admission('p'));
    await thread.host.until(() => thread.host.calls.some((call) => call.startsWith('p rejected')));
    assert.match(thread.host.calls.at(-1) ?? '', /Offline demo model doesn't support images/);
    await thread.run('list the files');
    assert.equal(thread.host.endings.at(-1)?.failed, false);
    await plain.close();
  });

  it('a prompt without any model is refused with the next steps', async () => {
    const bare = new PiWorld({ providers: () => Promise.resolve([]) });
    const thread = await bare.open();
    const refused = new Promise<unknown>((resolve) => {
      thread.runtime.prompt(
        { messageId: 'p', text: 'hi', images: [] },
        { accepted: resolve, rejected: resolve },
      );
    });
    assert.deepEqual(await refused, {
      reason: 'No model is available. Choose a model or set an API key.',
      next: ['choose-model', 'set-key'],
    });
    assert.deepEqual(thread.host.calls, []);
    assert.equal(thread.host.state.session.model, undefined);
    await bare.close();
  });

  it('a prompt can be submitted from within the report of the previous run’s end', async () => {
    world.model.answer({ say: 'one' }).answer({ say: 'two' });
    world.extension(
      'slow',
      `pi.on('agent_settled', async () => { await new Promise((r) => setImmediate(r)); });`,
    );
    const thread = await world.open();
    const settled = thread.host.runSettled.bind(thread.host);
    thread.host.runSettled = (ending) => {
      settled(ending);
      if (thread.host.endings.length === 1) thread.send('second');
    };
    thread.send('first');
    await thread.host.settled(2);
    assert.deepEqual(thread.host.calls, [
      'm1 started',
      'run started',
      'delivered m1',
      'run settled',
      'm2 started',
      'run started',
      'delivered m2',
      'run settled',
    ]);
    assert.deepEqual(world.model.userTexts(1), ['first', 'second']);
  });

  it('a prompt and an extension’s simultaneous message go into one conversation', async () => {
    world.model.answer({ say: 'one' }).answer({ say: 'two' });
    world.extension(
      'eager',
      `pi.on('input', (event: any) => { if (event.source !== 'extension') pi.sendUserMessage('me first', { deliverAs: 'followUp' }); });`,
    );
    const thread = await world.open();
    thread.send('hi');
    await thread.host.until(() => world.model.requests.length === 2 && thread.host.endings.length > 0);
    assert.deepEqual(world.model.userTexts(1).sort(), ['hi', 'me first']);
    assert.equal(thread.host.calls.filter((call) => call === 'delivered m1').length, 1);
    assert.equal(
      thread.host.calls.filter((call) => call === 'run started').length,
      thread.host.calls.filter((call) => call.startsWith('run settled')).length,
    );
    const drawn = thread.host.items.filter((item) => item.kind === 'user');
    assert.deepEqual(
      drawn.map((item) => item.text),
      ['me first'],
    );
  });

  it('a prompt that waits in pi behind an extension’s message comes back when that run is aborted', async () => {
    const hold = new Hold();
    world.model.answer({ hold });
    world.extension(
      'eager',
      `pi.on('input', async (event: any) => {
        if (event.source === 'extension') return;
        pi.sendMessage({ customType: 'note', content: 'me first', display: true }, { triggerTurn: true });
        await (globalThis as any).ensoReached;
      });
      pi.registerCommand('break', { handler: async (_a: string, ctx: any) => ctx.abort() });`,
    );
    Object.assign(globalThis, { ensoReached: hold.reached });
    const thread = await world.open();
    thread.send('hi');
    await thread.host.called('m1 started');
    thread.send('/break');
    await thread.host.settled();
    assert.deepEqual(thread.host.endings, [{ aborted: true, failed: false }]);
    assert.ok(!thread.host.calls.includes('delivered m1'));
    assert.deepEqual(thread.runtime.clearQueue(), []);
  });

  it('a thread whose folder is gone can’t be opened', async () => {
    const gone = world.factoryOfThisWorld.create({
      threadId: 't',
      folder: `${world.folder}/nowhere`,
      host: new RecordingHost(),
    });
    await assert.rejects(gone, /doesn't exist/);
  });

  it('a prompt that an extension handles never reaches the model', async () => {
    world.extension('taker', `pi.on('input', () => ({ action: 'handled' }));`);
    const thread = await world.open();
    thread.send('hi');
    await thread.host.called('m1 handled');
    assert.deepEqual(thread.host.calls, ['m1 handled']);
    assert.equal(world.model.requests.length, 0);
  });

  it('a run that an extension starts is reported', async () => {
    world.model.answer({ say: 'pong' });
    world.extension(
      'pinger',
      `pi.registerCommand('ping', { handler: async () => { pi.sendUserMessage('ping'); } });`,
    );
    const thread = await world.open();
    thread.send('/ping');
    await thread.host.settled();
    assert.deepEqual(thread.host.calls, ['m1 handled', 'run started', 'run settled']);
    const [user] = thread.host.items;
    assert.deepEqual(user?.kind === 'user' && [user.text, user.state], ['ping', 'delivered']);
  });
});

describe('slash commands:', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
    world.write(
      'agent/prompts/review.md',
      '---\ndescription: Review it\nargument-hint: <file>\n---\nReview $1 well.',
    );
    world.write('agent/skills/greet/SKILL.md', '---\nname: greet\ndescription: Greets\n---\nSay hello.');
    world.extension('hey', `pi.registerCommand('hey', { description: 'Hey', handler: async () => {} });`);
  });
  afterEach(() => world.close());

  it('promptKind recognizes single words that pi or Enso knows as commands', async () => {
    const { runtime } = await world.open();
    const kinds = [
      'hello',
      '/hey you',
      '/compact',
      '/name x',
      '/reload',
      '/review a.ts',
      '/skill:greet me',
      '/skill:other',
      '/nothing at all',
      '/usr/bin is a folder',
      '/',
      '/ space',
      'a /hey in the middle',
    ].map((text) => `${text}: ${runtime.promptKind(text)}`);
    assert.deepEqual(kinds, [
      'hello: none',
      '/hey you: extension',
      '/compact: enso',
      '/name x: enso',
      '/reload: enso',
      '/review a.ts: prompt',
      '/skill:greet me: prompt',
      '/skill:other: unknown',
      '/nothing at all: unknown',
      '/usr/bin is a folder: none',
      '/: none',
      '/ space: none',
      'a /hey in the middle: none',
    ]);
  });

  it('commands lists the commands, templates and skills', async () => {
    const { runtime } = await world.open();
    assert.deepEqual(
      runtime.commands().map(({ name, kind, hint }) => [name, kind, hint]),
      [
        ['compact', 'enso', '[what to keep]'],
        ['name', 'enso', '<name>'],
        ['reload', 'enso', undefined],
        ['hey', 'extension', undefined],
        ['review', 'template', '<file>'],
        ['skill:greet', 'skill', undefined],
      ],
    );
  });

  it('the model gets the text of a template and of a skill', async () => {
    world.model.answer({ say: 'ok' }).answer({ say: 'ok' });
    const thread = await world.open();
    await thread.run('/review a.ts');
    await thread.run('/skill:greet me');
    assert.equal(world.model.lastUserText(0), 'Review a.ts well.');
    assert.match(world.model.lastUserText(1), /Say hello\.[\s\S]*me$/);
  });

  it('an extension’s command runs during a run', async () => {
    const hold = new Hold();
    world.model.answer({ hold }, { say: 'done' });
    const thread = await world.open();
    thread.send('work');
    await hold.reached;
    thread.send('/hey');
    await thread.host.called('m2 handled');
    hold.release();
    await thread.host.settled();
    assert.deepEqual(thread.host.calls, [
      'm1 started',
      'run started',
      'delivered m1',
      'm2 handled',
      'run settled',
    ]);
  });

  it('a short conversation can’t be compacted', async () => {
    const thread = await world.open();
    thread.send('/compact');
    await thread.host.called('m1 rejected: Nothing to compact yet.');
    assert.equal(thread.runtime.compacting, false);
  });

  it('/reload loads a new extension', async () => {
    const thread = await world.open();
    world.extension('late', `pi.registerCommand('late', { handler: async () => {} });`);
    assert.equal(thread.runtime.promptKind('/late'), 'unknown');
    thread.send('/reload');
    await thread.host.called('m1 handled');
    assert.equal(thread.runtime.promptKind('/late'), 'extension');
    assert.ok(thread.host.state.session.commands.some(({ name }) => name === 'late'));
  });
});
