import assert from 'node:assert/strict';
import { World, type TestPanel } from '../../../fixtures/core/world';

describe('Slash commands:', () => {
  let world: World;
  let panel: TestPanel;

  beforeEach(async () => {
    world = new World();
    panel = await world.panel('A');
  });

  it('an unknown command is refused with the available ones, comes back, and releases the thread', async () => {
    await panel.send('/nope now');
    assert.equal(panel.panel.draft.text, '/nope now');
    assert.match(
      panel.panel.composerMessage ?? '',
      /Unknown command \/nope\. Available commands: \/mode, \/compact/,
    );
    assert.equal(panel.panel.store.status.busy, false);
    assert.deepEqual(panel.transcript, []);
  });

  it('an unknown command is refused during a run and not queued', async () => {
    await panel.send('hello');
    world.runtime.start();
    await panel.send('/nope');
    assert.equal(panel.panel.draft.text, '/nope');
    assert.deepEqual(panel.queue, []);
    assert.equal(panel.panel.store.status.busy, true);
  });

  it("an extension's command releases the thread when it is accepted, without a settle", async () => {
    await panel.send('/mode fast');
    assert.equal(panel.panel.store.status.busy, true);
    world.runtime.handle();
    await world.settle();
    assert.deepEqual(panel.panel.store.status, { live: true, busy: false, generation: 1 });
    assert.equal(panel.panel.busy, false);
    assert.deepEqual(panel.transcript, ['command: /mode fast']);
  });

  it("a command that asks a question doesn't block prompts", async () => {
    await panel.send('/mode');
    const answer = world.runtime.host.ask({ kind: 'confirm', title: 'Sure?', message: '' }, {});
    await panel.send('hello');
    await world.settle();
    assert.equal(world.runtime.asked.length, 2);
    const [, hello] = world.runtime.asked.splice(0);
    hello?.admission.accepted('started');
    world.runtime.begin();
    world.runtime.host.promptDelivered(hello?.prompt.messageId ?? '');
    world.runtime.settle();
    await world.settle();
    assert.equal(panel.panel.store.status.busy, true);
    const [question] = panel.shown.dialogs;
    world.clock.advance(600);
    await panel.panel.answering.answer(question?.id ?? '', { confirmed: true });
    await answer;
  });

  it('a command of Enso waits for its turn during a run', async () => {
    await panel.send('hello');
    world.runtime.start();
    await panel.send('/compact');
    assert.deepEqual(panel.queue, ['/compact']);
    world.runtime.settle();
    await world.settle();
    assert.equal(world.runtime.asked[0]?.prompt.text, '/compact');
  });

  it('a path is not a command', async () => {
    await panel.send('/usr/bin/env is a path');
    assert.equal(world.runtime.asked[0]?.prompt.text, '/usr/bin/env is a path');
  });

  it('a command that waits for pi stays before later prompts', async () => {
    world.factory.holdBuilds();
    await panel.send('/compact');
    await panel.send('hello');
    world.factory.letBuild();
    await world.settle();
    assert.equal(world.runtime.asked[0]?.prompt.text, '/compact');
    assert.deepEqual(panel.queue, ['hello']);
  });
});

describe('Slash commands of the editor:', () => {
  it('a command of the editor runs at once during a run, without pi', async () => {
    const world = new World();
    const ran: string[] = [];
    world.commands.push({
      name: 'new',
      kind: 'enso',
      run: (_threadId, argument) => {
        ran.push(argument);
        return Promise.resolve();
      },
    });
    const panel = await world.panel('A');
    await panel.send('/new one please');
    assert.deepEqual(ran, ['one please']);
    assert.equal(world.factory.builds, 0);
    await panel.send('hello');
    world.runtime.start();
    await panel.send('/new');
    assert.deepEqual(ran, ['one please', '']);
    assert.deepEqual(panel.queue, []);
  });

  it('a failed command of the editor comes back with the reason', async () => {
    const world = new World();
    world.commands.push({ name: 'new', kind: 'enso', run: () => Promise.reject(new Error('No room.')) });
    const panel = await world.panel('A');
    await panel.send('/new');
    assert.equal(panel.panel.draft.text, '/new');
    assert.equal(panel.panel.composerMessage, 'No room.');
  });
});

describe('Buttons of a notice:', () => {
  it('the buttons to retry and to compact submit prompts', async () => {
    const world = new World();
    const panel = await world.panel('A');
    await panel.send('hello');
    world.runtime.start();
    world.runtime.settle({ failed: true });
    await world.settle();
    panel.panel.nextStep('retry');
    await world.settle();
    assert.equal(world.runtime.asked[0]?.prompt.text, 'hello');
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: hello', 'user: hello']);
    panel.panel.nextStep('compact');
    await world.settle();
    assert.equal(world.runtime.asked[0]?.prompt.text, '/compact');
  });
});

describe('The list of threads:', () => {
  it('the list contains threads with only unsent text', async () => {
    const world = new World();
    const panel = await world.panel('A');
    panel.panel.draft.type('half a thought');
    panel.panel.flush();
    await world.settle();
    const typedIn = panel.shown.threadId;
    await panel.follower.follow(world.registry.create().id);
    await world.settle();
    const rows = await world.registry.list();
    assert.deepEqual(
      rows.map(({ threadId, title }) => [threadId, title]),
      [[typedIn, 'Draft: half a thought']],
    );
    await panel.follower.follow(typedIn);
    await world.settle();
    assert.equal(panel.panel.draft.text, 'half a thought');
  });

  it('the list has the thread that changed last first, also among threads without a file', async () => {
    const world = new World();
    const panel = await world.panel('A');
    const runs = async (text: string) => {
      world.clock.advance(1000);
      await panel.send(text);
      world.runtime.handle();
      await world.settle();
    };
    const first = panel.shown.threadId;
    await runs('/mode one');
    const second = world.registry.create().id;
    await panel.follower.follow(second);
    await world.settle();
    await runs('/mode two');
    const listed = async () => (await world.registry.list()).map(({ threadId }) => threadId);
    assert.deepEqual(await listed(), [second, first]);
    await panel.follower.follow(first);
    await world.settle();
    world.clock.advance(1000);
    await panel.send('/mode three');
    await world.settle();
    assert.deepEqual(await listed(), [first, second]);
  });
});
