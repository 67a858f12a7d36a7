import { strict as assert } from 'node:assert';
import { cleanKey } from '../../../../src/extension/pi/models/models';
import { PiWorld } from '../../../fixtures/pi/piWorld';

describe('the choice of a model', () => {
  const kept = new Map<string, string>();
  const keys = {
    load: () => Promise.resolve(Object.fromEntries(kept)),
    save: (provider: string, key: string | undefined) => {
      if (key === undefined) kept.delete(provider);
      else kept.set(provider, key);
      return Promise.resolve();
    },
  };
  let world: PiWorld;
  beforeEach(() => {
    kept.clear();
    world = new PiWorld({ scripted: false, keys });
  });
  afterEach(() => world.close());

  it('has only the demo model where nothing is configured', async () => {
    const models = await world.factoryOfThisWorld.listModels();
    assert.deepEqual(
      models.map(({ name, offline }) => [name, offline]),
      [['Offline demo model', true]],
    );
  });

  it('names the providers that take a key', async () => {
    const providers = await world.factoryOfThisWorld.listProviders();
    const anthropic = providers.find(({ id }) => id === 'anthropic');
    assert.deepEqual(anthropic, { id: 'anthropic', name: 'Anthropic', configured: false });
  });

  it('takes a key, keeps it out of pi’s files, and moves threads from the demo model', async () => {
    const thread = await world.open();
    await thread.run('hello');
    assert.equal(thread.host.state.session.offline, true);
    await world.factoryOfThisWorld.setApiKey('anthropic', ' sk-test-key\n');
    assert.equal(kept.get('anthropic'), 'sk-test-key');
    assert.equal(thread.host.state.session.offline, false);
    assert.match(thread.host.state.session.model ?? '', /Claude/);
    assert.ok((await world.factoryOfThisWorld.listModels()).length > 1);
    assert.equal((await world.factoryOfThisWorld.listModels()).at(-1)?.offline, true);
  });

  it('uses a kept key from the start, and the demo model again when it is forgotten', async () => {
    kept.set('anthropic', 'sk-test-key');
    const thread = await world.open();
    await thread.host.until(() => thread.host.state.session.model !== undefined);
    assert.equal(thread.host.state.session.offline, false);
    await world.factoryOfThisWorld.setApiKey('anthropic', undefined);
    assert.deepEqual([...kept], []);
    const next = await world.open();
    await next.run('hello');
    assert.equal(next.host.state.session.offline, true);
  });

  it('is told of when a thread’s own model can’t be used any more', async () => {
    kept.set('anthropic', 'sk-test-key');
    const thread = await world.open();
    await world.factoryOfThisWorld.chooseModel(thread.id, { provider: 'offline', id: 'demo' });
    await thread.run('hello');
    const claude = (await world.factoryOfThisWorld.listModels())[0];
    assert.ok(claude?.provider === 'anthropic');
    await world.factoryOfThisWorld.chooseModel(thread.id, claude);
    await thread.runtime.dispose();
    await world.factoryOfThisWorld.setApiKey('anthropic', undefined);
    const again = await world.open(thread.id);
    const [notice] = again.host.items;
    assert.ok(notice?.kind === 'notice');
    assert.match(notice.text, /can’t be used at the moment\. It goes on with Offline demo model\./);
  });

  it('can be made for a thread, which says so', async () => {
    kept.set('anthropic', 'sk-test-key');
    const thread = await world.open();
    await world.factoryOfThisWorld.chooseModel(thread.id, { provider: 'offline', id: 'demo' });
    assert.equal(thread.host.state.session.model, 'Offline demo model');
    await assert.rejects(
      world.factoryOfThisWorld.chooseModel(thread.id, { provider: 'offline', id: 'gone' }),
      /no longer available/,
    );
  });

  it('takes a key without what comes along when it is copied, and refuses what is none', () => {
    assert.equal(cleanKey(' sk-x\n'), 'sk-x');
    assert.equal(cleanKey('sk-\u200bx'), 'sk-x');
    assert.equal(cleanKey('“sk-x”'), 'sk-x');
    assert.throws(() => cleanKey(' \n'), /empty/);
    assert.throws(
      () => cleanKey('schlüssel'),
      (error: Error) => !error.message.includes('schl'),
    );
  });
});
