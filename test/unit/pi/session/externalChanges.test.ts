import { strict as assert } from 'node:assert';
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sessionFolder } from '../../../../src/extension/pi/sdk/piPaths';
import { PiWorld, type OpenThread } from '../../../fixtures/pi/piWorld';

describe('external changes', () => {
  let world: PiWorld;
  let thread: OpenThread;
  beforeEach(async () => {
    world = new PiWorld();
    thread = await world.open();
    world.model.answer({ say: 'hello' });
    await thread.run('hi');
  });
  afterEach(() => world.close());

  const file = async () => {
    const sessions = await sessionFolder(world.agentDir, world.folder);
    return join(sessions, readdirSync(sessions)[0] ?? '');
  };
  const other = async () => (await world.pi).SessionManager.open(await file());
  const say = (text: string) => ({
    role: 'user' as const,
    content: [{ type: 'text' as const, text }],
    timestamp: 1,
  });

  it("ExternalChangeReader reports none of the session's own records", async () => {
    assert.equal(await thread.runtime.externalChanges?.(), undefined);
    const id = thread.send('!echo mine');
    await thread.host.called(`${id} handled`);
    const named = thread.send('/name Mine');
    await thread.host.called(`${named} handled`);
    assert.equal(await thread.runtime.externalChanges?.(), undefined);
  });

  it('ExternalChangeReader reports turns of another program, which a new session then includes', async () => {
    (await other()).appendMessage(say('from the terminal'));
    const added = await thread.runtime.externalChanges?.();
    assert.equal(added?.diverged, false);
    assert.deepEqual(
      added?.items.map((item) => item.kind === 'user' && item.text),
      ['from the terminal'],
    );
    await thread.runtime.dispose();
    const again = await world.open(thread.id);
    world.model.answer({ say: 'I know' });
    await again.run('what did I say?');
    assert.match(JSON.stringify(world.model.requests.at(-1)), /from the terminal/);
    assert.equal(await again.runtime.externalChanges?.(), undefined);
  });

  it('ExternalChangeReader reports when both programs continued from the same entry', async () => {
    const stranger = await other();
    world.model.answer({ say: 'two' });
    await thread.run('mine');
    stranger.appendMessage(say('theirs'));
    const added = await thread.runtime.externalChanges?.();
    assert.equal(added?.diverged, true);
    assert.equal(added?.items.length, 1);
  });

  it('ExternalChangeReader ignores a line that is still being written', async () => {
    appendFileSync(await file(), '{"type":"message","id":"half');
    assert.equal(await thread.runtime.externalChanges?.(), undefined);
  });
});
