import { strict as assert } from 'node:assert';
import {
  existsSync,
  lstatSync,
  readFileSync,
  statSync,
  chmodSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment } from '../../../../src/extension/pi/sdk/environment';
import { Hold } from '../../../fixtures/pi/scriptedModel';
import { PiWorld } from '../../../fixtures/pi/piWorld';

describe('tool calls:', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
  });
  afterEach(() => world.close());

  it('a running command’s output arrives as deltas', async () => {
    world.model.answer({
      tool: 'bash',
      args: { command: 'echo one; until [ -e go ]; do sleep 0.02; done; echo two' },
    });
    world.model.answer({ say: 'ok' });
    const thread = await world.open();
    thread.send('run');
    await thread.host.until(() =>
      thread.host.items.some((item) => item.kind === 'tool' && item.text === 'one\n'),
    );
    assert.equal(thread.host.state.activity?.kind, 'tool');
    writeFileSync(join(world.folder, 'go'), '');
    await thread.host.settled();
    const deltas = thread.host.observations.flatMap((seen) =>
      seen.type === 'text-delta' ? [seen.delta] : [],
    );
    assert.equal(deltas[0], 'one\n');
    assert.ok(!deltas.slice(1).some((delta) => delta.includes('one')));
    const [tool] = thread.host.items;
    assert.ok(tool?.kind === 'tool');
    assert.deepEqual([tool.state, tool.exitCode, tool.text.trim()], ['done', 0, 'one\ntwo']);
  });

  it('an edit shows a diff and the file’s path relative to the folder', async () => {
    const file = world.write('work/sub/a.txt', 'one\ntwo\nthree\n');
    world.model
      .answer({ tool: 'edit', args: { path: file, edits: [{ oldText: 'two', newText: '2' }] } })
      .answer({ say: 'ok' });
    const thread = await world.open();
    await thread.run('edit');
    const [tool] = thread.host.items;
    assert.ok(tool?.kind === 'tool');
    assert.deepEqual([tool.path, tool.subject], [join('sub', 'a.txt'), join('sub', 'a.txt')]);
    assert.match(tool.diff ?? '', /^--- [\s\S]*\n@@ [\s\S]*\n-two\n\+2\n/);
  });

  it('a read during an edit sees a complete file', async () => {
    const file = world.write('work/a.txt', `${'x'.repeat(20_000)}\nend\n`);
    const edit = (from: string, to: string) => ({
      tool: 'edit',
      args: { path: file, edits: [{ oldText: from, newText: to }] },
    });
    const read = { tool: 'read', args: { path: file, offset: 2 } };
    for (let time = 0; time < 10; time++) {
      world.model.answer(read, edit(time % 2 === 0 ? 'end' : 'END', time % 2 === 0 ? 'END' : 'end'), read);
    }
    world.model.answer({ say: 'ok' });
    const thread = await world.open();
    await thread.run('race');
    const reads = thread.host.items.filter((item) => item.kind === 'tool' && item.name === 'read');
    assert.equal(reads.length, 20);
    for (const item of reads) assert.match(item.kind === 'tool' ? item.text : '', /^end/i);
  });

  it('a write keeps the file’s mode and follows a symbolic link', async () => {
    const file = world.write('work/run.sh', '#!/bin/sh\necho one\n');
    chmodSync(file, 0o755);
    symlinkSync('run.sh', join(world.folder, 'link'));
    world.model
      .answer({ tool: 'write', args: { path: 'link', content: '#!/bin/sh\necho two\n' } })
      .answer({ say: 'ok' });
    const thread = await world.open();
    await thread.run('write');
    assert.equal(readFileSync(file, 'utf8'), '#!/bin/sh\necho two\n');
    assert.equal(statSync(file).mode & 0o777, 0o755);
    assert.ok(lstatSync(join(world.folder, 'link')).isSymbolicLink());
  });

  it('a command gets the environment of the user’s shell, not the editor’s', async () => {
    Object.assign(process.env, { ELECTRON_RUN_AS_NODE: '1', VSCODE_PID: '1', ENSO_TEST_STAYS: 'yes' });
    try {
      world.model.answer({ tool: 'bash', args: { command: 'env' } }).answer({ say: 'ok' });
      const thread = await world.open();
      await thread.run('env');
      const [tool] = thread.host.items;
      const text = tool?.kind === 'tool' ? tool.text : '';
      assert.match(text, /^ENSO_TEST_STAYS=yes$/m);
      assert.doesNotMatch(text, /^(ELECTRON_|VSCODE_|PI_OFFLINE|PI_TELEMETRY)/m);
    } finally {
      for (const name of ['ELECTRON_RUN_AS_NODE', 'VSCODE_PID', 'ENSO_TEST_STAYS'])
        Reflect.deleteProperty(process.env, name);
    }
  });

  it('the environment has no VS Code askpass without the variables that askpass needs', () => {
    assert.deepEqual(cleanEnvironment({ GIT_ASKPASS: 'x', VSCODE_GIT_ASKPASS_MAIN: 'y', HOME: '/h' }), {
      HOME: '/h',
    });
    assert.deepEqual(cleanEnvironment({ GIT_ASKPASS: 'mine', NODE_OPTIONS: '--inspect' }), {
      GIT_ASKPASS: 'mine',
    });
  });

  it('only the tools of the user’s settings are available', async () => {
    world.settings({ defaultTools: ['read', 'ask_user'] });
    world.model.answer({ tool: 'bash', args: { command: 'echo ran' } }).answer({ say: 'ok' });
    const thread = await world.open();
    await thread.run('go');
    const [tool] = thread.host.items;
    assert.deepEqual(tool?.kind === 'tool' && [tool.state, tool.text], ['failed', 'Tool bash not found']);
  });

  it('a tool call downloads no program', async () => {
    const thread = await world.open();
    world.model.answer({ tool: 'bash', args: { command: 'true' } }).answer({ say: 'ok' });
    await thread.run('go');
    assert.equal(existsSync(join(world.agentDir, 'bin')), false);
  });

  it('a session never writes the user’s settings', async () => {
    world.settings({ theme: 'dark' });
    const hold = new Hold();
    world.model.answer({ hold }, { say: 'ok' });
    const thread = await world.open();
    thread.send('hi');
    await hold.reached;
    thread.runtime.prompt({ messageId: 'r', text: '/name x', images: [] }, thread.host.admission('r'));
    hold.release();
    await thread.host.settled();
    await thread.runtime.dispose();
    assert.equal(readFileSync(join(world.agentDir, 'settings.json'), 'utf8'), '{"theme":"dark"}');
  });
});
