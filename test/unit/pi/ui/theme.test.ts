import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { keepSgr } from '../../../../src/protocol/text/terminalText';
import { theme } from '../../../../src/extension/pi/ui/theme';
import { plainText, styledRuns } from '../../../../src/protocol/text/ansiText';

const e = '\u001b[';
type Name = Parameters<typeof theme.fg>[0];

/** The stretches of a text, with what each looks like. */
const looks = (text: string) =>
  styledRuns(text).map(({ text: part, style }) => {
    const names = Object.entries(style).flatMap(([name, value]) =>
      value === true ? [name] : value === undefined || value === false ? [] : [String(value)],
    );
    return `${part}: ${names.join(' ')}`.trimEnd();
  });

describe('theme of extensions', () => {
  it('The theme of extensions styles a text with a colour, a background, and bold, italic, underline and strikethrough', () => {
    assert.deepEqual(looks(theme.fg('error', 'x')), ['x: red']);
    assert.deepEqual(looks(theme.fg('muted', 'x')), ['x: muted']);
    assert.deepEqual(looks(theme.fg('text', 'x')), ['x:']);
    assert.deepEqual(looks(theme.bg('selectedBg', 'x')), ['x: background']);
    assert.deepEqual(looks(theme.bold(theme.italic('x'))), ['x: bold italic']);
    assert.deepEqual(looks(theme.underline(theme.strikethrough(theme.inverse('x')))), [
      'x: underlined struck background',
    ]);
    assert.deepEqual(looks(theme.style('x', { fg: 'success', bold: true })), ['x: bold green']);
    assert.deepEqual(looks(`${theme.getFgAnsi('warning')}x`), ['x: yellow']);
    assert.deepEqual(looks(theme.getBashModeBorderColor()('x')), ['x: green']);
    assert.deepEqual(looks(theme.getThinkingBorderColor('high')('x')), ['x: magenta']);
  });

  it('The theme of extensions continues an outer style after a nested style of the same kind', () => {
    assert.deepEqual(looks(theme.fg('muted', `a ${theme.fg('accent', 'b')} c`)), [
      'a : muted',
      'b: blue',
      ' c: muted',
    ]);
  });

  it('The theme of extensions returns the text unchanged for an unknown colour', () => {
    assert.equal(theme.fg('no such' as Name, 'x'), 'x');
    assert.equal(theme.fg(Symbol('s') as unknown as Name, 'x'), 'x');
    assert.equal(plainText(theme.style('x', undefined as never)), 'x');
    assert.equal(plainText(theme.bold({ toString: null } as unknown as string)), '');
  });

  it("The theme of extensions has each function of pi's own theme", () => {
    const declared = readFileSync(
      'node_modules/@earendil-works/pi-coding-agent/dist/modes/interactive/theme/theme.d.ts',
      'utf8',
    );
    const [, members = ''] = /class Theme \{([^]*?)^\}/m.exec(declared) ?? [];
    const names = [...members.matchAll(/^ {4}(?:get )?(\w+)\(/gm)].map(([, name = '']) => name);
    assert.ok(names.includes('fg') && names.includes('getColorMode'));
    for (const name of names) if (name !== 'constructor') assert.ok(name in theme, name);
  });
});

describe('styled texts of extensions', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['A style ends with its text', `${e}1mbold`, `${e}1mbold${e}0m`],
    ['A style that has ended is not ended again', `${e}1mbold${e}0m`, `${e}1mbold${e}0m`],
    [
      'Other escape sequences are removed',
      `${e}2J${e}31mred${e}39m\u001b]0;title\u0007`,
      `${e}31mred${e}39m${e}0m`,
    ],
    ['Control characters are removed', `a\u0007${e}1mb\u0000c`, `a${e}1mbc${e}0m`],
    ['An incomplete style sequence is removed', `a${e}1mb${e}3`, `a${e}1mb${e}0m`],
    ['A style continues after CRLF', `${e}1ma\r\nb`, `${e}1ma\nb${e}0m`],
    ['Overwritten text loses its styles', `${e}31m10%\r${e}0m${e}1m50%`, `${e}1m50%${e}0m`],
    ['Plain text stays as it is', 'plain', 'plain'],
  ];
  for (const [title, raw, shown] of cases) it(title, () => assert.equal(keepSgr(raw), shown));
});
