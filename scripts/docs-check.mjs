// Finds what is wrong with the pages: names, paths, tests, tables and recordings that don't match the code.
import { readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { isThere, requestTypes, symbolsOf, testsOf, wordsOf } from './docs-code.mjs';
import { strayTraces, withRecordings } from './docs-diagram.mjs';
import { extensionsPage, withMembers } from './docs-extensions.mjs';
import { listFiles } from './lib/files.mjs';

/** Returns every page that is checked. */
export function pages() {
  const roots = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].filter(isThere);
  return [...roots, ...listFiles('docs', (name) => name.endsWith('.md'))];
}

const requests = 'src/protocol/requests.ts';
const frames = 'src/protocol/frames.ts';
const items = 'src/protocol/item.ts';
const observations = 'src/protocol/observation.ts';
const dialogs = 'src/protocol/dialog.ts';

/** Returns the rows that each table of the protocol page must list, by its heading. @type {Record<string, () => string[]>} */
const vocabularies = {
  Requests: () => requestTypes(requests),
  Replies: () => wordsOf(frames, 'Reply').filter((word) => word !== 'Refusal'),
  'Refusal codes': () => wordsOf(frames, 'RefusalCode'),
  Frames: () => wordsOf(frames, 'Frame'),
  Intents: () => wordsOf(frames, 'PanelIntent'),
  Observations: () => wordsOf(observations, 'Observation'),
  Activities: () => wordsOf(observations, 'Activity'),
  Items: () => wordsOf(items, 'Item'),
  'Next steps': () => wordsOf(items, 'NextStep'),
  Questions: () => wordsOf(dialogs, 'DialogRequest'),
  Outcomes: () => wordsOf(dialogs, 'DialogOutcome'),
  Surfaces: () => wordsOf(dialogs, 'Surface'),
};

/**
 * Checks code spans that name a file of the project, `folder/file`, or a symbol in it, `folder/file.ts#name`.
 * @param {string} text
 * @returns {string[]}
 */
export function nameProblems(text) {
  const spans = text.matchAll(
    /`((?:src|test|scripts|docs|media|sample|\.vscode)\/[^`#\s*]*)(?:#([^`\s]+))?`/g,
  );
  return [...spans].flatMap(([, path = '', name]) => {
    if (!isThere(path)) return [`${path} doesn't exist`];
    return name === undefined || symbolsOf(path).has(name) ? [] : [`${path} declares no ${name}`];
  });
}

/**
 * Checks lines that name a test: its file in a code span, a colon, its title with or without those of its suites.
 * @param {string} text
 * @returns {string[]}
 */
export function testProblems(text) {
  return [...text.matchAll(/`(test\/[^`]+\.test\.ts)`: (.+)$/gm)].flatMap(([, file = '', title = '']) => {
    if (!isThere(file)) return [];
    return testsOf(file).some((test) => test.matches.test(title))
      ? []
      : [`${file} has no test titled “${title}”`];
  });
}

/**
 * Checks that every invariant of a flow names the code that defines it and a test.
 * @param {string} text
 * @returns {string[]}
 */
export function invariantProblems(text) {
  const [, ...sections] = (text.split('\n## What always holds\n')[1] ?? '').split(/^### /m);
  if (sections.length === 0) return ['“What always holds” lists no invariant'];
  return sections.flatMap((section) => {
    const [title = ''] = section.split('\n', 1);
    const defined = /`src\/[^`]+#[^`]+`/.test(section);
    const tested = /^- `test\/[^`]+`: /m.test(section);
    return [
      ...(defined ? [] : [`“${title}” doesn't name the code that defines it`]),
      ...(tested ? [] : [`“${title}” names no test`]),
    ];
  });
}

/** @param {string} page @param {string} text */
function linkProblems(page, text) {
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !isThere(posix.join(dirname(page), target)))
    .map((target) => `the link target ${target} doesn't exist`);
}

/**
 * Checks that each table of the protocol page lists exactly what the code has, in the same order.
 * @param {string} text
 * @returns {string[]}
 */
export function vocabularyProblems(text) {
  return Object.entries(vocabularies).flatMap(([heading, words]) => {
    const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
    const listed = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, word]) => word);
    const wanted = words();
    const missing = wanted.filter((word) => !listed.includes(word));
    const extra = listed.filter((word) => !wanted.includes(word ?? ''));
    if (missing.length > 0 || extra.length > 0) {
      return [`${heading}: missing [${missing.join(', ')}], not in the code [${extra.join(', ')}]`];
    }
    return listed.join() === wanted.join()
      ? []
      : [`${heading}: the order in the code is ${wanted.join(', ')}`];
  });
}

/** @typedef {{command: string, title: string, category: string}} Command */
/** @typedef {Record<string, string | {message: string}>} Titles */
/** @typedef {{scripts: Record<string, string>, devDependencies: object, optionalDependencies?: object, contributes: {commands: Command[], configuration: {properties: object}}}} Manifest */

/**
 * Checks that README names every command and setting, CONTRIBUTING every package, and either of them every script.
 * @param {Manifest} manifest
 * @param {{readme: string, contributing: string}} texts
 * @param {Titles} [titles] the English texts of package.nls.json
 * @returns {string[]}
 */
export function manifestProblems(manifest, texts, titles = {}) {
  const { scripts, devDependencies, optionalDependencies = {}, contributes } = manifest;
  /** Resolves `%key%`. @param {string} text */
  const english = (text) => {
    const title = titles[/^%(.+)%$/.exec(text)?.[1] ?? ''] ?? text;
    return typeof title === 'string' ? title : title.message;
  };
  const commands = contributes.commands.map(
    ({ category, title }) => `${english(category)}: ${english(title)}`,
  );
  const settings = Object.keys(contributes.configuration.properties);
  const packages = [...Object.keys(devDependencies), ...Object.keys(optionalDependencies)];
  return [
    ...[...commands, ...settings]
      .filter((name) => !texts.readme.includes(`\`${name}\``))
      .map((name) => `README.md doesn't mention ${name}`),
    ...Object.keys(scripts)
      .filter((name) => !new RegExp(`npm (run )?${name}(?![\\w:])`).test(texts.readme + texts.contributing))
      .map((name) => `no page explains npm run ${name}`),
    ...packages
      .filter((name) => !texts.contributing.includes(`\`${name}\``))
      .map((name) => `CONTRIBUTING.md doesn't explain ${name}`),
  ];
}

/** Returns a line for everything that is wrong with any page. @returns {string[]} */
export function problems() {
  const found = pages().flatMap((page) => {
    const text = readFileSync(page, 'utf8').replaceAll('\r\n', '\n');
    const recorded = withRecordings(text);
    const flow = page.startsWith('docs/flows/');
    const members = page === extensionsPage ? withMembers(text) : { text, problems: [] };
    return [
      ...nameProblems(text),
      ...testProblems(text),
      ...linkProblems(page, text),
      ...(flow ? invariantProblems(text) : []),
      ...(page === 'docs/protocol.md' ? vocabularyProblems(text) : []),
      ...members.problems,
      ...(members.text === text ? [] : ['the table of ctx.ui is out of date; run npm run docs:record']),
      ...recorded.problems,
      ...(recorded.text === text
        ? []
        : ['a diagram is out of date; run npm run docs:record and review the change']),
    ].map((problem) => `${page}: ${problem}`);
  });
  const read = (/** @type {string} */ file) => (isThere(file) ? readFileSync(file, 'utf8') : '');
  /** @type {Record<string, string>} */
  const texts = JSON.parse(read('package.nls.json'));
  const manifest = /** @type {Manifest} */ (
    JSON.parse(read('package.json').replace(/"%([^%"]+)%"/g, (_, key) => JSON.stringify(texts[key])))
  );
  return [
    ...found,
    ...manifestProblems(
      manifest,
      { readme: read('README.md'), contributing: read('CONTRIBUTING.md') },
      JSON.parse(read('package.nls.json') || '{}'),
    ),
    ...strayTraces().map((file) => `no story uses ${file}`),
  ];
}
