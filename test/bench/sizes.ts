import { readFileSync } from 'node:fs';
import { spreadOf, type Figure } from './figures';
import type { BenchOptions } from './options';

interface Packed {
  readonly name: string;
  readonly packed: number;
  readonly size: number;
}

/** What is in a zip file, by its directory at the end. */
function entriesOf(zip: Buffer): Packed[] {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  const entries: Packed[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    const extra = zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
    });
    at += 46 + nameLength + extra;
  }
  return entries;
}

const parts: readonly (readonly [string, RegExp])[] = [
  ['pi, packed', /\/dist\/pi\//],
  ['the host, packed', /\/dist\/extension\.js$/],
  ['the panel, packed', /\/dist\/(panel\.|codicon)/],
];

/** Measures the package, its parts, and the files that a panel reads before it draws. */
export function sizes({ vsix }: BenchOptions): Figure[] {
  const zip = readFileSync(vsix);
  const entries = entriesOf(zip);
  const sum = (of: 'packed' | 'size', pattern: RegExp) =>
    entries.filter(({ name }) => pattern.test(name)).reduce((total, entry) => total + entry[of], 0);
  const figure = (what: string, bytes: number): Figure => ({
    point: 5,
    what,
    unit: bytes > 1e6 ? 'MB' : 'kB',
    value: spreadOf([bytes / (bytes > 1e6 ? 1e6 : 1e3)]),
  });
  return [
    { ...figure('VSIX', zip.length), goal: { of: 'value', most: 5 } },
    ...parts.map(([what, pattern]) => figure(`VSIX: ${what}`, sum('packed', pattern))),
    figure('panel.js, unpacked', sum('size', /\/dist\/panel\.js$/)),
    figure('extension.js, unpacked', sum('size', /\/dist\/extension\.js$/)),
  ];
}
