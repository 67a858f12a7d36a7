import { strict as assert } from 'node:assert';
import { PanelWorld } from '../panel/panelWorld';

const refused = { ok: false, code: 'unavailable-command', message: 'There is no /nope here.' } as const;

describe('a prompt on its way', () => {
  it('leaves the composer at once and the outbox at its receipt', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.send('hello');
    assert.equal(world.panel.draft.text, '');
    assert.equal(world.panel.outbox.entries.length, 1);
    await world.receipt(world.last('prompt').id);
    assert.equal(world.panel.outbox.entries.length, 0);
    assert.equal(world.panel.run.generation, 1);
  });

  it('sent before any snapshot waits in the outbox and goes to the thread that comes', async () => {
    const world = new PanelWorld();
    world.send('early');
    assert.equal(world.all('prompt').length, 0);
    await world.snapshot({}, 'T7');
    assert.deepEqual(
      world.all('prompt').map(({ request }) => [request.threadId, request.text]),
      [['T7', 'early']],
    );
  });

  it('comes back in front of what was typed since when it is refused, with the reason', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.send('/nope');
    world.panel.draft.type('and then');
    await world.reply(world.last('prompt').id, refused);
    assert.equal(world.panel.draft.text, '/nope\n\nand then');
    assert.equal(world.panel.composerMessage, refused.message);
    assert.equal(world.panel.busy, false);
  });

  it('comes back with a word when nobody answers, and keeps its key for the same text', async () => {
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

  it('is one entry for each send, identical texts included', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.send('again');
    world.send('again');
    const keys = world.all('prompt').map(({ request }) => request.key);
    assert.equal(new Set(keys).size, 2);
    assert.equal(world.panel.outbox.entries.length, 2);
  });

  it('is not sent twice when the page is reloaded between the send and its receipt', async () => {
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

  it('that is blank is not sent', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.send('  \n ');
    assert.equal(world.all('prompt').length, 0);
    assert.equal(world.panel.draft.text, '  \n ');
  });
});

describe('the draft on the host', () => {
  it('is told a moment after the last key, once', async () => {
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

  it('is told at once when the person looks elsewhere', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.panel.draft.type('half');
    world.panel.flush();
    assert.equal(world.last('draft').request.text, 'half');
    world.panel.flush();
    assert.equal(world.all('draft').length, 1);
  });

  it('says at once which hand-backs it holds', async () => {
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

  it('keeps each thread its own: the old one is told before the new one comes', async () => {
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

  it('is there again after a reload of the page', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.panel.draft.type('not sent');
    world.load();
    assert.equal(world.panel.draft.text, 'not sent');
    await world.snapshot({ draft: { text: 'older', images: [], revision: 0 } });
    assert.equal(world.panel.draft.text, 'not sent');
  });
});
