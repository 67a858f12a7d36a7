import { strict as assert } from 'node:assert';
import { setImmediate as turn } from 'node:timers/promises';
import type { AgentSession, AgentSessionEvent } from '@earendil-works/pi-coding-agent';
import { Deferred } from '../../../../src/extension/base/deferred';
import { Hold } from '../../../fixtures/pi/scriptedModel';
import { PiWorld } from '../../../fixtures/pi/piWorld';

/**
 * What the adapter builds on, seen on pi alone. When an upgrade of pi changes one of these, the part of the adapter that
 * says so needs another look.
 */
describe('facts about pi', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
  });
  afterEach(() => world.close());

  async function bare(): Promise<AgentSession> {
    const pi = await world.pi;
    const modelRuntime = await pi.ModelRuntime.create({
      credentials: new pi.InMemoryCredentialStore(),
      modelsPath: null,
    });
    modelRuntime.registerNativeProvider(world.model.provider(pi));
    while (!modelRuntime.hasConfiguredAuth('scripted')) await modelRuntime.getAvailable();
    const { session } = await pi.createAgentSession({
      cwd: world.folder,
      agentDir: world.agentDir,
      modelRuntime,
      sessionManager: pi.SessionManager.inMemory(world.folder),
      settingsManager: pi.SettingsManager.inMemory({ cacheWarming: 'off', retry: { enabled: false } }),
    });
    return session;
  }

  const record = (session: AgentSession): string[] => {
    const seen: string[] = [];
    session.subscribe((event: AgentSessionEvent) => {
      if (event.type === 'message_update') return;
      const role = 'message' in event ? ` ${event.message.role}` : '';
      seen.push(`${event.type}${role}`);
    });
    return seen;
  };

  it('pi without Enso trusts a workspace by default', async () => {
    const pi = await world.pi;
    assert.equal(pi.SettingsManager.create(world.folder, world.agentDir).isProjectTrusted(), true);
  });

  it('pi without Enso sends the events of a run with a tool in this order', async () => {
    world.write('work/a.txt', 'x');
    world.model.answer({ tool: 'read', args: { path: 'a.txt' } }).answer({ say: 'ok' });
    const session = await bare();
    const seen = record(session);
    await session.prompt('go', { preflightResult: (how) => seen.push(how) });
    assert.deepEqual(
      seen.filter((event) => event !== 'entry_appended'),
      [
        'started',
        'agent_start',
        'turn_start',
        'message_start system',
        'message_end system',
        'message_start user',
        'message_end user',
        'message_start assistant',
        'message_end assistant',
        'tool_execution_start',
        'tool_execution_end',
        'message_start toolResult',
        'message_end toolResult',
        'turn_end assistant',
        'turn_start',
        'message_start assistant',
        'message_end assistant',
        'turn_end assistant',
        'agent_end',
        'agent_settled',
      ],
    );
    session.dispose();
  });

  it("pi without Enso awaits the agent's listeners at the end of a turn before it polls for steering", async () => {
    world.write('work/a.txt', 'x');
    world.model.answer({ tool: 'read', args: { path: 'a.txt' } }).answer({ say: 'ok' });
    const session = await bare();
    let turns = 0;
    session.agent.subscribe(async (event) => {
      if (event.type !== 'turn_end' || ++turns > 1) return;
      await turn();
      await session.steer('left');
      await turn();
    });
    await session.prompt('go');
    assert.deepEqual(world.model.userTexts(1), ['go', 'left']);
    session.dispose();
  });

  it("pi without Enso queues through the agent's functions and begins with the same message object", async () => {
    const hold = new Hold();
    world.model.answer({ hold }).answer({ say: 'ok' });
    const session = await bare();
    const steer = session.agent.steer.bind(session.agent);
    const queued: unknown[] = [];
    session.agent.steer = (message) => {
      queued.push(message);
      steer(message);
    };
    const begun: unknown[] = [];
    session.subscribe((event) => {
      if (event.type === 'message_start') begun.push(event.message);
    });
    const run = session.prompt('go');
    await hold.reached;
    await session.steer('left');
    assert.equal(session.agent.peekQueuedMessages()[0], queued[0]);
    hold.release();
    await run;
    assert.ok(begun.includes(queued[0]));
    session.dispose();
  });

  it('pi without Enso aborts the signal synchronously, keeps the queue, and reports the run as aborted', async () => {
    const hold = new Hold();
    world.model.answer({ hold });
    const session = await bare();
    const ends: boolean[] = [];
    session.subscribe((event) => {
      if (event.type === 'agent_settled') ends.push(event.aborted);
    });
    const run = session.prompt('go');
    await hold.reached;
    await session.followUp('later');
    const { signal } = session.agent;
    const idle = session.abort();
    assert.equal(signal?.aborted, true);
    await idle;
    await run;
    assert.deepEqual(ends, [true]);
    assert.deepEqual(session.clearQueue(), { steering: [], followUp: ['later'] });
    session.dispose();
  });

  it('pi without Enso starts two simultaneous prompts and fails the second', async () => {
    const hold = new Hold();
    world.model.answer({ hold }, { say: 'ok' });
    const session = await bare();
    const how: string[] = [];
    const first = session.prompt('one', { preflightResult: (disposition) => how.push(disposition) });
    const second = session.prompt('two', { preflightResult: (disposition) => how.push(disposition) });
    await assert.rejects(second, /already processing/);
    assert.deepEqual(how, ['started', 'started']);
    // It takes the end of the second for the end of the first.
    assert.equal(session.isIdle, true);
    assert.equal(session.agent.state.isStreaming, true);
    hold.release();
    await first;
    session.dispose();
  });

  it("pi without Enso silently defers a prompt that comes during the event of a run's end", async () => {
    world.model.answer({ say: 'one' }).answer({ say: 'two' });
    const session = await bare();
    const how: string[] = [];
    const put = new Deferred<readonly string[]>();
    session.subscribe((event) => {
      if (event.type !== 'agent_settled' || how.length > 1) return;
      void session
        .prompt('two', { preflightResult: (disposition) => how.push(disposition) })
        .then(() => put.resolve([...how]));
    });
    await session.prompt('one', { preflightResult: (disposition) => how.push(disposition) });
    assert.deepEqual(await put.promise, ['started']);
    assert.deepEqual(how, ['started', 'started']);
    session.dispose();
  });

  it('pi without Enso reports an error of a listener as an error of the model', async () => {
    world.model.answer({ say: 'fine' });
    const session = await bare();
    session.subscribe((event) => {
      if (
        event.type === 'message_end' &&
        event.message.role === 'assistant' &&
        event.message.stopReason === 'stop'
      ) {
        throw new Error('a listener failed');
      }
    });
    await session.prompt('go');
    const last = session.messages.at(-1);
    assert.ok(last?.role === 'assistant');
    assert.deepEqual([last.stopReason, last.errorMessage], ['error', 'a listener failed']);
    session.dispose();
  });

  it('pi without Enso copies the members of a UI context', async () => {
    const session = await bare();
    class Context {
      notify(): void {}
    }
    await session.bindExtensions({ uiContext: new Context() as never, mode: 'rpc' });
    const { ui } = session.extensionRunner.createContext();
    assert.equal((ui as Partial<typeof ui>).notify, undefined);
    session.dispose();
  });

  it('pi without Enso uses a placeholder where there is no model, and rejects a prompt with a message about keys', async () => {
    const pi = await world.pi;
    const { session } = await pi.createAgentSession({
      cwd: world.folder,
      agentDir: world.agentDir,
      modelRuntime: await pi.ModelRuntime.create({
        credentials: new pi.InMemoryCredentialStore(),
        modelsPath: null,
      }),
      sessionManager: pi.SessionManager.inMemory(world.folder),
      settingsManager: pi.SettingsManager.inMemory({}),
    });
    assert.equal(session.model?.provider, 'unknown');
    await assert.rejects(session.prompt('go'), /No API key found/);
    session.dispose();
  });
});
