import { strict as assert } from 'node:assert';
import type { Item } from '../../src/protocol/item';
import { useModelServer } from '../fixtures/pi/useModelServer';
import { actsOf } from '../model-server/promptWords';
import { sampleText } from '../model-server/sampleText';

const said = (items: readonly Item[]) => items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));

describe('ModelServer', () => {
  const fixture = useModelServer('any');

  it('the server streams the number of deltas that the prompt names, with the same text every time', async () => {
    const { world } = fixture();
    const thread = await world.open();
    await thread.run('stream 30 deltas of 20 at 2000 a second as list; then say The end');
    assert.deepEqual(said(thread.host.items), [`${sampleText(600, 'list')}The end`]);
  });

  it('the server calls a tool and continues after its result', async () => {
    const { server, world } = fixture();
    const thread = await world.open();
    world.write('work/a.txt', 'hello from a file');
    await thread.run('say I look; then call read {"path":"a.txt"}; then say Done');
    const tool = thread.host.items.find((item) => item.kind === 'tool');
    assert.ok(tool?.kind === 'tool' && tool.state === 'done');
    assert.match(tool.text, /hello from a file/);
    assert.deepEqual(said(thread.host.items), ['I look', 'Done']);
    assert.equal(server.requests.length, 2);
  });

  it('the server fails with the status that the prompt names and cuts a response that has begun', async () => {
    const { world } = fixture();
    const thread = await world.open();
    await thread.run('fail with 503 Too busy');
    await thread.run('say half; then cut');
    assert.deepEqual(said(thread.host.items), ['half']);
    assert.deepEqual(
      thread.host.endings.map(({ failed }) => failed),
      [true, true],
    );
  });

  it('the server stalls until the client disconnects', async () => {
    const { world } = fixture();
    const thread = await world.open();
    thread.send('say Well; then stall');
    await thread.host.until(() => said(thread.host.items).length > 0);
    await thread.stop();
    assert.deepEqual(thread.host.endings, [{ aborted: true, failed: false }]);
  });

  it('the server ignores a prompt with a step that it doesn’t know', () => {
    assert.equal(actsOf('say hello; then dance'), undefined);
    assert.deepEqual(actsOf('stall'), [[{ act: 'stall' }]]);
  });
});
