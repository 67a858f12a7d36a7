import { strict as assert } from 'node:assert';
import { PiWorld } from '../../../fixtures/pi/piWorld';

describe('questions during a reload', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
  });
  afterEach(() => world.close());

  it('A question that is open during a reload stays open, and its answer reaches the extension that asked', async () => {
    world.extension(
      'asker',
      `pi.registerCommand('go', { handler: async (_args: string, ctx: any) => {
        (globalThis as any).ensoHeard = await ctx.ui.select('Which?', ['a', 'b']);
      } });`,
    );
    const thread = await world.open();
    thread.send('/go');
    const dialog = await thread.host.dialog(0);
    await thread.runtime.reload();
    dialog.answer({ value: 'b' });
    await thread.host.called('m1 handled');
    assert.equal((globalThis as unknown as { ensoHeard: unknown }).ensoHeard, 'b');
  });
});
