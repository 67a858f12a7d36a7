import { strict as assert } from 'node:assert';
import { PanelWorld } from '../panel/panelWorld';

const refused = { ok: false, code: 'unavailable-command', message: 'There is no /nope here.' } as const;

describe('A prompt without a receipt', () => {
  it('A sent prompt leaves the composer at once and the outbox with its receipt', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.send('hello');
    assert.equal(world.panel.draft.text, '');
    assert.equal(world.panel.outbox.entries.length, 1);
    await world.receipt(world.last('prompt').id);
    assert.equal(world.panel.outbox.entries.length, 0);
    assert.equal(world.panel.run.generation, 1);
  });

  it('A prompt sent before any snapshot waits in the outbox and goes to the next thread', async () => {
    const world = new PanelWorld();
    world.send('early');
    assert.equal(world.all('prompt').length, 0);
    await world.snapshot({}, 'T7');
    assert.deepEqual(
      world.all('prompt').map(({ request }) => [request.threadId, request.text]),
      [['T7', 'early']],
    );
  });

  it('A refused prompt comes back before newer text, with the reason', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.send('/nope');
    world.panel.draft.type('and then');
    await world.reply(world.last('prompt').id, refused);
    assert.equal(world.panel.draft.text, '/nope\n\nand then');
    assert.equal(world.panel.composerMessage, refused.message);
    assert.equal(world.panel.busy, false);
  });

  it('An unanswered prompt comes back with a message and keeps its key for the same text', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.send('hello');
    const first = world.last('prompt').request.key;
    await world.passes(10_000);
    assert.equal(world.panel.draft.text, 'hello');
    assert.match(world.panel.composerMessage ?? '', /isn't responding/);
    world.panel.send('enqueue');
    assert.equal(world.last('prompt').request.key, first);
  });

  it('Each send is an entry of the outbox, identical texts included', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.send('again');
    world.send('again');
    const keys = world.all('prompt').map(({ request }) => request.key);
    assert.equal(new Set(keys).size, 2);
    assert.equal(world.panel.outbox.entries.length, 2);
  });

  it("A prompt isn't sent twice if the page reloads before its receipt", async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.send('arrived');
    world.send('lost');
    const [arrived] = world.all('prompt');
    world.load();
    await world.snapshot({ admitted: [arrived?.request.key ?? ''] });
    assert.equal(world.panel.draft.text, 'lost');
    // Asked again under its own key, which the host admits once.
    assert.equal(world.last('prompt').request.key, arrived?.request.key);
    await world.receipt(world.last('prompt').id);
    assert.equal(world.panel.outbox.entries.length, 0);
  });

  it("A blank prompt isn't sent", async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.send('  \n ');
    assert.equal(world.all('prompt').length, 0);
    assert.equal(world.panel.draft.text, '  \n ');
  });
});

describe('The draft on the host', () => {
  it('A draft is sent once, a moment after the last key', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.panel.draft.type('a');
    await world.passes(200);
    world.panel.draft.type('ab');
    await world.passes(299);
    assert.equal(world.all('draft').length, 0);
    await world.passes(1);
    assert.deepEqual(
      world.all('draft').map(({ request }) => request.text),
      ['ab'],
    );
  });

  it('A draft is sent at once when the page loses the focus', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.panel.draft.type('half');
    world.panel.flush();
    assert.equal(world.last('draft').request.text, 'half');
    world.panel.flush();
    assert.equal(world.all('draft').length, 1);
  });

  it('A draft confirms its hand-backs at once', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.panel.receive({
      type: 'hand-back',
      threadId: 'T1',
      handBack: {
        id: 'h1',
        prompts: [{ text: 'restored', images: [] }],
        why: 'The run was stopped elsewhere.',
      },
    });
    assert.deepEqual(world.last('draft').request.taken, ['h1']);
    assert.equal(world.last('draft').request.text, 'restored');
    assert.equal(world.panel.composerMessage, 'The run was stopped elsewhere.');
  });

  it('Each thread has its own draft, and the old one is sent before the new one comes', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.panel.draft.type('for one');
    world.panel.receive({ type: 'intent', intent: { kind: 'follow', threadId: 'T2' } });
    assert.deepEqual(
      [world.last('draft').request.threadId, world.last('draft').request.text],
      ['T1', 'for one'],
    );
    assert.equal(world.panel.draft.text, '');
    await world.snapshot({ draft: { text: 'for two', images: [], revision: 5 } }, 'T2');
    assert.equal(world.panel.draft.text, 'for two');
    assert.equal(world.all('draft').length, 1);
  });

  it('A draft survives a reload of the page', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.panel.draft.type('not sent');
    world.load();
    assert.equal(world.panel.draft.text, 'not sent');
    await world.snapshot({ draft: { text: 'older', images: [], revision: 0 } });
    assert.equal(world.panel.draft.text, 'not sent');
  });
});
