import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { isolatedEnvironment } from '../../scripts/lib/environment.mjs';
import { Deferred } from '../../src/extension/base/deferred';
import { benchKey, writeFiles } from './window';

const cli = 'node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js';

interface RpcEvent {
  readonly type: string;
  readonly success?: boolean;
  readonly error?: string;
  readonly assistantMessageEvent?: { readonly type: string };
}

/** pi's own command line, driven over its pipe: what a client of pi can't be faster than. */
export class RpcPi {
  private waiting: { readonly is: (event: RpcEvent) => boolean; readonly seen: Deferred<number> }[] = [];

  private constructor(
    private readonly child: ChildProcessByStdio<Writable, Readable, null>,
    private readonly startedAt: number,
  ) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.hear(JSON.parse(line) as RpcEvent);
    });
    child.on('exit', () => {
      for (const { seen } of this.waiting) seen.reject(new Error('pi has ended.'));
    });
  }

  /** @param folder for its home and its workspace */
  static start(folder: string, home: Readonly<Record<string, string>>): RpcPi {
    writeFiles(join(folder, 'home'), home);
    const cwd = join(folder, 'workspace');
    mkdirSync(cwd, { recursive: true });
    cpSync('sample', cwd, { recursive: true });
    const startedAt = performance.now();
    const child = spawn(process.execPath, [join(process.cwd(), cli), '--mode', 'rpc'], {
      cwd,
      env: { ...isolatedEnvironment(join(folder, 'home')), ...benchKey },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    return new RpcPi(child, startedAt);
  }

  /** Milliseconds from the prompt to the first delta of text; with the start of the process for the first of all. */
  async firstDelta(prompt: string, since: 'prompt' | 'start' = 'prompt'): Promise<number> {
    const started = since === 'start' ? this.startedAt : performance.now();
    const delta = this.until((event) => event.assistantMessageEvent?.type === 'text_delta');
    const over = this.until(({ type }) => type === 'agent_settled' || type === 'agent_end');
    this.child.stdin.write(`${JSON.stringify({ type: 'prompt', message: prompt })}\n`);
    const at = await delta;
    await over;
    return at - started;
  }

  async end(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.stdin.end();
    this.child.kill();
    await gone;
  }

  private until(is: (event: RpcEvent) => boolean): Promise<number> {
    const seen = new Deferred<number>();
    this.waiting.push({ is, seen });
    return seen.promise;
  }

  private hear(event: RpcEvent): void {
    const now = performance.now();
    if (event.type === 'response' && event.success === false) throw new Error(event.error ?? 'pi refused.');
    const met = this.waiting.filter(({ is }) => is(event));
    this.waiting = this.waiting.filter((each) => !met.includes(each));
    for (const { seen } of met) seen.resolve(now);
  }
}
