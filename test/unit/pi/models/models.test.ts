import { strict as assert } from 'node:assert';
import { cleanKey } from '../../../../src/extension/pi/models/models';
import { PiWorld } from '../../../fixtures/pi/piWorld';

describe('models and keys', () => {
  const savedKeys = new Map<string, string>();
  const keys = {
    load: () => Promise.resolve(Object.fromEntries(savedKeys)),
    save: (provider: string, key: string | undefined) => {
      if (key === undefined) savedKeys.delete(provider);
      else savedKeys.set(provider, key);
      return Promise.resolve();
    },
  };
  let world: PiWorld;
  beforeEach(() => {
    savedKeys.clear();
    world = new PiWorld({ scripted: false, keys });
  });
  afterEach(() => world.close());

  it('only the demo model is available when nothing is configured', async () => {
    const models = await world.factoryOfThisWorld.listModels();
    assert.deepEqual(
      models.map(({ name, offline }) => [name, offline]),
      [['Offline demo model', true]],
    );
  });

  it('listProviders returns the providers that accept a key', async () => {
    const providers = await world.factoryOfThisWorld.listProviders();
    const anthropic = providers.find(({ id }) => id === 'anthropic');
    assert.deepEqual(anthropic, { id: 'anthropic', name: 'Anthropic', configured: false });
  });

  it('setApiKey saves a key outside pi’s files and moves threads from the demo model', async () => {
    const thread = await world.open();
    await thread.run('hello');
    assert.equal(thread.host.state.session.offline, true);
    await world.factoryOfThisWorld.setApiKey('anthropic', ' sk-test-key\n');
    assert.equal(savedKeys.get('anthropic'), 'sk-test-key');
    assert.equal(thread.host.state.session.offline, false);
    assert.match(thread.host.state.session.model ?? '', /Claude/);
    assert.ok((await world.factoryOfThisWorld.listModels()).length > 1);
    assert.equal((await world.factoryOfThisWorld.listModels()).at(-1)?.offline, true);
  });

  it('a saved key is used from the start, and the demo model again after its removal', async () => {
    savedKeys.set('anthropic', 'sk-test-key');
    const thread = await world.open();
    await thread.host.until(() => thread.host.state.session.model !== undefined);
    assert.equal(thread.host.state.session.offline, false);
    await world.factoryOfThisWorld.setApiKey('anthropic', undefined);
    assert.deepEqual([...savedKeys], []);
    const next = await world.open();
    await next.run('hello');
    assert.equal(next.host.state.session.offline, true);
  });

  it('a thread whose model is no longer available says which model replaces it', async () => {
    savedKeys.set('anthropic', 'sk-test-key');
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
    assert.match(notice.text, /isn't available\. This thread now uses Offline demo model\./);
  });

  it('chooseModel changes the thread’s model and rejects an unknown one', async () => {
    savedKeys.set('anthropic', 'sk-test-key');
    const thread = await world.open();
    await world.factoryOfThisWorld.chooseModel(thread.id, { provider: 'offline', id: 'demo' });
    assert.equal(thread.host.state.session.model, 'Offline demo model');
    await assert.rejects(
      world.factoryOfThisWorld.chooseModel(thread.id, { provider: 'offline', id: 'gone' }),
      /no longer available/,
    );
  });

  it('cleanKey removes what copying adds and rejects invalid keys', () => {
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
