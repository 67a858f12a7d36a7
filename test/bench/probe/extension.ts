import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { piLoader } from '../../../src/extension/pi/sdk/loadPi';

export interface Stalls {
  readonly longest: number;
  readonly longestWork: number;
}

/**
 * Sits beside Enso in its extension host, and does what the benchmark asks over loopback: nothing else can see how long
 * an activation takes there, or how long that host stands still.
 */
const resolutionMs = 1;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });
let turns: NodeJS.Immediate | undefined;
let longestWork = 0;

/** Milliseconds until an extension is active. */
async function activation(id: string): Promise<number> {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) throw new Error(`${id} is not installed.`);
  if (extension.isActive) throw new Error(`${id} is active already.`);
  const started = performance.now();
  await extension.activate();
  return performance.now() - started;
}

/** Milliseconds of processor time that this thread has had. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function watchStalls(): void {
  clearImmediate(turns);
  longestWork = 0;
  let before = worked();
  const turn = (): void => {
    const now = worked();
    longestWork = Math.max(longestWork, now - before);
    before = now;
    turns = setImmediate(turn);
  };
  turn();
  delays.reset();
  delays.enable();
}

/**
 * The longest time that the event loop stood still since the watch began, and the longest that it worked without a
 * break: on a busy machine the former holds time in which other processes had the processor.
 */
function stalls(): Stalls {
  clearImmediate(turns);
  delays.disable();
  return { longest: Math.max(0, delays.max / 1e6 - resolutionMs), longestWork };
}

/** Resolves once nothing has kept the loop busy for half a second, at the latest after twenty. */
async function quiet(): Promise<null> {
  for (let left = 40; left > 0; left -= 1) {
    const before = worked();
    await pause(500);
    if (worked() - before < 25) break;
  }
  return null;
}

/** Loads pi as Enso does, from the package that is installed. */
async function loadPi(): Promise<unknown> {
  const enso = vscode.extensions.getExtension('enso.enso');
  if (enso === undefined) throw new Error('Enso is not installed.');
  // The watch has to have seen a turn before the first stall comes.
  watchStalls();
  await new Promise((resolve) => setImmediate(resolve));
  const started = performance.now();
  await piLoader(enso.extensionPath)();
  const took = performance.now() - started;
  await new Promise((resolve) => setImmediate(resolve));
  return { took, ...stalls() };
}

const acts: Readonly<Record<string, (argument: string) => unknown>> = {
  activate: activation,
  'load-pi': loadPi,
  'watch-stalls': () => {
    watchStalls();
    return {};
  },
  stalls,
  quiet,
};

export function activate(context: vscode.ExtensionContext): void {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://probe');
    const act = acts[pathname.slice(1)];
    Promise.resolve(act?.(searchParams.get('of') ?? '')).then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(Number(process.env['ENSO_BENCH_PROBE']), '127.0.0.1');
  context.subscriptions.push({ dispose: () => server.close() });
}
