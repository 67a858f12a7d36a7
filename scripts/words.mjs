// Fails on private words in exported names, file names, texts that users see, log lines and pages: node scripts/words.mjs
// scripts/words.json lists the words, what to use instead, and the exceptions with their reasons.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pages } from './docs-check.mjs';
import { listFiles } from './lib/files.mjs';
import { root } from './lib/run.mjs';
import { namesIn, stringsIn } from './lib/words.mjs';

process.chdir(root);

/** @typedef {{word: string, in: string, reason: string}} Exception */
/** @type {{names: Record<string, string>, texts: Record<string, string>, exceptions: Exception[]}} */
const { names, texts, exceptions } = JSON.parse(readFileSync('scripts/words.json', 'utf8'));

/** Splits `openDialogs` and `quick-pick` into lower-case words. @param {string} name */
const partsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .join(' ');

/**
 * @param {Record<string, string>} words
 * @param {string} text
 * @returns {[word: string, instead: string][]}
 */
const found = (words, text) =>
  Object.entries(words).filter(([word]) =>
    new RegExp(`(?<![a-z])${word.replaceAll(' ', '\\s+')}(?![a-z])`, 'i').test(text),
  );

/** @type {Set<Exception>} */
const used = new Set();
/** @type {string[]} */
const problems = [];

/** @param {string} file @param {string} what @param {[string, string][]} words */
function report(file, what, words) {
  for (const [word, instead] of words) {
    const exception = exceptions.find((each) => each.word === word && file.startsWith(each.in));
    if (exception) used.add(exception);
    else problems.push(`${file}: ${what}: “${word}”; use ${instead}`);
  }
}

for (const file of listFiles('src', (name) => name.endsWith('.ts'))) {
  report(file, 'file name', found(names, partsOf(basename(file, '.ts'))));
  const source = readFileSync(file, 'utf8');
  for (const name of namesIn(file, source)) report(file, name, found(names, partsOf(name)));
  for (const text of stringsIn(file, source)) report(file, JSON.stringify(text), found(texts, text));
}
for (const file of listFiles('.', (name) => /^package\.nls(\.en)?\.json$/.test(name)).filter(
  (each) => !each.includes('/'),
)) {
  for (const text of Object.values(JSON.parse(readFileSync(file, 'utf8')))) {
    const message = typeof text === 'string' ? text : text.message;
    report(file, JSON.stringify(message), found(texts, message));
  }
}
/** Returns the prose of a page, without code, diagrams, link targets and test titles. @param {string} page */
const proseOf = (page) =>
  page
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/^(- `test\/|Recorded by ).*$/gm, '')
    .replace(/`[^`]*`|\]\([^)]*\)/g, '');
for (const page of pages()) {
  for (const line of proseOf(readFileSync(page, 'utf8')).split('\n')) {
    report(page, JSON.stringify(line.trim()), found(texts, line));
  }
}
for (const exception of exceptions.filter((each) => !used.has(each))) {
  problems.push(
    `scripts/words.json: nothing in ${exception.in} uses “${exception.word}” any more; remove the exception`,
  );
}
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log('No private words.');
process.exitCode = problems.length > 0 ? 1 : 0;
