import { readFileSync } from 'node:fs';
import l10nDev from '@vscode/l10n-dev';
import * as prettier from 'prettier';
import { listFiles } from '../lib/files.mjs';

/** @typedef {import('@vscode/l10n-dev').l10nJsonFormat} Bundle */

export const bundleFile = 'l10n/bundle.l10n.json';

/** Returns each text that src/ passes to `l10n.t`, sorted by key. @returns {Promise<Bundle>} */
export async function extractBundle() {
  const sources = listFiles('src', (name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));
  const files = sources.map((file) => ({ extension: '.ts', contents: readFileSync(file, 'utf8') }));
  const found = await l10nDev.getL10nJson(files);
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param {string} file @returns {Bundle} */
export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Formats a bundle as the format check wants it. @param {Bundle} bundle */
export async function formatJson(bundle) {
  const options = await prettier.resolveConfig(bundleFile);
  return prettier.format(JSON.stringify(bundle), { ...options, parser: 'json' });
}

/** @param {Bundle[string] | undefined} entry */
export function textOf(entry) {
  return typeof entry === 'object' ? entry.message : (entry ?? '');
}
