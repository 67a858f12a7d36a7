// What is wrong with the pages: names, paths, tests, words and recordings that are not what they say.
import { readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { isThere, requestTypes, symbolsOf, testsOf, wordsOf } from './docs-code.mjs';
import { strayTraces, withRecordings } from './docs-diagram.mjs';
import { extensionsPage, withMembers } from './docs-extensions.mjs';
import { listFiles } from './lib/files.mjs';

/** Every page that is checked. */
export function pages() {
  const roots = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].filter(isThere);
  return [...roots, ...listFiles('docs', (name) => name.endsWith('.md'))];
}

const requests = 'src/protocol/requests.ts';
const frames = 'src/protocol/frames.ts';
const items = 'src/protocol/item.ts';
const observations = 'src/protocol/observation.ts';
const dialogs = 'src/protocol/dialog.ts';

/** What each table of the protocol page has to list, by its heading. @type {Record<string, () => string[]>} */
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
 * Code spans that name a file of the project, `folder/file`, or something in it, `folder/file.ts#name`.
 * @param {string} text
 * @returns {string[]}
 */
export function nameProblems(text) {
  const spans = text.matchAll(
    /`((?:src|test|scripts|docs|media|sample|\.vscode)\/[^`#\s*]*)(?:#([^`\s]+))?`/g,
  );
  return [...spans].flatMap(([, path = '', name]) => {
    if (!isThere(path)) return [`there is no ${path}`];
    return name === undefined || symbolsOf(path).has(name) ? [] : [`${path} declares no ${name}`];
  });
}

/**
 * Lines that name a test: its file in a code span, a colon, its whole title.
 * @param {string} text
 * @returns {string[]}
 */
export function testProblems(text) {
  return [...text.matchAll(/`(test\/[^`]+\.test\.ts)`: (.+)$/gm)].flatMap(([, file = '', title = '']) => {
    if (!isThere(file)) return [];
    return testsOf(file).some((test) => test.matches.test(title)) ? [] : [`${file} has no test “${title}”`];
  });
}

/**
 * Every invariant of a flow says where it is stated and what pins it.
 * @param {string} text
 * @returns {string[]}
 */
export function invariantProblems(text) {
  const [, ...sections] = (text.split('\n## What always holds\n')[1] ?? '').split(/^### /m);
  if (sections.length === 0) return ['there is no invariant under “What always holds”'];
  return sections.flatMap((section) => {
    const [title = ''] = section.split('\n', 1);
    const stated = /`src\/[^`]+#[^`]+`/.test(section);
    const pinned = /^- `test\/[^`]+`: /m.test(section);
    return [
      ...(stated ? [] : [`“${title}” doesn't say where it is stated`]),
      ...(pinned ? [] : [`“${title}” names no test`]),
    ];
  });
}

/** @param {string} page @param {string} text */
function linkProblems(page, text) {
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !isThere(posix.join(dirname(page), target)))
    .map((target) => `the link to ${target} leads nowhere`);
}

/**
 * Each table of the protocol page lists exactly what the code has, in the code's order.
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
      : [`${heading}: not in the code's order: ${wanted.join(', ')}`];
  });
}

/** @typedef {{command: string, title: string, category: string}} Command */
/** @typedef {{scripts: Record<string, string>, devDependencies: object, optionalDependencies?: object, contributes: {commands: Command[], configuration: {properties: object}}}} Manifest */

/**
 * README names every command and setting, CONTRIBUTING every package that is installed, one of them every script.
 * @param {Manifest} manifest
 * @param {{readme: string, contributing: string}} texts
 * @returns {string[]}
 */
export function manifestProblems(manifest, texts) {
  const { scripts, devDependencies, optionalDependencies = {}, contributes } = manifest;
  const commands = contributes.commands.map(({ category, title }) => `${category}: ${title}`);
  const settings = Object.keys(contributes.configuration.properties);
  const packages = [...Object.keys(devDependencies), ...Object.keys(optionalDependencies)];
  return [
    ...[...commands, ...settings]
      .filter((name) => !texts.readme.includes(`\`${name}\``))
      .map((name) => `README.md doesn't name ${name}`),
    ...Object.keys(scripts)
      .filter((name) => !new RegExp(`npm (run )?${name}(?![\\w:])`).test(texts.readme + texts.contributing))
      .map((name) => `no page says what npm run ${name} is for`),
    ...packages
      .filter((name) => !texts.contributing.includes(`\`${name}\``))
      .map((name) => `CONTRIBUTING.md doesn't say why ${name} is there`),
  ];
}

/** Everything that is wrong with all pages, a line each. @returns {string[]} */
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
      ...(members.text === text ? [] : ['the table of ctx.ui differs: npm run docs:record']),
      ...recorded.problems,
      ...(recorded.text === text ? [] : ['a recording differs: npm run docs:record, then review the change']),
    ].map((problem) => `${page}: ${problem}`);
  });
  const read = (/** @type {string} */ file) => (isThere(file) ? readFileSync(file, 'utf8') : '');
  const manifest = /** @type {Manifest} */ (JSON.parse(read('package.json')));
  return [
    ...found,
    ...manifestProblems(manifest, { readme: read('README.md'), contributing: read('CONTRIBUTING.md') }),
    ...strayTraces().map((file) => `${file} belongs to no story`),
  ];
}
