import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newDataFolder } from '../../scripts/lib/server.mjs';
import { meetsGoal, ratioOf, type Figure } from './figures';
import { activation } from './activation';
import { firstText } from './firstText';
import { hostDeltas } from './hostDeltas';
import type { BenchOptions } from './options';
import { panelDeltas } from './panelDeltas';
import { sizes } from './sizes';
import { stop } from './stop';
import { tableOf } from './table';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    vsix: { type: 'string', default: '' },
  },
});

type Part = (options: BenchOptions) => Figure[] | Promise<Figure[]>;

/** By name, for `--only`. */
const parts: Readonly<Record<string, Part>> = {
  activation,
  text: firstText,
  deltas: hostDeltas,
  panel: panelDeltas,
  stop,
  sizes,
};

const folder = newDataFolder();
const options: BenchOptions = {
  quick: values.quick,
  vsix: values.vsix,
  folder,
  say: (line) => {
    process.stderr.write(`${line}\n`);
  },
};
const wanted = values.only === '' ? Object.keys(parts) : values.only.split(',');
const figures: Figure[] = [];
const [before = NaN] = loadavg();
for (const name of wanted) {
  const part = parts[name];
  if (part === undefined) throw new Error(`There is no part “${name}”: ${Object.keys(parts).join(', ')}.`);
  const started = performance.now();
  figures.push(...(await part(options)));
  options.say(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
}
const [after = NaN] = loadavg();
figures.sort((a, b) => a.point - b.point);

const machine = `${String(cpus().length)} cores, Node ${process.versions.node}`;
const load = `load ${before.toFixed(1)} at the beginning, ${after.toFixed(1)} at the end`;
console.log(`\n${tableOf(figures)}\n\n${machine}; ${load}.`);

if (values.quick || values.only !== '') {
  console.log('bench/results.json is left alone: this was not the whole benchmark.');
} else {
  mkdirSync('bench', { recursive: true });
  const results = figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), met: meetsGoal(figure) }));
  const record = { date: new Date().toISOString(), machine, load: { before, after }, figures: results };
  writeFileSync(join('bench', 'results.json'), `${JSON.stringify(record, null, 2)}\n`);
}
rmSync(folder, { recursive: true, force: true });
