import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { plainText, styledRuns, type Style } from '../../../src/protocol/text/ansiText';

const e = '\u001b[';

describe('ansiText.ts', () => {
  const cases: readonly (readonly [string, string, readonly (readonly [string, Style])[]])[] = [
    ['are one stretch without marks', 'plain', [['plain', {}]]],
    [
      'A run has the colours of a terminal',
      `a${e}31mb${e}39mc`,
      [
        ['a', {}],
        ['b', { colour: 'red' }],
        ['c', {}],
      ],
    ],
    [
      'A run has bright colours',
      `${e}94mb${e}90mm`,
      [
        ['b', { colour: 'blue' }],
        ['m', { colour: 'muted' }],
      ],
    ],
    [
      'A run combines several styles',
      `${e}1;3;4;9mx`,
      [['x', { bold: true, italic: true, underlined: true, struck: true }]],
    ],
    [
      'A run has no style after a reset',
      `${e}1;31mx${e}my`,
      [
        ['x', { bold: true, colour: 'red' }],
        ['y', {}],
      ],
    ],
    [
      'A run has the nearest of 256 colours',
      `${e}38;5;196mr${e}38;5;46mg${e}38;5;244mm`,
      [
        ['r', { colour: 'red' }],
        ['g', { colour: 'green' }],
        ['m', { colour: 'muted' }],
      ],
    ],
    [
      'A run has the nearest of all colours',
      `${e}38;2;250;200;40my${e}38;2;120;60;240mb`,
      [
        ['y', { colour: 'yellow' }],
        ['b', { colour: 'blue' }],
      ],
    ],
    [
      'A run in black or white has the usual colour',
      `${e}38;2;255;255;255mw${e}38;5;16mb`,
      [
        ['w', {}],
        ['b', {}],
      ],
    ],
    [
      'A run has a background of any colour',
      `${e}41mx${e}49my${e}48;5;3mz`,
      [
        ['x', { background: true }],
        ['y', { background: false }],
        ['z', { background: true }],
      ],
    ],
    [
      'A run is never hidden',
      `${e}8mseen${e}5mstill`,
      [
        ['seen', {}],
        ['still', {}],
      ],
    ],
  ];
  for (const [title, text, runs] of cases) {
    it(title, () => {
      assert.deepEqual(
        styledRuns(text).map(({ text: part, style }) => [part, style]),
        runs,
      );
    });
  }

  it('A text says the same with and without escape codes', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.integer({ min: 0, max: 300 })).map((codes) => `${e}${codes.join(';')}m`),
      fc.constantFrom('\u001b', `${e}38;5m`, `${e}38;2;1m`, `${e}48m`, `${e}2J`, `${e};;m`),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        assert.equal(
          styledRuns(text)
            .map((run) => run.text)
            .join(''),
          plainText(text),
        );
      }),
    );
  });
});
