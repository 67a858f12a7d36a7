import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { Sections } from '../../../../src/webview/markdown/sections';

function sectionsOf(text: string, step = text.length): string[] {
  const sections = new Sections();
  for (let at = 0; at < text.length; at += step) sections.append(text.slice(at, at + step));
  return [...sections.finished, sections.last];
}
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');

describe('sections of a long text', () => {
  it('a short text is one section', () => {
    assert.deepEqual(sectionsOf('one\n\ntwo'), ['one\n\ntwo']);
  });

  it('a long text is cut between blocks and nothing is lost', () => {
    const text = lines(2_000, (n) => (n % 3 === 0 ? '' : `line ${n} of a paragraph`));
    const sections = sectionsOf(text);
    assert.ok(sections.length > 5);
    assert.equal(sections.join(''), text);
    for (const section of sections.slice(0, -1)) assert.match(section, /\n\n$/);
  });

  it('a block of code stays whole, and a table keeps its head', () => {
    const code = `\`\`\`ts\n${lines(1_000, (n) => `const value${n} = 1;\n`)}\`\`\`\n`;
    assert.deepEqual(sectionsOf(code), [code]);
    const head = '| a | b |\n|---|---|\n';
    const [first = '', second = '', ...others] = sectionsOf(head + lines(2_000, (n) => `| ${n} | x |`));
    assert.ok(first.startsWith(head) && second.startsWith(`${head}| `) && others.length > 0);
  });

  it('a list is cut between its items, never within nested ones', () => {
    for (const section of sectionsOf(
      lines(2_000, (n) => (n % 5 === 0 ? `- item ${n}` : `      - nested ${n}`)),
    ))
      assert.match(section, /^- item/);
  });

  it('a text has the same sections however it arrives, and no section is long', () => {
    const piece = fc.constantFrom(
      'word ',
      '\n',
      '\n\n',
      '```\n',
      '- x\n',
      '| a | b |\n',
      '|-|-|\n',
      'x'.repeat(3_000),
      '🙂'.repeat(700),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 5_000 }), (pieces, step) => {
        const text = pieces.join('');
        const sections = sectionsOf(text);
        assert.deepEqual(sectionsOf(text, step), sections);
        for (const section of sections)
          assert.ok(section.includes('```') || section.length <= 12_100, `${section.length}`);
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});
