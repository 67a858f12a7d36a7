import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { keepSgr, stripAnsi } from '../../../src/protocol/text/terminalText';

describe('escape sequences', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['removes colours', '\u001b[1m\u001b[46m RUN \u001b[0m ok', ' RUN  ok'],
    [
      'keeps the text of a link and removes its address',
      '\u001b]8;;https://x.y\u0007word\u001b]8;;\u0007',
      'word',
    ],
    ['keeps only the last state of a progress line', '10%\r50%\r100%\n', '100%\n'],
    ['keeps the rest of a long line that a shorter one overwrites', 'abcdef\rxy\n', 'xycdef\n'],
    ['removes a line that was erased', 'working…\r\u001b[2Kdone\n', 'done\n'],
    ['keeps a line that ends with a carriage return', '10%\r', '10%'],
    ['applies backspaces', '10%\b\b\b20%', '20%'],
    ['applies a backspace at the beginning of a line', '\b\babc', 'abc'],
    ['keeps text before an erased rest of a line', 'match\u001b[K\u001b[m more', 'match more'],
    ['ignores cursor moves', 'a\u001b[2Ab\u001b[10;10Hc', 'abc'],
    ['reads CRLF as a line end', 'a\r\nb\r\n', 'a\nb\n'],
    ['removes an incomplete sequence at the end', 'one \u001b[3', 'one '],
    ['removes an incomplete link at the end', 'one \u001b]8;;https://x', 'one '],
    ['replaces a lone surrogate', 'a\ud83d', 'a\ufffd'],
    // Node's own function would leave the words of these two in the text.
    ['removes a window title with spaces', '\u001b]0;my title\u0007x', 'x'],
    ['removes private control sequences', '\u001b[>4;2mx', 'x'],
    ['keeps tabs, other scripts and emoji', 'a\tשלום 🙂', 'a\tשלום 🙂'],
  ];
  for (const [title, raw, shown] of cases) {
    it(`stripAnsi ${title}`, () => assert.equal(stripAnsi(raw), shown));
  }

  it('keepSgr keeps the colours of what is left of an overwritten line, and ends them', () => {
    assert.equal(keepSgr('\u001b[31mred\u001b[0m plain'), '\u001b[31mred\u001b[0m plain');
    assert.equal(keepSgr('\u001b[31mred'), '\u001b[31mred\u001b[0m');
    assert.equal(keepSgr('\u001b[31mab\u001b[0m\rc'), 'c\u001b[31mb\u001b[0m');
    assert.equal(keepSgr('\u001b[31m10%\r20%\nx'), '\u001b[31m20%\nx\u001b[0m');
  });

  it('stripAnsi takes linear time for a long line that is overwritten many times', () => {
    const line = 'x'.repeat(1_000_000);
    // Overwriting step by step would take minutes, longer than a test may take.
    const shown = stripAnsi(`${line}${'\rab'.repeat(200_000)}`);
    assert.equal(shown, `ab${line.slice(2)}`);
  });

  it('stripAnsi never returns a control character or a lone surrogate', () => {
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
