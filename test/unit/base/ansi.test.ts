import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { stripAnsi } from '../../../src/extension/base/ansi';

describe('the text of a terminal’s output', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['has no colours', '\u001b[1m\u001b[46m RUN \u001b[0m ok', ' RUN  ok'],
    ['has no links but their words', '\u001b]8;;https://x.y\u0007word\u001b]8;;\u0007', 'word'],
    ['has only the last state of a progress line', '10%\r50%\r100%\n', '100%\n'],
    ['keeps what a shorter line leaves of a longer one', 'abcdef\rxy\n', 'xycdef\n'],
    ['has nothing of a line that was erased', 'working…\r\u001b[2Kdone\n', 'done\n'],
    ['keeps the line that a return has not been written over yet', '10%\r', '10%'],
    ['takes line ends of Windows for line ends', 'a\r\nb\r\n', 'a\nb\n'],
    ['leaves out a sequence that is cut off', 'one \u001b[3', 'one '],
    ['leaves out a link that is cut off', 'one \u001b]8;;https://x', 'one '],
    ['has no half of a character', 'a\ud83d', 'a\ufffd'],
    ['keeps tabs, other scripts and what is beyond the first plane', 'a\tשלום 🙂', 'a\tשלום 🙂'],
  ];
  for (const [title, raw, shown] of cases) {
    it(title, () => assert.equal(stripAnsi(raw), shown));
  }

  it('is there at once, however often a long line was written over', () => {
    const line = 'x'.repeat(1_000_000);
    const started = performance.now();
    const shown = stripAnsi(`${line}${'\rab'.repeat(200_000)}`);
    assert.equal(shown, `ab${line.slice(2)}`);
    // Writing it over step by step would take minutes.
    assert.ok(performance.now() - started < 5_000);
  });

  it('never holds a control character or half a character, whatever comes', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\u001b[',
        '\u001b]8;;',
        '\u0007',
        '\u001b\\',
        '\r',
        '\n',
        '\u009b',
        '31m',
        '\u001b[2K',
        '\ud800',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = stripAnsi(pieces.join(''));
        assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u007f]/);
        assert.ok(text.isWellFormed());
      }),
    );
  });
});
