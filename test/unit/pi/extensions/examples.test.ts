import { strict as assert } from 'node:assert';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PiWorld } from '../../../fixtures/pi/piWorld';

const examples = 'node_modules/@earendil-works/pi-coding-agent/examples/extensions';

describe('example extensions of pi', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
    mkdirSync(join(world.agentDir, 'extensions'), { recursive: true });
  });
  afterEach(() => world.close());

  const install = (name: string) => {
    copyFileSync(join(examples, name), join(world.agentDir, 'extensions', name));
  };

  it("pi's example extensions load all together", async function () {
    this.timeout(60_000);
    const names = readdirSync(examples).filter((name) => name.endsWith('.ts'));
    assert.ok(names.length > 40);
    names.forEach(install);
    const thread = await world.open();
    const failed = thread.host.items.flatMap((item) =>
      item.kind === 'notice' && /Couldn't load/.test(item.text) ? [`${item.text} ${item.detail}`] : [],
    );
    assert.deepEqual(failed, []);
    assert.ok(thread.runtime.commands().length > 20);
  });

  it("pi's example extensions ask before a dangerous command (permission-gate)", async () => {
    install('permission-gate.ts');
    world.model.answer({ tool: 'bash', args: { command: 'rm -rf build' } }).answer({ say: 'as you wish' });
    const thread = await world.open();
    thread.send('clean up');
    const dialog = await thread.host.dialog();
    assert.ok(dialog.spec.kind === 'select');
    assert.match(dialog.spec.title, /rm -rf build/);
    assert.equal(dialog.spec.askedBy, 'permission-gate');
    const no = dialog.spec.options.find((option) => /no/i.test(option));
    assert.ok(no !== undefined);
    dialog.answer({ value: no });
    await thread.host.settled();
    const [tool] = thread.host.items;
    assert.equal(tool?.kind === 'tool' && tool.state, 'failed');
  });

  it("pi's example extensions ask with each kind of dialog (rpc-demo)", async () => {
    install('rpc-demo.ts');
    const thread = await world.open();
    await thread.host.until(() => Object.keys(thread.host.state.statuses).length > 0);
    const names = thread.runtime.commands().filter(({ name }) => name.startsWith('rpc-'));
    assert.deepEqual(names.map(({ name }) => name).sort(), ['rpc-editor', 'rpc-input', 'rpc-prefill']);
    thread.send('/rpc-input');
    (await thread.host.dialog()).answer({ value: 'typed' });
    await thread.host.called('m1 handled');
    thread.send('/rpc-editor');
    (await thread.host.dialog(1)).end({ outcome: 'cancelled' });
    await thread.host.called('m2 handled');
    thread.send('/rpc-prefill');
    await thread.host.called('m3 handled');
    assert.notEqual(thread.host.composer, '');
    assert.match(thread.host.toasts.join('\n'), /typed/);
  });

  it("pi's example extensions time out their own questions (timed-confirm)", async () => {
    install('timed-confirm.ts');
    const thread = await world.open();
    thread.send('/timed-signal');
    const dialog = await thread.host.dialog();
    assert.ok(dialog.options.signal !== undefined);
    dialog.answer({ confirmed: true });
    await thread.host.called('m1 handled');
    thread.send('/timed');
    const timed = await thread.host.dialog(1);
    assert.ok((timed.options.timeout ?? 0) > 0);
    timed.end({ outcome: 'timed-out' });
    await thread.host.called('m2 handled');
  });
});
