// Finds the packages whose code or files are in the extension, from what the build really wrote.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { copiedPackages, vendoredFolder } from '../build-pi.mjs';
import { root } from './run.mjs';

/**
 * @typedef {object} BundledPackage
 * @property {string} name
 * @property {string} version
 * @property {string | undefined} license an SPDX expression, as the package states it
 * @property {string | undefined} holder who wrote the package, if the package says so
 * @property {string | undefined} text the license and notice files of the package
 * @property {Record<string, unknown>} manifest
 */

/** The builds that end up in the extension, by the names of their metafiles. */
const parts = ['host', 'panel', 'languages', 'pi'];

/** The build copies the icon font. */
const font = join(root, 'node_modules/@vscode/codicons');

/**
 * Returns the packages in the extension, sorted by name and version.
 * @param {string} outdir the folder of a complete build
 * @returns {BundledPackage[]}
 */
export function bundledPackages(outdir) {
  const folders = new Set([...copiedPackages(), font].map((folder) => relative(root, folder)));
  for (const part of parts) {
    const file = join(outdir, 'meta', `${part}.json`);
    if (!existsSync(file)) throw new Error(`${file} is missing. Run npm run build first.`);
    const { outputs } = /** @type {import('esbuild').Metafile} */ (JSON.parse(readFileSync(file, 'utf8')));
    for (const folder of foldersOf(outputs)) folders.add(folder);
  }
  const found = [...[...folders].map(readPackage), ...vendoredScripts()];
  const byKey = new Map(found.map((each) => [`${each.name}@${each.version}`, each]));
  return [...byKey.values()].sort((a, b) => order(a.name, b.name) || order(a.version, b.version));
}

/** Returns the folders of packages of which something is in the outputs. @param {import('esbuild').Metafile['outputs']} outputs */
export function foldersOf(outputs) {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([file]) => file),
  );
  // The last node_modules of a path is the one that a nested package lies in.
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
  return new Set(files.map((file) => folder.exec(file)?.[0]).filter((each) => each !== undefined));
}

/** @param {string} folder relative to the project @returns {BundledPackage} */
function readPackage(folder) {
  const path = join(root, folder);
  const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const texts = readdirSync(path)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name) && !/\.(js|ts|json)$/i.test(name))
    .sort(order)
    .map((name) => readFileSync(join(path, name), 'utf8').trim());
  return {
    name: manifest.name,
    version: manifest.version,
    license: typeof manifest.license === 'string' ? manifest.license : undefined,
    holder: typeof manifest.author === 'string' ? manifest.author : manifest.author?.name,
    text: texts.length === 0 ? undefined : texts.join('\n\n'),
    manifest,
  };
}

/** Returns the scripts that pi carries in its own folder, by the comments at their beginnings. @returns {BundledPackage[]} */
function vendoredScripts() {
  return readdirSync(vendoredFolder).map((file) => {
    const [comment = ''] = /^\/\*[^]*?\*\//.exec(readFileSync(join(vendoredFolder, file), 'utf8')) ?? [];
    const name = basename(file, '.min.js').replace(/^highlight$/, 'highlight.js');
    const [, version = ''] = /\bv(\d+\.\d+\.\d+)/.exec(comment) ?? [];
    const [license] = /\b(MIT|BSD-3-Clause|Apache-2\.0)\b/.exec(comment) ?? [];
    const holder = [...comment.matchAll(/\(c\) (.+)/gi)].map(([, each = '']) => each.trim()).join('; ');
    return { name, version, license, holder, text: undefined, manifest: { name, version, license } };
  });
}

/** @param {string} a @param {string} b */
function order(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
