import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOnlySettings } from '../../../../src/extension/pi/sdk/readOnlySettings';
import { PiWorld } from '../../../fixtures/pi/piWorld';

describe('settings of pi', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
  });
  afterEach(() => world.close());

  const settings = async (trusted: boolean) =>
    readOnlySettings(await world.pi, { agentDir: world.agentDir, folder: world.folder, trusted });

  it('Settings of pi come from the user and from a trusted workspace', async () => {
    world.settings({ defaultModel: 'mine', shellPath: '/bin/sh' });
    world.write('work/.pi/settings.json', JSON.stringify({ defaultModel: 'theirs' }));
    assert.equal((await settings(false)).getDefaultModel(), 'mine');
    const trusting = await settings(true);
    assert.equal(trusting.getDefaultModel(), 'theirs');
    assert.equal(trusting.getShellPath(), '/bin/sh');
  });

  it('Settings of pi are read again by a reload, including those of a workspace that is trusted then', async () => {
    world.write('work/.pi/settings.json', JSON.stringify({ defaultModel: 'theirs' }));
    const manager = await settings(false);
    world.settings({ shellPath: '/bin/dash' });
    manager.setProjectTrusted(true);
    await manager.reload();
    assert.deepEqual([manager.getDefaultModel(), manager.getShellPath()], ['theirs', '/bin/dash']);
  });

  it('Settings of pi turn cache warming off', async () => {
    world.settings({ cacheWarming: 'always' });
    const manager = await settings(true);
    assert.equal(manager.getCacheWarmingMode(), 'off');
    await manager.reload();
    assert.equal(manager.getCacheWarmingMode(), 'off');
    world.write('agent/settings.json', '{ nonsense');
    await manager.reload();
    assert.equal(manager.getCacheWarmingMode(), 'off');
    assert.equal((await settings(true)).getCacheWarmingMode(), 'off');
  });

  it("Settings of pi show one notice for each file that can't be read", async () => {
    world.write('agent/settings.json', '{ nonsense');
    const thread = await world.open();
    world.model.answer({ say: 'hi' });
    thread.send('hello');
    await thread.host.settled();
    const said = thread.host.items.flatMap((item) => (item.kind === 'notice' ? [item.text] : []));
    assert.deepEqual(said, ["Couldn't read pi's user settings, so they're ignored."]);
  });

  it('Settings of pi are not written to a file when pi changes one', async () => {
    world.settings({ theme: 'dark' });
    const manager = await settings(true);
    manager.setDefaultModelAndProvider('p', 'm');
    manager.setProjectPackages(['npm:x']);
    await manager.flush();
    assert.equal(manager.getDefaultModel(), 'm');
    assert.equal(readFileSync(join(world.agentDir, 'settings.json'), 'utf8'), '{"theme":"dark"}');
    assert.equal(existsSync(join(world.folder, '.pi')), false);
  });
});
