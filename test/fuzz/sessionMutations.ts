import type { Random } from './random';

/** A session file that something has happened to. */
export interface Mutated {
  readonly what: string;
  readonly bytes: Buffer;
  /** Nothing that was said may be missing. */
  readonly keeps: boolean;
}

const nothing = Buffer.alloc(0);
const join = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`);

/** Stands for nested lists, deeper than any call may nest; no value of JavaScript's own can be written that deep. */
const deep = '\u0001deep\u0001';
const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;

const values: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 1.5,
  () => 1e300,
  () => '',
  () => 'a\u2028b\u2029c\u0085d',
  () => '\ud83d',
  () => `\ude42${'x'.repeat(700)}\ud83d`,
  () => '\u001b[31mred\u001b[0m\r\u0000',
  () => 'y'.repeat(100_000),
  () => [],
  () => [null, 1, 'a', {}],
  () => ({}),
  () => ({ type: 'text', text: 1 }),
  () => ({ type: 'toolCall', name: 'toString', id: '__proto__', arguments: 'none' }),
  () => JSON.parse('{"__proto__": {"type": "text"}, "constructor": 1, "toString": "x"}') as unknown,
  () => deep,
  () => 'damaged',
  () => '__proto__',
];

/** Puts something else in the place of one of the values, at any depth, or takes it out. */
export function spoil(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.below(5) === 0) return random.of(values)();
  if (Array.isArray(value)) {
    if (value.length === 0) return random.of(values)();
    const at = random.below(value.length);
    return value.map((inner: unknown, index) => (index === at ? spoil(inner, random) : inner));
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return random.of(values)();
  const at = random.below(entries.length);
  const kept = random.below(6) === 0 ? entries.filter((_entry, index) => index !== at) : entries;
  return Object.fromEntries(
    kept.map(([key, inner], index) => [key, index === at ? spoil(inner, random) : inner]),
  );
}

const write = (record: unknown): string => JSON.stringify(record).replaceAll(JSON.stringify(deep), nested);

/** Records of one file whose ids are all changed in the same way, as in another writer's file. */
function parents(lines: readonly string[], random: Random): string[] {
  const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const ids = records.map(({ id }) => id);
  const changed = 1 + random.below(records.length - 1);
  return records.map((record, index) =>
    write(index === changed ? { ...record, parentId: random.of([...ids, 'nowhere', null, 7]) } : record),
  );
}

type Mutation = (lines: readonly string[], whole: Buffer, random: Random) => Omit<Mutated, 'what'>;

const spread = (lines: readonly string[], random: Random, extra: string): string[] => {
  const at = 1 + random.below(lines.length);
  return [...lines.slice(0, at), extra, ...lines.slice(at)];
};

const mutations: Readonly<Record<string, Mutation>> = {
  cut: (_lines, whole, random) => ({ bytes: whole.subarray(0, random.below(whole.length)), keeps: false }),
  'a bit turned over': (_lines, whole, random) => {
    const bytes = Buffer.from(whole);
    for (let n = 1 + random.below(8); n > 0; n -= 1) {
      const at = random.below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    }
    return { bytes, keeps: false };
  },
  'zeros written over': (_lines, whole, random) => {
    const bytes = Buffer.from(whole);
    const from = random.below(bytes.length);
    return {
      bytes: bytes.fill(0, from, Math.min(bytes.length, from + 1 + random.below(4_096))),
      keeps: false,
    };
  },
  'a line of zeros': (lines, _whole, random) => ({
    bytes: join(spread(lines, random, '\0'.repeat(1 + random.below(20_000)))),
    keeps: true,
  }),
  'zeros at the end': (_lines, whole, random) => ({
    bytes: Buffer.concat([whole, Buffer.alloc(1 + random.below(200_000))]),
    keeps: true,
  }),
  'a torn end': (_lines, whole) => ({
    bytes: Buffer.concat([whole, Buffer.from('{"type":"message","id":"t')]),
    keeps: true,
  }),
  'a line twice': (lines, _whole, random) => {
    const at = random.below(lines.length);
    return { bytes: join([...lines.slice(0, at), lines[at] ?? '', ...lines.slice(at)]), keeps: true };
  },
  'a line missing': (lines, _whole, random) => {
    const at = random.below(lines.length);
    return { bytes: join(lines.filter((_line, index) => index !== at)), keeps: false };
  },
  'lines in another order': (lines, _whole, random) => {
    const [header = '', ...rest] = lines;
    const last = rest.pop() ?? '';
    for (let index = rest.length - 1; index > 0; index -= 1) {
      const other = random.below(index + 1);
      [rest[index], rest[other]] = [rest[other] ?? '', rest[index] ?? ''];
    }
    return { bytes: join([header, ...rest, last]), keeps: true };
  },
  'line ends of Windows': (lines) => ({ bytes: Buffer.from(`${lines.join('\r\n')}\r\n`), keeps: true }),
  'blank lines': (lines, _whole, random) => ({
    bytes: join(spread(lines, random, '\n \n\t\n')),
    keeps: true,
  }),
  'a huge line of nothing': (lines, _whole, random) => ({
    bytes: join(spread(lines, random, 'z'.repeat(random.below(20) === 0 ? 5_000_000 : 300_000))),
    keeps: true,
  }),
  'bytes that are no text': (_lines, whole, random) => {
    const at = random.below(whole.length);
    const noise = Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0xbd, 0xf8]);
    const bytes = Buffer.concat([whole.subarray(0, at), noise, whole.subarray(at)]);
    return { bytes, keeps: false };
  },
  'records without ids': (lines, _whole, random) => {
    // As in the first version of the format, for all of them or from somewhere on.
    const from = random.below(2) === 0 ? 1 : 1 + random.below(lines.length);
    const bare = lines.map((line, index) => {
      const { id: _id, parentId: _parentId, ...record } = JSON.parse(line) as Record<string, unknown>;
      return index < from ? line : write(record);
    });
    return { bytes: join(bare), keeps: true };
  },
  'a record without an id': (lines, _whole, random) => {
    const at = 1 + random.below(lines.length - 1);
    const bare = lines.map((line, index) => {
      const { id: _id, ...record } = JSON.parse(line) as Record<string, unknown>;
      return index === at ? write(record) : line;
    });
    return { bytes: join(bare), keeps: false };
  },
  'another version': (lines, _whole, random) => {
    const [header = '', ...rest] = lines;
    const version = random.of([0, 1, 2, 4, 1e9, -1, '3', null]);
    const changed = write({ ...(JSON.parse(header) as object), version });
    return { bytes: join([changed, ...rest]), keeps: false };
  },
  'another parent': (lines, _whole, random) => ({ bytes: join(parents(lines, random)), keeps: false }),
  'a loop of parents': (lines, _whole, random) => {
    const last = JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>;
    const at = 1 + random.below(lines.length - 1);
    const turned = lines.map((line, index) =>
      index === at ? write({ ...(JSON.parse(line) as object), parentId: last['id'] }) : line,
    );
    return { bytes: join(turned), keeps: false };
  },
  'something else in a field': (lines, _whole, random) => {
    let spoilt = lines;
    for (let n = 1 + random.below(4); n > 0; n -= 1) {
      const at = random.below(lines.length);
      spoilt = spoilt.map((line, index) => {
        if (index !== at || line.includes(nested)) return line;
        return write(spoil(JSON.parse(line), random));
      });
    }
    return { bytes: join(spoilt), keeps: false };
  },
  'two bytes a character': (_lines, whole, random) => ({
    bytes: Buffer.from(`${random.below(2) === 0 ? '\ufeff' : ''}${whole.toString()}`, 'utf16le'),
    keeps: false,
  }),
  'a mark of the order of bytes': (_lines, whole) => ({
    bytes: Buffer.concat([Buffer.from('\ufeff'), whole]),
    keeps: false,
  }),
  'two files in one': (_lines, whole, random) => ({
    bytes: Buffer.concat([whole.subarray(0, random.below(whole.length)), whole]),
    keeps: false,
  }),
  empty: () => ({ bytes: nothing, keeps: false }),
};

/** @param whole a session file with more than two lines */
export function mutated(whole: Buffer, random: Random): Mutated {
  const lines = whole.toString().trimEnd().split('\n');
  const what = random.of(Object.keys(mutations));
  const mutation = mutations[what];
  if (mutation === undefined) throw new Error(`There is no mutation “${what}”.`);
  return { what, ...mutation(lines, whole, random) };
}
