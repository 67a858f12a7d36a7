import assert from 'node:assert/strict';
import { World, type TestPanel } from '../../../fixtures/core/world';

describe('A slash command', () => {
  let world: World;
  let panel: TestPanel;

  beforeEach(async () => {
    world = new World();
    panel = await world.panel('A');
  });

  it('that nobody knows is refused with what there is, keeps its text, and gives the lease back', async () => {
    await panel.send('/nope now');
    assert.equal(panel.panel.draft.text, '/nope now');
    assert.match(
      panel.panel.composerMessage ?? '',
      /Unknown command \/nope\. Available commands: \/mode, \/compact/,
    );
    assert.equal(panel.panel.store.status.busy, false);
    assert.deepEqual(panel.transcript, []);
  });

  it('that nobody knows is refused while a run is on, and nothing is queued', async () => {
    await panel.send('hello');
    world.runtime.start();
    await panel.send('/nope');
    assert.equal(panel.panel.draft.text, '/nope');
    assert.deepEqual(panel.queue, []);
    assert.equal(panel.panel.store.status.busy, true);
  });

  it('of an extension releases on acceptance and never settles', async () => {
    await panel.send('/mode fast');
    assert.equal(panel.panel.store.status.busy, true);
    world.runtime.handle();
    await world.settle();
    assert.deepEqual(panel.panel.store.status, { live: true, busy: false, generation: 1 });
    assert.equal(panel.panel.busy, false);
    assert.deepEqual(panel.transcript, ['command: /mode fast']);
  });

  it('that asks a question keeps no prompt waiting', async () => {
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

  it('of Enso’s own waits its turn while a run is on', async () => {
    await panel.send('hello');
    world.runtime.start();
    await panel.send('/compact');
    assert.deepEqual(panel.queue, ['/compact']);
    world.runtime.settle();
    await world.settle();
    assert.equal(world.runtime.asked[0]?.prompt.text, '/compact');
  });

  it('is no command when it is a path', async () => {
    await panel.send('/usr/bin/env is a path');
    assert.equal(world.runtime.asked[0]?.prompt.text, '/usr/bin/env is a path');
  });

  it('keeps its place before a prompt that came after it while pi was being loaded', async () => {
    world.factory.holdBuilds();
    await panel.send('/compact');
    await panel.send('hello');
    world.factory.letBuild();
    await world.settle();
    assert.equal(world.runtime.asked[0]?.prompt.text, '/compact');
    assert.deepEqual(panel.queue, ['hello']);
  });
});

describe('A slash command of the editor itself', () => {
  it('runs at once, whatever runs, and pi has no part in it', async () => {
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

  it('that fails gives its text back with the reason', async () => {
    const world = new World();
    world.commands.push({ name: 'new', kind: 'enso', run: () => Promise.reject(new Error('No room.')) });
    const panel = await world.panel('A');
    await panel.send('/new');
    assert.equal(panel.panel.draft.text, '/new');
    assert.equal(panel.panel.composerMessage, 'No room.');
  });
});

describe('The next step that a notice offers', () => {
  it('sends the last message again, or compacts, as a prompt like any other', async () => {
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
    assert.deepEqual(panel.transcript, ['person: hello', 'person: hello']);
    panel.panel.nextStep('compact');
    await world.settle();
    assert.equal(world.runtime.asked[0]?.prompt.text, '/compact');
  });
});

describe('The list of threads', () => {
  it('has a thread in which something is only typed, so that it is found again', async () => {
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
});
