import { spreadOf, type Figure } from './figures';
import { runsOf, type BenchOptions } from './options';
import { BenchWindow } from './window';

interface Load {
  readonly took: number;
  readonly longest: number;
  readonly longestWork: number;
}

/** Measures the cost of activation and of the first load of pi. */
export async function activation(options: BenchOptions): Promise<Figure[]> {
  const empty: number[] = [];
  const enso: number[] = [];
  const loads: Load[] = [];
  for (let run = 0; run < runsOf(options, 5); run += 1) {
    const window = await BenchWindow.open(options);
    try {
      await window.ask('quiet');
      // The first one of all pays for what the host does once.
      await window.ask('activate', 'enso-bench.empty-too');
      const ids = ['enso-bench.empty', 'enso.enso'] as const;
      for (const id of run % 2 === 0 ? ids : ids.toReversed()) {
        (id === 'enso.enso' ? enso : empty).push(await window.ask<number>('activate', id));
      }
      loads.push(await window.ask<Load>('load-pi'));
    } finally {
      await window.close();
    }
    options.say(`activation: run ${String(run + 1)}`);
  }
  return [
    {
      point: 1,
      what: 'activation',
      unit: 'ms',
      value: spreadOf(enso),
      floor: { what: 'an empty extension', value: spreadOf(empty) },
    },
    {
      point: 1,
      what: 'loading pi at first need, all of it',
      unit: 'ms',
      value: spreadOf(loads.map(({ took }) => took)),
    },
    {
      point: 1,
      what: 'loading pi, longest stall of the event loop',
      unit: 'ms',
      value: spreadOf(loads.map(({ longest }) => longest)),
      goal: { of: 'value', most: 50 },
    },
    {
      point: 1,
      what: 'loading pi, longest stretch of own work without a break',
      unit: 'ms',
      value: spreadOf(loads.map(({ longestWork }) => longestWork)),
      goal: { of: 'value', most: 50 },
    },
  ];
}
