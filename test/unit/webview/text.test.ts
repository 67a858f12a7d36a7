import { strict as assert } from 'node:assert';
import type { ToolItem } from '../../../src/protocol/item';
import { linkTarget } from '../../../src/webview/markdown/links';
import { decodeEntities } from '../../../src/webview/markdown/entities';
import { enterSends, sendKeys } from '../../../src/webview/composer/sendKeys';
import { suggestionsFor } from '../../../src/protocol/completion';
import { formatTimeLeft, formatDuration, formatElapsed } from '../../../src/protocol/text/duration';
import { toolOutcome, toolVerb } from '../../../src/webview/text/toolLabels';
import { readDiff } from '../../../src/webview/text/unifiedDiff';
import { splitHidden } from '../../../src/protocol/text/hiddenCharacters';
import { Chunks } from '../../../src/webview/viewState/chunks';

describe('links.ts', () => {
  const file = (path: string, line?: number) => ({
    kind: 'file',
    path,
    ...(line === undefined ? {} : { line }),
  });
  const cases: [string, unknown][] = [
    ['https://example.com/a?b=c', { kind: 'web', href: 'https://example.com/a?b=c' }],
    ['mailto:a@b.c', { kind: 'web', href: 'mailto:a@b.c' }],
    ['src/a.ts', file('src/a.ts')],
    ['a.ts:12:3', file('a.ts', 12)],
    ['a.ts#L12', file('a.ts', 12)],
    ['docs/Relat%C3%B3rios/a%20b.md', file('docs/Relatórios/a b.md')],
    ['100%.md', file('100%.md')],
    ['file:///d%3A/x.md', file('d:/x.md')],
    ['file:///home/a.ts', file('/home/a.ts')],
    ['C:\\a\\b.ts', file('C:\\a\\b.ts')],
    ['command:workbench.action.quit', undefined],
    ['javascript:alert(1)', undefined],
    ['JavaScript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['vscode://a/b', undefined],
    ['//evil.example/x', undefined],
    ['#part', undefined],
    ['', undefined],
  ];
  for (const [href, target] of cases) {
    it(`a link to ${href === '' ? 'nowhere' : href} ${target === undefined ? 'stays text' : 'leads where it says'}`, () => {
      assert.deepEqual(linkTarget(href), target);
    });
  }
});

describe('Texts of the panel', () => {
  it('Character references are decoded once', () => {
    assert.equal(decodeEntities('&amp;lt; &#x41;&#66; &nope; &#0;'), '&lt; AB &nope; \ufffd');
  });

  it('Characters that hide or reorder others are spelled out', () => {
    assert.deepEqual(splitHidden('rm \u202etxt.exe'), [
      { kind: 'plain', text: 'rm ' },
      { kind: 'hidden', code: 'U+202E' },
      { kind: 'plain', text: 'txt.exe' },
    ]);
    assert.deepEqual(splitHidden('a\u200bb\n\tc').filter(({ kind }) => kind === 'hidden').length, 1);
  });

  it('Every ignorable character, tag, direction mark and variation selector is spelled out', () => {
    const ranges = [
      [0xad, 0xad],
      [0x34f, 0x34f],
      [0x61c, 0x61c],
      [0x115f, 0x1160],
      [0x17b4, 0x17b5],
      [0x180b, 0x180f],
      [0x200b, 0x200f],
      [0x202a, 0x202e],
      [0x2060, 0x206f],
      [0x3164, 0x3164],
      [0xfe00, 0xfe0f],
      [0xfeff, 0xfeff],
      [0xffa0, 0xffa0],
      [0xfff0, 0xfff8],
      [0x1bca0, 0x1bca3],
      [0x1d173, 0x1d17a],
      [0xe0000, 0xe0fff],
    ] as const;
    const shown = ranges.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).filter((character) =>
        splitHidden(`a${character}b`).every(({ kind }) => kind === 'plain'),
      ),
    );
    assert.deepEqual(shown, []);
  });

  it('Emoji keep their colours outside of questions, and nothing else does', () => {
    const codes = (text: string) =>
      splitHidden(text, { emoji: true }).flatMap((part) => (part.kind === 'hidden' ? [part.code] : []));
    assert.deepEqual(codes('\u26a0\ufe0f'), []);
    assert.deepEqual(codes('a\ufe0f\u26a0\ufe0e'), ['U+FE0F', 'U+FE0E']);
    assert.equal(splitHidden('\u26a0\ufe0f').length, 2);
  });

  it('Durations are formatted with the unit that fits', () => {
    assert.deepEqual([100, 4_200, 12_300, 125_000].map(formatDuration), ['0.1 s', '4.2 s', '12 s', '2:05']);
    assert.equal(formatElapsed(0, 80_900), '1:20');
    assert.equal(formatTimeLeft(42_000, 0), '0:42');
    assert.equal(formatTimeLeft(0, 5_000), '0:00');
  });
});

describe('unifiedDiff.ts', () => {
  it('A diff is parsed into line numbers and counts, without file names', () => {
    const diff = readDiff(
      '--- a\n+++ b\n@@ -41,2 +41,3 @@\n same\n-old\n+new\n+more\n\\ No newline at end of file\n',
    );
    assert.deepEqual([diff.added, diff.removed], [2, 1]);
    assert.deepEqual(
      diff.rows.map(({ kind, line }) => `${kind} ${line ?? ''}`),
      ['same 41', 'removed 42', 'added 42', 'added 43', 'remark '],
    );
  });

  it('A diff keeps lines that look like file names', () => {
    const diff = readDiff('--- a\n+++ b\n@@ -1,1 +1,1 @@\n--- x\n+++ y\n');
    assert.deepEqual(
      diff.rows.map(({ text }) => text),
      ['-- x', '++ y'],
    );
  });
});

describe('sendKeys.ts', () => {
  const key = (shift = false, mod = false, alt = false) => ({ shift, mod, alt });
  it('Enter sends, and steers with Ctrl or Command', () => {
    assert.equal(enterSends(key(), { sendWith: 'enter' }), 'enqueue');
    assert.equal(enterSends(key(false, true), { sendWith: 'enter' }), 'steer');
    assert.equal(enterSends(key(true), { sendWith: 'enter' }), undefined);
  });
  it('Enter adds a line if the user prefers that, and sends with Ctrl or Command', () => {
    assert.equal(enterSends(key(), { sendWith: 'mod-enter' }), undefined);
    assert.equal(enterSends(key(true), { sendWith: 'mod-enter' }), undefined);
    assert.equal(enterSends(key(false, true), { sendWith: 'mod-enter' }), 'enqueue');
    assert.equal(enterSends(key(false, false, true), { sendWith: 'mod-enter' }), 'steer');
  });

  it('The usual key steers and the other key queues if the user prefers that', () => {
    const settings = { sendWith: 'enter', whileBusy: 'steer' } as const;
    assert.equal(enterSends(key(), settings), 'steer');
    assert.equal(enterSends(key(false, true), settings), 'enqueue');
    assert.deepEqual(sendKeys(settings, false), { enqueue: 'Ctrl+Enter', steer: 'Enter' });
  });
});

describe('Slash suggestions', () => {
  const commands = ['compact', 'name', 'skill:rename'].map((name) => ({ name, kind: 'enso' }) as const);
  it('Suggestions appear for a slash and part of a name, best match first', () => {
    assert.deepEqual(
      suggestionsFor('/na', commands).map(({ name }) => name),
      ['name', 'skill:rename'],
    );
    assert.equal(suggestionsFor('/', commands).length, 3);
  });
  it("Suggestions don't appear for other texts", () => {
    assert.deepEqual(suggestionsFor('/name it', commands), []);
    assert.deepEqual(suggestionsFor('see /na', commands), []);
  });
});

describe('chunks.ts', () => {
  const item = (id: number) => ({ kind: 'notice', id: String(id), level: 'info', text: '' }) as const;
  const items = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => item(from + index));

  it('Chunks stay the same objects if nothing changes', () => {
    const chunks = new Chunks();
    const list = items(100, 220);
    const before = chunks.of(list);
    const after = chunks.of([...list.slice(0, -1), item(219)]);
    assert.deepEqual(
      before.map((chunk) => chunk.items.length),
      [50, 50, 20],
    );
    assert.deepEqual(
      after.map((chunk, index) => chunk === before[index]),
      [true, true, false],
    );
  });

  it('Chunks begin at the same items when older items are prepended', () => {
    const chunks = new Chunks();
    const list = items(100, 220);
    const before = chunks.of(list);
    const after = chunks.of([...items(30, 100), ...list]);
    assert.deepEqual(after.slice(2), before);
    assert.equal(after[2], before[0]);
  });
});

describe('toolLabels.ts', () => {
  const words = (changes: Partial<ToolItem>) => {
    const item: ToolItem = {
      ...{ kind: 'tool', id: 'c', name: 'bash', subject: 'rm -rf build', input: '', text: '', state: 'done' },
      ...changes,
    };
    return `${toolVerb(item)} … ${toolOutcome(item)}`.trim();
  };

  it('The label of a call that was denied or stopped before it began never says that it ran', () => {
    assert.equal(words({ state: 'waiting' }), 'Run … waiting');
    assert.equal(words({ state: 'failed', text: 'The user denied this. It was skipped.' }), 'Run … denied');
    assert.equal(
      words({ state: 'failed', text: 'The person denied this. It was not done.' }),
      'Run … denied',
    );
    assert.equal(
      words({ name: 'write', state: 'failed', text: 'Nobody allowed this, so it was not done.' }),
      'Write … skipped',
    );
    assert.equal(
      words({ name: 'write', state: 'failed', text: 'This was not approved, so it was skipped.' }),
      'Write … skipped',
    );
    assert.equal(words({ name: 'edit', state: 'failed', text: 'Could not find it' }), 'Edit … failed');
    assert.equal(words({ state: 'aborted' }), 'Run … stopped');
  });

  it('The label of a call tells what it did, and how it ended if not well', () => {
    assert.equal(words({ state: 'running' }), 'Running …');
    assert.equal(words({ exitCode: 0 }), 'Ran …');
    assert.equal(words({ state: 'failed', exitCode: 2 }), 'Ran … exit 2');
  });
});
