import type { Random } from './random';

const pieces = [
  'word ',
  '\n',
  '\n\n',
  '# ',
  '- ',
  '1. ',
  '> ',
  '    ',
  '\t',
  '```',
  '~~~\n',
  '``` ts\n',
  '|a|b|\n',
  '|-|-|\n',
  '**',
  '_',
  '`',
  '[x](',
  ')',
  '![',
  '](javascript:alert(1))',
  '](command:enso.stop)',
  '<script>',
  '<img src=x onerror=y>',
  '&amp;',
  '&toString;',
  '&valueOf;',
  '&#0;',
  '&#xd800;',
  '&#9999999;',
  '&constructor;',
  '[a]: http://a\n',
  '\\',
  '\u0000',
  '\ud800',
  '\udc00',
  '\u202e',
  '🙂',
  '---\n',
  '* * *\n',
  '[ ] ',
  '\r\n',
  '\u2028',
  '<svg onload=alert(1)>',
  '<iframe src="javascript:alert(1)">',
  '"><style>@import "http://a"</style>',
  '<a href="command:enso.stop">',
  '![x](http://example.com/x.png)',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](https://example.com "t")',
  '[x](src/a.ts:3)',
  '<https://example.com>',
  'https://example.com/a?b=c',
  '```html\n<script>alert(1)</script>\n```\n',
  '````md\n```js\n1\n```\n````\n',
  '$5 and $10',
  'שלום',
  '  - x\n    - y\n',
  '| x | ![](a) |\n',
];

/** Markdown as a model may write it that means no good, or that is cut off anywhere. */
export const markdownText = (random: Random): string =>
  Array.from({ length: 1 + random.below(30) }, () => random.of(pieces)).join('');

/** Markdown that is deep, wide or degenerate: few pieces repeated many times, on one line or on many. */
export function degenerateText(random: Random): string {
  const unit = Array.from({ length: 1 + random.below(3) }, () => random.of(pieces)).join('');
  const times = random.of([100, 1_000, 3_000, 20_000]);
  const joint = random.of(['', '', ' ', '\n', '\n\n']);
  const end = random.of(['', 'x', '\n\nafter', markdownText(random)]);
  return `${Array.from({ length: times }, () => unit).join(joint)}${end}`.slice(0, 400_000);
}
