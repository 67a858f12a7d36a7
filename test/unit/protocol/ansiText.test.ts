import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { plainText, styledRuns, type Style } from '../../../src/protocol/text/ansiText';

const e = '\u001b[';

describe('words that are marked as for a terminal', () => {
  const cases: readonly (readonly [string, string, readonly (readonly [string, Style])[]])[] = [
    ['are one stretch without marks', 'plain', [['plain', {}]]],
    [
      'have the colours of a terminal',
      `a${e}31mb${e}39mc`,
      [
        ['a', {}],
        ['b', { colour: 'red' }],
        ['c', {}],
      ],
    ],
    [
      'have bright ones too',
      `${e}94mb${e}90mm`,
      [
        ['b', { colour: 'blue' }],
        ['m', { colour: 'muted' }],
      ],
    ],
    [
      'may be several things at once',
      `${e}1;3;4;9mx`,
      [['x', { bold: true, italic: true, underlined: true, struck: true }]],
    ],
    [
      'are as usual after a reset',
      `${e}1;31mx${e}my`,
      [
        ['x', { bold: true, colour: 'red' }],
        ['y', {}],
      ],
    ],
    [
      'have the nearest of 256 colours',
      `${e}38;5;196mr${e}38;5;46mg${e}38;5;244mm`,
      [
        ['r', { colour: 'red' }],
        ['g', { colour: 'green' }],
        ['m', { colour: 'muted' }],
      ],
    ],
    [
      'have the nearest of all colours',
      `${e}38;2;250;200;40my${e}38;2;120;60;240mb`,
      [
        ['y', { colour: 'yellow' }],
        ['b', { colour: 'blue' }],
      ],
    ],
    [
      'are the usual colour where it is black or white',
      `${e}38;2;255;255;255mw${e}38;5;16mb`,
      [
        ['w', {}],
        ['b', {}],
      ],
    ],
    [
      'stand on a ground whatever its colour',
      `${e}41mx${e}49my${e}48;5;3mz`,
      [
        ['x', { background: true }],
        ['y', { background: false }],
        ['z', { background: true }],
      ],
    ],
    [
      'are never hidden',
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

  it('say the same with and without marks, whatever is in them', () => {
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
