import { strict as assert } from 'node:assert';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { systemClock } from '../../../../src/extension/base/clock';
import { markName, MarkedProcesses } from '../../../../src/extension/pi/tools/markedProcesses';
import { alive, childThatRuns } from '../../../fixtures/pi/processes';
import { PiWorld, type OpenThread } from '../../../fixtures/pi/piWorld';

/** Only there can a process's environment be seen. */
const seen = process.platform === 'linux';

describe('background processes', () => {
  const processes = new MarkedProcesses(systemClock);
  let world: PiWorld;
  let started: number[];
  beforeEach(() => {
    world = new PiWorld({ mark: (threadId) => processes.mark(threadId) });
    started = [];
  });
  afterEach(async () => {
    await world.close();
    for (const pid of started.filter(alive)) process.kill(pid, 'SIGKILL');
  });

  /** A command of the agent that detaches one process, keeps another, and waits. */
  async function detaches(then: string): Promise<{ thread: OpenThread; detached: number; kept: number }> {
    const detaching = `setsid sh -c 'echo $$ > detached; ${then}'`;
    const command = `${detaching} & sleep 300 & echo $! > kept; sleep 300`;
    world.model.answer({ tool: 'bash', args: { command } });
    const thread = await world.open();
    thread.send('run it');
    const { pid: detached } = await childThatRuns(join(world.folder, 'detached'));
    const { pid: kept } = await childThatRuns(join(world.folder, 'kept'));
    started.push(detached, kept);
    return { thread, detached, kept };
  }

  const found = async (threadId: string) => (await processes.find(threadId)).map(({ pid }) => pid);

  it('MarkedProcesses finds a process that has survived a stop, with its command line', async () => {
    const { thread, detached, kept } = await detaches('exec sleep 301');
    await thread.stop();
    processes.over(thread.id);
    while (alive(kept)) await found(thread.id);
    assert.equal(alive(detached), true);
    const left = await processes.find(thread.id);
    assert.deepEqual(
      left.map(({ pid, command }) => [pid, command]),
      seen ? [[detached, 'sleep 301']] : [],
    );
    assert.deepEqual(await processes.end(left), []);
    if (seen) assert.equal(alive(detached), false);
    assert.deepEqual(await found(thread.id), []);
  });

  it('MarkedProcesses ends a process that ignores SIGTERM', async () => {
    const { thread, detached } = await detaches('trap "" TERM; while :; do sleep 0.2; done');
    await thread.stop();
    processes.over(thread.id);
    const left = await processes.find(thread.id);
    started.push(...left.map(({ pid }) => pid));
    assert.equal(
      left.some(({ pid }) => pid === detached),
      seen,
    );
    await processes.end(left);
    if (seen) assert.equal(alive(detached), false);
  });

  it('MarkedProcesses ignores processes of a command that still runs', async () => {
    const { thread } = await detaches('exec sleep 301');
    assert.deepEqual(await found(thread.id), []);
    await thread.stop();
  });

  it("MarkedProcesses finds a process of the user's own command, in that thread only", async () => {
    const thread = await world.open();
    thread.send('!setsid sleep 301 > /dev/null 2>&1 & echo $! > detached');
    await thread.host.called('m1 handled');
    const { pid } = await childThatRuns(join(world.folder, 'detached'));
    started.push(pid);
    processes.over(thread.id);
    assert.deepEqual(await found(thread.id), seen ? [pid] : []);
    assert.deepEqual(await found('another'), []);
  });

  it('MarkedProcesses finds a process of another window only after that window has closed', async () => {
    const other = spawn('sleep', ['300'], { stdio: 'ignore' });
    const left = spawn('sleep', ['301'], {
      stdio: 'ignore',
      env: { ...process.env, [markName]: `old/${String(other.pid)}/0` },
    });
    started.push(...pidsOf(other, left));
    await Promise.all([once(other, 'spawn'), once(left, 'spawn')]);
    assert.deepEqual(await found('old'), []);
    const gone = once(other, 'exit');
    other.kill('SIGKILL');
    await gone;
    processes.mark('old');
    assert.deepEqual(await found('old'), seen ? pidsOf(left) : []);
  });

  it('MarkedProcesses never ends another process with a reused id', async () => {
    const child = spawn('sleep', ['300'], { stdio: 'ignore' });
    started.push(...pidsOf(child));
    await once(child, 'spawn');
    const [pid = 0] = pidsOf(child);
    assert.deepEqual(await processes.end([{ key: `${String(pid)}:0`, pid, command: 'sleep 300' }]), []);
    assert.equal(alive(pid), true);
  });
});

function pidsOf(...children: ChildProcess[]): number[] {
  return children.flatMap(({ pid }) => pid ?? []);
}
