import { strict as assert } from 'node:assert';
import { PanelWorld } from '../panel/panelWorld';

const question = { kind: 'select', id: 'd1', title: 'Run it?', options: ['Yes', 'No'] } as const;

async function asked(): Promise<PanelWorld> {
  const world = new PanelWorld();
  await world.snapshot();
  world.observe({ type: 'dialog-opened', request: question });
  return world;
}

describe('cards.ts', () => {
  it('A card takes no answer in its first half second', async () => {
    const world = await asked();
    await world.passes(499);
    void world.panel.answering.answer('d1', { value: 'Yes' });
    void world.panel.answering.cancel('d1');
    assert.equal(world.all('answer').length + world.all('cancel-dialog').length, 0);
    await world.passes(1);
    void world.panel.answering.answer('d1', { value: 'Yes' });
    assert.deepEqual(world.last('answer').request.answer, { value: 'Yes' });
  });

  it('A card sends one answer, however often it is pressed', async () => {
    const world = await asked();
    await world.passes(500);
    void world.panel.answering.answer('d1', { value: 'Yes' });
    void world.panel.answering.answer('d1', { value: 'No' });
    assert.equal(world.all('answer').length, 1);
  });

  it('A card can be used again and shows the reason if its answer is refused or gets no reply', async () => {
    const world = await asked();
    await world.passes(500);
    void world.panel.answering.answer('d1', { value: 'Yes' });
    await world.reply(world.last('answer').id, { ok: false, code: 'answer-refused', message: 'Not now.' });
    assert.equal(world.panel.cards.of('d1').refusal, 'Not now.');
    void world.panel.answering.answer('d1', { value: 'Yes' });
    await world.passes(10_000);
    assert.match(world.panel.cards.of('d1').refusal ?? '', /isn't responding/);
    void world.panel.answering.answer('d1', { value: 'Yes' });
    assert.equal(world.all('answer').length, 3);
  });

  it("A card refuses an answer that doesn't fit without asking the host", async () => {
    const world = await asked();
    await world.passes(500);
    void world.panel.answering.answer('d1', { value: 'Maybe' });
    assert.equal(world.all('answer').length, 0);
    assert.match(world.panel.cards.of('d1').refusal ?? '', /isn't one of the options/);
  });

  it('A card keeps typed text over a reload, after which it takes no answer at first', async () => {
    const world = await asked();
    await world.passes(500);
    world.panel.cards.setText('d1', 'because');
    world.load();
    await world.snapshot({}, 'T1', (state) => {
      state.dialogs = [question];
    });
    assert.equal(world.panel.cards.of('d1').text, 'because');
    assert.equal(world.panel.cards.of('d1').armed, false);
  });

  it('A card keeps chosen options and other text of several questions over a reload', async () => {
    const world = await asked();
    const given = { id: 'one', chosen: ['A', 'C'], other: 'Echo' };
    world.panel.cards.setAnswer('d1', given);
    world.load();
    assert.deepEqual(world.panel.cards.of('d1').answers, [given]);
  });

  it('A card is forgotten when its question is settled', async () => {
    const world = await asked();
    world.panel.cards.setText('d1', 'because');
    world.observe({ type: 'dialog-settled', dialogId: 'd1', ending: { outcome: 'aborted' } });
    assert.deepEqual(world.panel.cards.texts, {});
    assert.equal(world.panel.store.state?.dialogs.length, 0);
  });
});
