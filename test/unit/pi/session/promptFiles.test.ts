import { strict as assert } from 'node:assert';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { PiWorld } from '../../../fixtures/pi/piWorld';

describe('Instructions from folders above', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
    world.write('AGENTS.md', 'Instructions of the folder above.');
    world.write('work/AGENTS.md', 'Instructions of the folder.');
    world.write('agent/AGENTS.md', 'Instructions of the user.');
  });
  afterEach(() => world.close());

  /** Returns which instructions pi gives to the model, and the notices of the thread. */
  const opened = async (): Promise<readonly [string, readonly string[]]> => {
    const thread = await world.open();
    world.model.answer({ say: 'done' });
    await thread.run('hi');
    const request = JSON.stringify(world.model.requests.at(-1));
    const names = ['user', 'folder above', 'folder'].filter((name) => request.includes(`of the ${name}.`));
    const notices = thread.host.items.flatMap((item) => (item.kind === 'notice' ? [item.text] : []));
    return [names.join(', '), notices];
  };

  it('are named once in a window', async () => {
    const file = join(world.root, 'AGENTS.md');
    const named = `pi also follows the instructions in ${file}.`;
    assert.deepEqual(await opened(), ['user, folder above, folder', [named]]);
    assert.deepEqual(await opened(), ['user, folder above, folder', []]);
  });

  it('are ignored with a notice where other users can change them', async () => {
    chmodSync(world.root, 0o777);
    const file = join(world.root, 'AGENTS.md');
    const named = `Ignored the instructions in ${file} because other users can change them.`;
    assert.deepEqual(await opened(), ['user, folder', [named]]);
  });

  it('are not used in an untrusted folder, where the user’s own are', async () => {
    world.trusted = false;
    assert.deepEqual(await opened(), ['user', []]);
  });
});
