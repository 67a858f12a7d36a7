import { textOf } from './bundle.mjs';

/** @typedef {import('./bundle.mjs').Bundle} Bundle */

/** Returns placeholders, icons and link targets, which a translation must keep. @param {string} text */
function fixedParts(text) {
  return [...text.matchAll(/\{[^{}]+\}|\$\([\w~-]+\)|\]\([^)]+\)/g)].map(([part]) => part).sort();
}

/**
 * Compares a translation with its source: missing keys, unused keys, and placeholders that differ.
 * @param {string} file
 * @param {Bundle} source
 * @param {Bundle} translation
 * @returns {string[]}
 */
export function translationProblems(file, source, translation) {
  const missing = Object.keys(source).filter((key) => !textOf(translation[key]));
  const extra = Object.keys(translation).filter((key) => source[key] === undefined);
  const changed = Object.keys(source).filter((key) => {
    const text = textOf(translation[key]);
    return text !== '' && fixedParts(text).join(' ') !== fixedParts(textOf(source[key])).join(' ');
  });
  return [
    ...missing.map((key) => `${file}: missing ${JSON.stringify(key)}`),
    ...extra.map((key) => `${file}: unused ${JSON.stringify(key)}`),
    ...changed.map((key) => `${file}: placeholders differ from ${JSON.stringify(key)}`),
  ];
}

/** Fields of the manifest that users see. */
const readFields =
  /^(title|name|description|category|label|contents|markdown\w*|enumDescriptions|enumItemLabels)$/;

/**
 * Returns each text below a value of the manifest that users see.
 * @param {unknown} value
 * @param {string} [field]
 * @returns {string[]}
 */
function textsIn(value, field = '') {
  if (typeof value === 'string') return readFields.test(field) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, field));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, name));
}

/**
 * Compares the manifest's `%keys%` with package.nls.json, and finds texts without a key.
 * @param {Record<string, unknown>} manifest
 * @param {Bundle} texts
 * @returns {string[]}
 */
export function manifestProblems({ description, capabilities, contributes }, texts) {
  const read = textsIn({ description, capabilities, contributes });
  const keys = new Set(read.flatMap((text) => /^%(.+)%$/.exec(text)?.[1] ?? []));
  const bare = read.filter((text) => text !== 'Enso' && !/^%.+%$/.test(text));
  return [
    ...bare.map((text) => `package.json: not in package.nls.json: ${text}`),
    ...[...keys].filter((key) => !textOf(texts[key])).map((key) => `package.nls.json: missing ${key}`),
    ...Object.keys(texts)
      .filter((key) => !keys.has(key))
      .map((key) => `package.nls.json: unused ${key}`),
  ];
}
