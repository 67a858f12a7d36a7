import assert from 'node:assert/strict';
import { admitPrompt } from '../../../src/extension/core/admission';
import { turns } from '../../fixtures/core/fakeClock';
import { World, type TestPanel } from '../../fixtures/core/world';

describe('A prompt', () => {
  let world: World;
  let panel: TestPanel;

  beforeEach(async () => {
    world = new World();
    panel = await world.panel('A');
  });

  it('takes an idle thread, runs, and the run ends by its own settle', async () => {
    await panel.send('hello');
    assert.equal(panel.panel.busy, true);
    world.runtime.start();
    world.runtime.say('hi');
    await world.settle();
    assert.deepEqual(panel.transcript, ['person: hello', 'text: hi']);
    assert.equal(panel.panel.store.status.busy, true);
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.panel.store.status, { live: true, busy: false, generation: 1 });
    assert.equal(panel.panel.busy, false);
  });

  it('is answered with its admission alone, before pi has said anything', async () => {
    await panel.send('hello');
    const replies = panel.posted.filter((frame) => frame.type === 'reply' && 'generation' in frame.reply);
    assert.equal(replies.length, 1);
    assert.equal(world.runtime.asked.length, 1);
  });

  it('is answered at once although pi is still being loaded', async () => {
    world.factory.holdBuilds();
    await panel.send('hello');
    assert.equal(panel.panel.outbox.entries.length, 0);
    assert.deepEqual(panel.transcript, ['pending: hello']);
    world.factory.letBuild();
    await world.settle();
    assert.equal(world.runtime.asked.length, 1);
  });

  it('hears the number of its run before the receipt names it', async () => {
    await panel.send('hello');
    const numbered = panel.posted.findIndex(
      (frame) => frame.type === 'status' && frame.status.generation === 1,
    );
    const receipt = panel.posted.findIndex((frame) => frame.type === 'reply' && 'generation' in frame.reply);
    assert.ok(numbered >= 0 && numbered < receipt);
  });

  it('queues behind another of the same tick: the first takes, the second waits', async () => {
    panel.panel.draft.type('first');
    panel.panel.send('enqueue');
    panel.panel.draft.type('second');
    panel.panel.send('enqueue');
    await world.settle();
    assert.equal(world.runtime.asked.length, 1);
    assert.deepEqual(panel.queue, ['second']);
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.transcript, ['person: first', 'person: second']);
  });

  it('queues behind another of the same tick from another panel', async () => {
    const other = await world.panel('B');
    panel.panel.draft.type('from A');
    other.panel.draft.type('from B');
    panel.panel.send('enqueue');
    other.panel.send('enqueue');
    await world.settle();
    assert.equal(world.runtime.asked.length, 1);
    assert.deepEqual(panel.queue, ['from B']);
    assert.deepEqual(other.queue, ['from B']);
  });

  it('keeps the run of those queued behind it: one generation until all of them have run', async () => {
    await panel.send('one');
    world.runtime.start();
    await panel.send('two');
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.panel.store.status, { live: true, busy: true, generation: 1 });
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.panel.store.status, { live: true, busy: false, generation: 1 });
  });

  it('that is blank is refused before any lease, and nothing is built', async () => {
    const thread = world.registry.create();
    const reply = await admitPrompt(thread, { text: ' \n', images: [] }, 'enqueue', {
      panelId: 'A',
      name: 'A',
    });
    assert.equal(reply.ok, false);
    assert.equal(reply.ok ? '' : reply.code, 'bad-request');
    assert.equal(thread.generation, 0);
    assert.equal(world.factory.builds, 0);
  });

  it('with a picture and no words is admitted', async () => {
    const thread = world.registry.create();
    const images = [{ mimeType: 'image/png', data: 'AAAA' }];
    const reply = await admitPrompt(thread, { text: '', images }, 'enqueue', { panelId: 'A', name: 'A' });
    assert.equal(reply.ok, true);
  });

  it('that pi rejects is said on the feed with its id, gives its words back, and frees the thread', async () => {
    await panel.send('hello');
    world.runtime.reject('No model is chosen.', ['choose-model']);
    await world.settle();
    assert.deepEqual(panel.transcript, ['notice: No model is chosen.']);
    assert.equal(panel.panel.draft.text, 'hello');
    assert.equal(panel.panel.store.status.busy, false);
  });

  it('that pi rejects goes back after what was typed since', async () => {
    await panel.send('hello');
    panel.panel.draft.type('more');
    world.runtime.reject('No model is chosen.');
    await world.settle();
    assert.equal(panel.panel.draft.text, 'more\n\nhello');
  });

  it('whose turn came and that pi refuses keeps its place, with the reason, and nothing behind it is fired', async () => {
    await panel.send('one');
    world.runtime.start();
    await panel.send('two');
    await panel.send('three');
    world.runtime.settle();
    await world.settle();
    world.runtime.reject('No key.');
    await world.settle();
    assert.deepEqual(panel.queue, ['two', 'three']);
    assert.equal(panel.shown.queue[0]?.error, 'No key.');
    assert.equal(panel.shown.queueHeld, true);
    assert.equal(panel.panel.store.status.busy, false);
    assert.equal(world.runtime.asked.length, 0);
  });

  it('lets a held queue go on in its order', async () => {
    await panel.send('one');
    world.runtime.start();
    await panel.send('two');
    world.runtime.settle({ failed: true });
    await world.settle();
    assert.equal(panel.shown.queueHeld, true);
    await panel.send('three');
    await world.settle();
    assert.equal(world.runtime.asked[0]?.prompt.text, 'two');
    assert.deepEqual(panel.queue, ['three']);
  });

  it('n times sent is n bubbles in every panel, in the order the model saw them, identical ones too', async () => {
    const other = await world.panel('B');
    for (const text of ['same', 'same', 'other', 'same']) await panel.send(text);
    for (let run = 0; run < 4; run += 1) {
      world.runtime.start();
      world.runtime.say(`answer ${String(run)}`);
      world.runtime.settle();
      await world.settle();
    }
    const people = panel.transcript.filter((line) => line.startsWith('person'));
    assert.deepEqual(people, ['person: same', 'person: same', 'person: other', 'person: same']);
    assert.deepEqual(other.transcript, panel.transcript);
  });

  it('is admitted once, however often the panel asks', async () => {
    await panel.send('hello');
    const request = {
      type: 'prompt',
      threadId: panel.shown.threadId,
      key: 'k',
      text: 'again',
      images: [],
      delivery: 'enqueue',
    };
    panel.follower.receive({ id: 900, request });
    panel.follower.receive({ id: 901, request });
    await world.settle();
    const receipts = panel.posted.flatMap((frame) =>
      frame.type === 'reply' && [900, 901].includes(frame.id) ? [frame.reply] : [],
    );
    assert.equal(receipts.length, 2);
    assert.deepEqual(receipts[0], receipts[1]);
    assert.deepEqual(panel.queue, ['again']);
  });
});

describe('A run', () => {
  let world: World;
  let panel: TestPanel;

  beforeEach(async () => {
    world = new World();
    panel = await world.panel('A');
  });

  it('that no prompt started takes the thread like any other', async () => {
    await panel.send('hello');
    world.runtime.start();
    world.runtime.settle();
    world.runtime.begin();
    await world.settle();
    assert.deepEqual(panel.panel.store.status, { live: true, busy: true, generation: 2 });
    world.runtime.settle();
    await world.settle();
    assert.equal(panel.panel.store.status.busy, false);
  });

  it('that no prompt started doesn’t lose a prompt that is being admitted', async () => {
    await panel.send('hello');
    world.runtime.begin();
    world.runtime.settle();
    await world.settle();
    assert.equal(panel.panel.store.status.busy, true);
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.transcript, ['person: hello']);
    assert.equal(panel.panel.store.status.busy, false);
  });

  it('of one thread knows nothing of another’s', async () => {
    await panel.send('hello');
    const first = world.runtime;
    const other = await world.panel('B');
    await other.follower.follow(world.registry.create().id);
    await world.settle();
    await other.send('there');
    const second = world.runtime;
    first.start();
    second.start();
    first.say('for A');
    second.say('for B');
    first.settle();
    await world.settle();
    assert.deepEqual(panel.transcript, ['person: hello', 'text: for A']);
    assert.deepEqual(other.transcript, ['person: there', 'text: for B']);
    assert.equal(panel.panel.store.status.busy, false);
    assert.equal(other.panel.store.status.busy, true);
  });

  it('goes on when every panel is closed', async () => {
    await panel.send('hello');
    world.runtime.start();
    panel.close();
    world.runtime.say('still here');
    world.runtime.settle();
    const again = await world.panel('C');
    assert.deepEqual(again.transcript, ['person: hello', 'text: still here']);
  });

  it('gives its lease back once; an old lease changes nothing and is reported', async () => {
    const thread = world.registry.create();
    const old = thread.take();
    thread.release(old);
    const now = thread.take();
    thread.release(old);
    assert.equal(thread.busy, true);
    assert.ok(world.lines.some((line) => line.startsWith('warn') && line.includes('run 1 released again')));
    thread.release(now);
    await turns();
    assert.equal(thread.busy, false);
  });

  it('goes to a session that knows what another program said in the thread, and the panels show it', async () => {
    await panel.send('one');
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    const old = world.runtime;
    const items = [
      { kind: 'user' as const, id: 'x', text: 'from the terminal', images: [], state: 'said' as const },
    ];
    old.addedElsewhere = () => Promise.resolve({ items, beside: false });
    await panel.send('two');
    await world.settle();
    assert.notEqual(world.runtime, old);
    assert.deepEqual(
      old.asked.map(({ prompt }) => prompt.text),
      [],
    );
    world.runtime.start();
    await world.settle();
    const [first, theirs, word, mine] = panel.transcript;
    assert.deepEqual([first, theirs, mine], ['person: one', 'person: from the terminal', 'person: two']);
    assert.match(word ?? '', /Another program went on with this thread/);
  });

  it('that finds the file of the thread unreadable is refused, and a stop meanwhile hands it back', async () => {
    await panel.send('one');
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    world.runtime.addedElsewhere = () => Promise.reject(new Error('The file is gone.'));
    await panel.send('two');
    await world.settle();
    assert.equal(panel.panel.draft.text, 'two');
    assert.match(panel.transcript.at(-1) ?? '', /The file is gone/);
    world.runtime.addedElsewhere = () => new Promise(() => undefined);
    await panel.panel.stop();
    panel.panel.draft.insert('three', true);
    panel.panel.send('enqueue');
    await world.settle();
    await panel.panel.stop();
    await world.settle();
    assert.equal(panel.panel.draft.text, 'three');
    assert.equal(panel.panel.busy, false);
  });

  it('settles without disposing: the next run has the same session', async () => {
    for (const text of ['one', 'two']) {
      await panel.send(text);
      world.runtime.start();
      world.runtime.settle();
      await world.settle();
    }
    assert.equal(world.factory.builds, 1);
  });

  it('that is over arms the idle timer, which lets the runtime go', async () => {
    await panel.send('one');
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    world.clock.advance(world.idleMs);
    await world.settle();
    assert.equal(world.runtime.disposed, true);
    assert.deepEqual(panel.panel.store.status, { live: false, busy: false, generation: 1 });
    await panel.send('two');
    assert.equal(world.factory.builds, 2);
  });

  for (const [what, arrange] of [
    [
      'a run',
      (w: World) => {
        w.runtime.begin();
      },
    ],
    [
      'a queue that waits for a person',
      (w: World) => {
        w.runtime.begin();
        w.runtime.settle({ failed: true });
      },
    ],
    [
      'an open question',
      (w: World) => {
        void w.runtime.host.ask({ kind: 'input', title: 'Name?' }, {});
      },
    ],
    [
      'a compaction',
      (w: World) => {
        w.runtime.compacting = true;
      },
    ],
  ] as const) {
    it(`is not let go by the idle timer because of ${what}`, async () => {
      await panel.send('one');
      world.runtime.start();
      if (what.startsWith('a queue')) await panel.send('waits');
      if (what.startsWith('a queue')) world.runtime.settle({ failed: true });
      else world.runtime.settle();
      await world.settle();
      if (!what.startsWith('a queue')) arrange(world);
      world.clock.advance(world.idleMs * 2);
      await turns();
      assert.equal(world.runtime.disposed, false);
    });
  }

  it('builds the runtime of a thread once, however many ask', async () => {
    world.factory.holdBuilds();
    const thread = world.registry.create();
    const both = [thread.slot.get(), thread.slot.get()];
    world.factory.letBuild();
    const [one, two] = await Promise.all(both);
    assert.equal(one, two);
    assert.equal(world.factory.builds, 1);
  });

  it('that can’t be built is a rejection, and the next prompt tries again', async () => {
    world.factory.fails = new Error('The session file is broken.');
    await panel.send('hello');
    assert.deepEqual(panel.transcript, ['notice: The session file is broken.']);
    assert.equal(panel.panel.draft.text, 'hello');
    world.factory.fails = undefined;
    await panel.send('hello');
    world.runtime.start();
    await world.settle();
    assert.ok(panel.transcript.includes('person: hello'));
  });
});

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
    assert.match(panel.panel.word ?? '', /\/nope is not a command here\. There are \/mode, \/compact/);
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
    world.runtime.host.promptSaid(hello?.prompt.messageId ?? '');
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
    assert.equal(panel.panel.word, 'No room.');
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
