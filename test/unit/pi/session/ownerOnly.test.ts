import { strict as assert } from 'node:assert';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DraftFiles } from '../../../../src/extension/vscode/storage/draftFiles';
import { sessionFolder } from '../../../../src/extension/pi/sdk/piPaths';
import { PiWorld } from '../../../fixtures/pi/piWorld';

const mode = (path: string): number => statSync(path).mode & 0o777;

describe('The files of a thread', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
  });
  afterEach(() => world.close());

  const sessionFiles = (folder: string): readonly string[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(folder, name));

  it('are readable for their owner alone, as is their folder', async () => {
    const folder = await sessionFolder(world.agentDir, world.folder);
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const thread = await world.open();
    world.model.answer({ say: 'one' });
    await thread.run('one');
    const [file = ''] = sessionFiles(folder);
    assert.deepEqual([mode(folder), mode(file)], [0o700, 0o600]);
  });

  it('become readable for their owner alone when a thread of an earlier version is continued', async () => {
    const folder = await sessionFolder(world.agentDir, world.folder);
    const thread = await world.open();
    world.model.answer({ say: 'one' });
    await thread.run('one');
    await thread.runtime.dispose();
    const [file = ''] = sessionFiles(folder);
    chmodSync(file, 0o644);
    chmodSync(folder, 0o755);
    await world.open(thread.id);
    assert.deepEqual([mode(folder), mode(file)], [0o700, 0o600]);
  });

  it('leave the mode of a folder that pi’s settings name as it is', async () => {
    const sessions = join(world.root, 'shared');
    mkdirSync(sessions, { mode: 0o755 });
    world.settings({ sessionDir: sessions });
    const thread = await world.open();
    world.model.answer({ say: 'one' });
    await thread.run('one');
    const [file = ''] = sessionFiles(sessions);
    assert.deepEqual([mode(sessions), mode(file)], [0o755, 0o600]);
  });

  it('include drafts, also those that an earlier version wrote', async () => {
    const folder = join(world.root, 'storage', 'drafts');
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const file = join(folder, 'a.json');
    writeFileSync(file, '{}', { mode: 0o644 });
    await new DraftFiles(folder).save('a', { text: 'x' });
    assert.deepEqual([mode(folder), mode(file)], [0o700, 0o600]);
  });
});
