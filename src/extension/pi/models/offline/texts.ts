export const capabilities = [
  'I can show you how Enso works. Try one of these:',
  '',
  '- `list the files`',
  '- `read README.md`',
  '- `run: node --version`',
  '- `replace Hello with Good day in src/greet.js`',
  '- `add a line "buy milk" to notes.txt`',
  '- `ask me something`, `ask me to confirm`, `ask me for an input`, `ask me several things`',
  '- `count to 200`, which takes long enough to stop',
  '- `show markdown`, `think`, `tell a story`',
].join('\n');

/** Returns the numbers up to `end`, ten to a line, at most 2000. */
export function countTo(end: number): string {
  const last = Math.min(end, 2000);
  const numbers: string[] = [];
  for (let number = 1; number <= last; number++) numbers.push(`${number}${number % 10 === 0 ? '\n' : ''}`);
  return numbers.join(' ').replaceAll('\n ', '\n').trim();
}

const verse = (number: number) =>
  `Chapter ${number}. The circle was drawn once more, in one stroke, and once more it did not quite close. ` +
  'The painter looked at it for a while, rinsed the brush, and said that tomorrow was another day. ';

/** A text long enough to stop in the middle. */
export const story = Array.from({ length: 40 }, (_, index) => verse(index + 1).trim()).join('\n\n');

export const markdownSample = [
  '## A sample of Markdown',
  '',
  'Text can be **bold**, *italic*, ~~struck through~~ or `code`, and a [link](https://example.com) opens a page.',
  '',
  '1. First',
  '2. Second',
  '   - with an item below it',
  '',
  '> A quotation.',
  '',
  '| Language | Hello |',
  '| --- | --- |',
  '| German | Hallo |',
  '| French | Bonjour |',
  '',
  '```js',
  'const hello = (name) => `Hello, ${name}!`;',
  '```',
].join('\n');
