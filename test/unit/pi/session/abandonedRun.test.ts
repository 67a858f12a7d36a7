import { strict as assert } from 'node:assert';
import { SessionStore } from '../../../../src/extension/sessionFiles/sessionStore';
import { Hold } from '../../../fixtures/pi/scriptedModel';
import { PiWorld } from '../../../fixtures/pi/piWorld';

describe('sessions that have ended', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
  });
  afterEach(() => world.close());

  it("A session that has ended ignores questions of a tool that still runs and writes nothing to the next session's file", async () => {
    const hold = new Hold();
    Reflect.set(globalThis, 'ensoHold', hold);
    world.extension(
      'stubborn',
      `pi.registerTool({
        name: 'stubborn', label: 'Stubborn', description: 'Heeds no signal.', parameters: { type: 'object', properties: {} },
        async execute(_id: any, _args: any, _signal: any, _update: any, ctx: any) {
          const { ui } = ctx;
          await (globalThis as any).ensoHold.stand(undefined);
          (globalThis as any).ensoHeard = ui.confirm('Still there?', '');
          return { content: [{ type: 'text', text: 'done' }], details: undefined };
        },
      });`,
    );
    world.model.answer({ tool: 'stubborn', args: {} });
    const first = await world.open();
    first.send('one');
    await hold.reached;
    await first.runtime.dispose();
    world.model.answer({ say: 'fine' });
    const next = await world.open(first.id);
    await next.run('two');
    first.host.refusing = true;
    hold.release();
    const heard = () => Reflect.get(globalThis, 'ensoHeard') as Promise<boolean> | undefined;
    while (heard() === undefined) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await heard(), false);
    const store = new SessionStore({ folders: () => [world.folder], agentDir: world.agentDir });
    const items = (await store.read(first.id))?.items ?? [];
    assert.deepEqual(
      items.flatMap((item) => (item.kind === 'user' ? [item.text] : [])),
      ['one', 'two'],
    );
  });
});
