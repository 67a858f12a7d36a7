import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import type { Item } from '../../../../src/protocol/item';
import { useModelServer } from '../../../fixtures/pi/useModelServer';
import { ServerHold } from '../../../model-server/modelServer';

const texts = (items: readonly Item[]) =>
  items.flatMap((item) => (item.kind === 'text' || item.kind === 'notice' ? [item.text] : []));

describe('a model over the network', () => {
  const fixture = useModelServer('secret-of-the-test');

  it('a network model answers instead of the demo model once its key is set', async () => {
    const { server, world } = fixture();
    server.answer({ say: 'Hello ' }, { say: 'there.' });
    const thread = await world.open();
    await thread.run('hi');
    assert.deepEqual(texts(thread.host.items), ['Hello there.']);
    assert.equal(thread.host.state.session.model, 'Talker');
    assert.equal(thread.host.state.session.offline, false);
    assert.deepEqual(server.keys, ['Bearer secret-of-the-test']);
  });

  it('two threads that start together get answers, even if another provider’s sign-in has expired', async () => {
    const { server, world } = fixture();
    const past = { type: 'oauth', access: 'old', refresh: 'old', expires: 1 };
    const auth = world.write('agent/auth.json', JSON.stringify({ anthropic: past }));
    world.settings({ defaultProvider: 'local', defaultModel: 'talker' });
    server.answer({ say: 'one' }).answer({ say: 'two' });
    const threads = await Promise.all([world.open(), world.open()]);
    await Promise.all(threads.map((thread) => thread.run('hi')));
    assert.deepEqual(threads.flatMap((thread) => texts(thread.host.items)).sort(), ['one', 'two']);
    assert.deepEqual(JSON.parse(readFileSync(auth, 'utf8')), { anthropic: past });
  });

  it('a stop closes the connection at once and keeps the received text', async () => {
    const { server, world } = fixture();
    const hold = new ServerHold();
    server.answer({ say: 'half' }, { hold });
    const thread = await world.open();
    thread.send('hi');
    await hold.reached;
    await thread.host.until(() => thread.host.items.length > 0);
    await thread.stop();
    await hold.closed;
    assert.deepEqual(texts(thread.host.items), ['half']);
    assert.deepEqual(thread.host.endings, [{ aborted: true, failed: false }]);
  });

  it('a stop ends a request that the server accepts and never answers', async () => {
    const { server, world } = fixture();
    const hold = new ServerHold();
    server.answer({ hold }).answer({ say: 'now' });
    const thread = await world.open();
    thread.send('hi');
    await hold.reached;
    await thread.stop();
    await hold.closed;
    await thread.run('again');
    assert.deepEqual(texts(thread.host.items), ['now']);
  });

  it('an error response becomes a one-line notice with its HTTP status', async () => {
    const { server, world } = fixture();
    const page = `<!DOCTYPE html><html><head><title>Down</title></head>${'<p>Ray 12</p>'.repeat(3000)}`;
    server
      .answer({ status: 401, body: '{"error":{"message":"Incorrect API key provided: sk-abc***xyz"}}' })
      .answer({ status: 520, body: page, type: 'text/html' })
      .answer({ status: 400, body: '' })
      .answer({ say: 'half' }, 'hang up');
    const thread = await world.open();
    for (const prompt of ['one', 'two', 'three', 'four']) await thread.run(prompt);
    const notices = thread.host.items.filter((item) => item.kind === 'notice');
    assert.deepEqual(
      notices.map(({ text }) => text),
      [
        'The provider rejected the API key (HTTP 401).',
        'The provider had an internal error (HTTP 520).',
        'The model answered with an error (HTTP 400).',
        "Couldn't reach the provider.",
      ],
    );
    for (const { detail } of notices) assert.doesNotMatch(detail ?? '', /abc|xyz|<|Ray|secret/);
    assert.ok(thread.host.endings.every(({ failed }) => failed));
  });
});
