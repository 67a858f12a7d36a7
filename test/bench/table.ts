import { meetsGoal, ratioOf, type Figure, type Spread, type Unit } from './figures';

const heads = ['', 'figure', 'median', 'least–most (runs)', 'floor', 'ratio', 'goal', 'met'] as const;

/** The figures as a table in markdown, its columns even, so that it can be read in a terminal too. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(rowOf);
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function rowOf(figure: Figure): string[] {
  const { point, what, unit, value, floor, goal } = figure;
  const met = meetsGoal(figure);
  const ratio = ratioOf(figure);
  return [
    String(point),
    what,
    `${round(value.median)}${withUnit(unit)}`,
    spread(value),
    floor === undefined ? '' : `${round(floor.value.median)}${withUnit(unit)} ${floor.what}`,
    ratio === undefined ? '' : `${round(ratio)}×`,
    goal === undefined
      ? ''
      : goal.of === 'ratio'
        ? `≤ ${round(goal.most)}×`
        : `≤ ${round(goal.most)}${withUnit(unit)}`,
    met === undefined ? '' : met ? 'yes' : 'no',
  ];
}

const withUnit = (unit: Unit): string => (unit === '' || unit === '×' ? unit : ` ${unit}`);

const spread = ({ least, most, runs }: Spread): string =>
  runs === 1 ? '(1)' : `${round(least)}–${round(most)} (${String(runs)})`;

/** Three digits are more than the measurements are good for. */
function round(value: number): string {
  if (!Number.isFinite(value)) return '?';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
