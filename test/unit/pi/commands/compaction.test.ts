import { strict as assert } from 'node:assert';
import type { Item } from '../../../../src/protocol/item';
import { SessionStore } from '../../../../src/extension/sessionFiles/sessionStore';
import { Hold } from '../../../fixtures/pi/scriptedModel';
import { PiWorld, type OpenThread } from '../../../fixtures/pi/piWorld';

const noticesOf = (items: readonly Item[]) =>
  items.flatMap((item) => (item.kind === 'notice' ? [`${item.level}: ${item.text}`] : []));

describe('a compaction', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
    world.settings({ compaction: { keepRecentTokens: 400, reserveTokens: 1000 } });
  });
  afterEach(() => world.close());

  async function longThread(): Promise<OpenThread> {
    const thread = await world.open();
    for (const word of ['one', 'two', 'three']) {
      world.model.answer({ say: `${word} `.repeat(200) });
      await thread.run(`${word} `.repeat(200));
    }
    return thread;
  }

  it('/compact compacts without a run and adds a notice with the summary, live and from the file', async () => {
    const thread = await longThread();
    const hold = new Hold();
    world.model.answer({ hold }, { say: 'They counted.' });
    const id = thread.send('/compact the numbers');
    await hold.reached;
    assert.equal(thread.runtime.compacting, true);
    assert.equal(thread.host.state.activity?.kind, 'compacting');
    hold.release();
    await thread.host.called(`${id} handled`);
    assert.equal(thread.runtime.compacting, false);
    assert.equal(thread.host.endings.length, 3);
    const notice = thread.host.items.at(-1);
    assert.ok(notice?.kind === 'notice');
    assert.match(notice.text, /^Compacted the conversation/);
    assert.match(notice.detail ?? '', /They counted/);
    const store = new SessionStore({ folders: () => [world.folder], agentDir: world.agentDir });
    const stored = (await store.read(thread.id))?.items.at(-1);
    assert.ok(stored?.kind === 'notice');
    assert.deepEqual([stored.text, stored.detail], [notice.text, notice.detail]);
  });

  it('a stop cancels a compaction', async () => {
    const thread = await longThread();
    const hold = new Hold();
    world.model.answer({ hold }, { say: 'never' });
    const id = thread.send('/compact');
    await hold.reached;
    await thread.stop();
    await thread.host.called(`${id} handled`);
    assert.equal(thread.runtime.compacting, false);
    assert.deepEqual(noticesOf(thread.host.items), []);
  });

  it('a failed compaction gives the reason, and the thread continues', async () => {
    world.settings({ compaction: { keepRecentTokens: 400 }, retry: { enabled: false } });
    const thread = await longThread();
    world.model.answer({ fail: '401 unauthorized' });
    const id = thread.send('/compact');
    await thread.host.until(() => thread.host.calls.some((call) => call.startsWith(`${id} rejected`)));
    assert.match(
      thread.host.calls.at(-1) ?? '',
      /Couldn't compact the conversation\. The provider rejected the API key/,
    );
    world.model.answer({ say: 'fine' });
    await thread.run('go on');
    assert.equal(thread.host.endings.at(-1)?.failed, false);
  });

  it('a run compacts a conversation that has become too long', async () => {
    const thread = await longThread();
    world.model.answer({ fail: 'prompt is too long: 200000 tokens > 100000 maximum' });
    world.model.answer({ say: 'They counted.' }).answer({ say: 'on we go' });
    await thread.run('more');
    assert.deepEqual(
      thread.host.items
        .slice(-2)
        .map((item) => (item.kind === 'text' || item.kind === 'notice' ? item.text.slice(0, 30) : '')),
      ['Compacted the conversation (ab', 'on we go'],
    );
    assert.deepEqual(thread.host.endings.at(-1), { aborted: false, failed: false });
    assert.equal(thread.host.calls.filter((call) => call === 'run started').length, 4);
  });
});
