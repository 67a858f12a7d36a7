// Turns the reviewed trace of a story into a sequence diagram, and inserts the diagram between the marks of a page.
import { basename } from 'node:path';
import { readFileSync } from 'node:fs';
import { isThere, testsOf } from './docs-code.mjs';
import { listFiles } from './lib/files.mjs';

const lanes = [
  { name: 'user', line: 'actor user' },
  { name: 'A', line: 'participant A as panel A' },
  { name: 'B', line: 'participant B as panel B' },
  { name: 'host', line: 'participant host as host (the core)' },
  { name: 'runtime', line: 'participant runtime as runtime (scripted)' },
];
const widest = 64;

/** Replaces characters that mean something to Mermaid, and wraps long lines. @param {string} text */
function shown(text) {
  const safe = text.replaceAll('#', '＃').replaceAll(';', ',').replaceAll('<', '‹').replaceAll('>', '›');
  let line = '';
  const lines = [];
  for (const word of safe.split(' ')) {
    if (line !== '' && line.length + word.length >= widest) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('<br/>');
}

/** @param {string} line */
function statement(line) {
  const arrow = /^(\w+) → (\w+): (.*)$/.exec(line);
  if (arrow) {
    const [, from, to, text = ''] = arrow;
    return `${from}${text.startsWith('reply') ? '-->>' : '->>'}${to}: ${shown(text)}`;
  }
  const note = /^ {2}(.+?): (.*)$/.exec(line);
  const [, who = '', text = ''] = note ?? [];
  if (who === 'log') return `Note over host: ${shown(text)}`;
  if (who === 'test') return `Note over user: ${shown(text)}`;
  return `Note over ${who.replace(' shows', '')}: ${shown(`shows ${text}`)}`;
}

/**
 * @param {string} trace the text of a reviewed trace
 * @returns {string} a mermaid sequence diagram
 */
export function diagramOf(trace) {
  const lines = trace.split('\n').filter((line) => line !== '');
  const used = lanes.filter(({ name }) =>
    lines.some((line) => new RegExp(`(^| → )${name}( →|:)`).test(line)),
  );
  return ['sequenceDiagram', ...used.map(({ line }) => line), ...lines.map(statement)].join('\n  ');
}

/** @typedef {import('./docs-code.mjs').Test & {file: string}} Recorder */

/** @type {Map<string | undefined, Recorder> | undefined} */
let known;

/** Returns the story test of each reviewed trace. */
function recorders() {
  if (known) return known;
  const tests = listFiles('test/stories', (name) => name.endsWith('.test.ts')).flatMap((file) =>
    testsOf(file).map((test) => ({ file, ...test })),
  );
  known = new Map(tests.map((test) => [test.trace, test]));
  return known;
}

const mark = /(<!-- recorded: (\S+) -->\n)([\s\S]*?)(<!-- end of recording -->)/g;

/**
 * Returns the page with every diagram as its trace is now.
 * @param {string} page
 * @returns {{text: string, problems: string[]}}
 */
export function withRecordings(page) {
  const tests = recorders();
  /** @type {string[]} */
  const problems = [];
  const text = page.replace(mark, (all, open, path, _old, close) => {
    const test = tests.get(basename(path));
    if (!test || !isThere(path)) {
      problems.push(`no story test records ${path}`);
      return all;
    }
    const diagram = diagramOf(readFileSync(path, 'utf8').replaceAll('\r\n', '\n'));
    const recorded = `Recorded by \`${test.file}\`: ${test.title}`;
    return `${open}\n${recorded}\n\n\`\`\`mermaid\n${diagram}\n\`\`\`\n\n${close}`;
  });
  return { text, problems };
}

/** Returns reviewed traces that no story uses. @returns {string[]} */
export function strayTraces() {
  const tests = recorders();
  return listFiles('test/stories', (name) => name.endsWith('.txt')).filter(
    (file) => !tests.has(basename(file)),
  );
}
