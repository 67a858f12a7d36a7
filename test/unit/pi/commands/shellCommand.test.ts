import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import type { Item } from '../../../../src/protocol/item';
import { SessionStore } from '../../../../src/extension/sessionFiles/sessionStore';
import { childThatRuns } from '../../../fixtures/pi/processes';
import { PiWorld } from '../../../fixtures/pi/piWorld';

const tools = (items: readonly Item[]) =>
  items.flatMap((item) =>
    item.kind === 'tool' ? [[item.name, item.subject, item.text.trim(), item.state, item.exitCode]] : [],
  );

describe('shell commands of the user:', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
  });
  afterEach(() => world.close());

  it('a shell command runs in the thread’s folder as a tool item, and its end completes the prompt', async () => {
    const thread = await world.open();
    const id = thread.send('!pwd; echo oops >&2; exit 3');
    await thread.host.called(`${id} handled`);
    assert.deepEqual(thread.host.calls, [`delivered ${id}`, `${id} handled`]);
    assert.deepEqual(tools(thread.host.items), [
      ['bash', 'pwd; echo oops >&2; exit 3', `${world.folder}\noops`, 'failed', 3],
    ]);
    assert.equal(thread.host.state.activity, undefined);
    assert.equal(world.model.requests.length, 0);
  });

  it('the model gets a shell command with the next prompt, and the session saves the command', async () => {
    const thread = await world.open();
    world.model.answer({ say: 'hello' }).answer({ say: 'I see' });
    await thread.run('hi');
    const id = thread.send('!echo the tide is out');
    await thread.host.called(`${id} handled`);
    await thread.run('what now?');
    assert.match(JSON.stringify(world.model.requests.at(-1)), /echo the tide is out/);
    const stored = await new SessionStore({ folders: () => [world.folder], agentDir: world.agentDir }).read(
      thread.id,
    );
    assert.deepEqual(tools(stored?.items ?? []), tools(thread.host.items));
    assert.deepEqual(tools(thread.host.items), [
      ['bash', 'echo the tide is out', 'the tide is out', 'done', 0],
    ]);
  });

  it('a shell command after two exclamation marks is hidden from the model', async () => {
    const thread = await world.open();
    world.model.answer({ say: 'hello' }).answer({ say: 'I see' });
    await thread.run('hi');
    const id = thread.send('!!echo the tide is out');
    await thread.host.called(`${id} handled`);
    await thread.run('what now?');
    assert.doesNotMatch(JSON.stringify(world.model.requests.at(-1)), /the tide/);
    assert.equal(tools(thread.host.items).length, 1);
  });

  it('a stop ends a shell command with its child processes', async () => {
    const thread = await world.open();
    const file = join(world.folder, 'child');
    const id = thread.send(`!sleep 300 & echo $! > ${file}; echo begun; wait`);
    const child = await childThatRuns(file);
    assert.equal(thread.host.state.activity?.kind, 'tool');
    await thread.stop();
    await thread.host.called(`${id} handled`);
    await child.gone();
    assert.equal(tools(thread.host.items)[0]?.[3], 'aborted');
  });

  it('a shell command that is stopped during the session’s start doesn’t run', async () => {
    world.extension(
      'slow',
      `pi.on('session_start', async (_e: any, ctx: any) => { await ctx.ui.input('Go?'); });`,
    );
    const thread = await world.open();
    await thread.host.dialog();
    const id = thread.send('!touch ran');
    await thread.stop();
    await thread.host.called(`${id} handled`);
    assert.deepEqual(tools(thread.host.items), []);
    assert.ok(!thread.host.calls.includes(`delivered ${id}`));
  });

  it('a shell command gets the environment of the user’s shell, not the editor’s', async () => {
    process.env['VSCODE_IPC_HOOK_CLI'] = 'somewhere';
    try {
      const thread = await world.open();
      const id = thread.send('!echo "${VSCODE_IPC_HOOK_CLI:-clean} ${PI_OFFLINE:-clean}"');
      await thread.host.called(`${id} handled`);
      assert.equal(tools(thread.host.items)[0]?.[2], 'clean clean');
    } finally {
      delete process.env['VSCODE_IPC_HOOK_CLI'];
    }
  });

  it('a running shell command shows the end of a long output, and a completed one pi’s truncated output', async () => {
    const thread = await world.open();
    const id = thread.send('!seq 1 60000');
    await thread.host.called(`${id} handled`);
    const posted = thread.host.observations.reduce(
      (sum, each) => sum + (each.type === 'text-delta' ? each.delta.length : JSON.stringify(each).length),
      0,
    );
    assert.ok(posted < 1_500_000, `${posted} characters were posted for 350 000 of output`);
    const [tool] = tools(thread.host.items);
    assert.match(String(tool?.[2]), /\b60000$/);
    assert.ok(String(tool?.[2]).length < 60_000);
  });

  it('an extension can handle a shell command', async () => {
    world.extension(
      'elsewhere',
      `pi.on('user_bash', (event: any) => ({ result: { output: 'far away: ' + event.command, exitCode: 0, cancelled: false, truncated: false } }));`,
    );
    const thread = await world.open();
    const id = thread.send('!hostname');
    await thread.host.called(`${id} handled`);
    assert.deepEqual(tools(thread.host.items), [['bash', 'hostname', 'far away: hostname', 'done', 0]]);
  });

  it('a shell command can’t include images, and a lone exclamation mark is plain text', async () => {
    const thread = await world.open();
    thread.runtime.prompt(
      { messageId: 'p', text: '!ls', images: [{ mimeType: 'image/png', data: 'AAAA' }] },
      thread.host.admission('p'),
    );
    await thread.host.called("p rejected: Shell commands can't include images.");
    assert.equal(thread.runtime.promptKind('!'), 'none');
    assert.equal(thread.runtime.promptKind('!!  '), 'none');
    assert.equal(thread.runtime.promptKind('!ls'), 'shell');
  });
});
