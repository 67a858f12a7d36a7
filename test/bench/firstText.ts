import { join } from 'node:path';
import { ModelServer } from '../model-server/modelServer';
import { spreadOf, type Figure } from './figures';
import { runsOf, type BenchOptions } from './options';
import type { Stalls } from './probe/extension';
import { RpcPi } from './rpc';
import { ShownPanel } from './shownPanel';
import { BenchWindow, piHome } from './window';

const frameMs = 1000 / 60;

class Times {
  readonly rpcCold: number[] = [];
  readonly rpc: number[] = [];
  readonly cold: number[] = [];
  readonly coldStalls: Stalls[] = [];
  readonly panel: number[] = [];
  readonly afterModel: number[] = [];
  readonly paints: number[] = [];
}

/** One run: pi's own command line and Enso's panel, each with a process that is new and prompts that follow. */
async function run(options: BenchOptions, index: number, times: Times): Promise<void> {
  const prompts = options.quick ? 5 : 15;
  const server = await ModelServer.start();
  const home = piHome(server.modelsFile);
  const pi = RpcPi.start(join(options.folder, `rpc-${String(index)}`), home);
  times.rpcCold.push(await pi.firstDelta('say Good morning', 'start'));
  for (let left = prompts; left > 0; left -= 1)
    times.rpc.push(await pi.firstDelta(`say ${String(left)} more`));
  await pi.end();

  const window = await BenchWindow.open(options, home);
  try {
    const panel = await ShownPanel.open(window.page);
    await window.ask('quiet');
    await window.ask('watch-stalls');
    times.cold.push((await panel.prompt('say Good morning')).firstText);
    times.coldStalls.push(await window.ask<Stalls>('stalls'));
    for (let left = prompts; left > 0; left -= 1) {
      const { firstText, firstTextAt } = await panel.prompt(`say ${String(left)} more`);
      times.panel.push(firstText);
      times.afterModel.push(firstTextAt - (server.startedAt.at(-1) ?? NaN));
    }
    times.paints.push(...(await panel.paints(60)));
  } finally {
    await window.close();
    await server.close();
  }
}

/** From the key to the first text on the screen, against what pi itself takes to say it. */
export async function firstText(options: BenchOptions): Promise<Figure[]> {
  const times = new Times();
  for (let index = 0; index < runsOf(options, 4); index += 1) {
    await run(options, index, times);
    options.say(`text: run ${String(index + 1)}`);
  }
  const { median: paint } = spreadOf(times.paints);
  const least = times.rpc.map((value) => value + frameMs + paint);
  return [
    {
      point: 1,
      what: 'first prompt, pi not loaded → first text painted',
      unit: 'ms',
      value: spreadOf(times.cold),
      floor: { what: 'pi --mode rpc from its start', value: spreadOf(times.rpcCold) },
    },
    {
      point: 1,
      what: 'first prompt, longest stall of the event loop',
      unit: 'ms',
      value: spreadOf(times.coldStalls.map(({ longest }) => longest)),
      goal: { of: 'value', most: 50 },
    },
    {
      point: 1,
      what: 'first prompt, longest stretch of work without a break',
      unit: 'ms',
      value: spreadOf(times.coldStalls.map(({ longestWork }) => longestWork)),
      goal: { of: 'value', most: 50 },
    },
    {
      point: 2,
      what: 'prompt → first text painted, pi loaded',
      unit: 'ms',
      value: spreadOf(times.panel),
      floor: { what: 'pi --mode rpc’s first delta, one frame, one paint', value: spreadOf(least) },
      goal: { of: 'ratio', most: 1 },
    },
    { point: 2, what: 'the same by pi --mode rpc, first delta', unit: 'ms', value: spreadOf(times.rpc) },
    {
      point: 2,
      what: 'the model’s first byte → first text painted',
      unit: 'ms',
      value: spreadOf(times.afterModel),
    },
  ];
}
