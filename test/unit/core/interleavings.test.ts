import assert from 'node:assert/strict';
import { World, type TestPanel } from '../../fixtures/core/world';

/** Faults that random interleavings have found, each as the story to which it shrank. */
describe('Found by random interleavings:', () => {
  let world: World;
  let panel: TestPanel;

  beforeEach(async () => {
    world = new World();
    panel = await world.panel('A');
  });

  it('a receipt that comes once another thread is followed opens no run there', async () => {
    panel.panel.ask({ type: 'new-thread' });
    panel.panel.draft.type('hello');
    panel.panel.send('enqueue');
    await world.settle();
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    assert.equal(panel.panel.store.status.busy, false);
    assert.equal(panel.panel.busy, false);
  });

  it('a thread that is forgotten after its build failed leaves no timer behind', async () => {
    world.factory.fails = new Error('The session file is broken.');
    await panel.send('hello');
    world.clock.advance(1_000);
    panel.close();
    await world.settle();
    assert.deepEqual(world.registry.open, []);
    assert.equal(world.clock.pending, 0);
  });

  it('an extension’s command that pi refuses is handed back and has no bubble', async () => {
    await panel.send('/mode fast');
    world.runtime.reject('It is gone.');
    await world.settle();
    assert.deepEqual(panel.transcript, ['notice: It is gone.']);
    assert.equal(panel.panel.draft.text, '/mode fast');
  });

  it('a panel that was hidden and lived on gets what was handed back meanwhile', async () => {
    await panel.send('hello');
    panel.visible = false;
    world.runtime.reject('No model is chosen.');
    await world.settle();
    panel.visible = true;
    panel.panel.shownAgain();
    panel.follower.shown();
    await world.settle();
    assert.equal(panel.panel.draft.text, 'hello');
  });
});
