// Bundles pi for the extension host: ES modules split into chunks, beside the extension's CommonJS main.
// pi finds its own files relative to its modules and its nearest package.json, so the layout of `outdir` matters.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { readStamp, stampOf, writeStamp } from './lib/stamp.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const entry = join(root, 'src/extension/pi/sdk/bundle.ts');
const pi = join(root, 'node_modules/@earendil-works/pi-coding-agent');

/** Packages with WebAssembly. They stay outside the bundle, because their loaders look for it in their own folder. */
const nested = [
  { name: '@silvia-odwyer/photon-node', files: ['package.json', 'photon_rs.js', 'photon_rs_bg.wasm'] },
  { name: 'quickjs-wasi', files: ['package.json', 'dist', 'quickjs.wasm'] },
];

/**
 * The modules at which the bundle is split, in loading order. Loading all of pi blocks the extension host for a third of
 * a second; loading one part at a time blocks it for a few frames at most.
 */
const parts = [
  'typebox/build/index.mjs',
  'undici/index.js',
  'yaml/dist/index.js',
  'lovely-mermaid/dist/index.js',
  '@earendil-works/pi-schema/dist/index.js',
  '@earendil-works/pi-ai/dist/providers/compat-schema.js',
  '@earendil-works/pi-ai/dist/providers/all.js',
  '@earendil-works/pi-ai/dist/index.js',
  '@earendil-works/pi-ai/dist/compat.js',
  '@earendil-works/pi-agent-core/dist/index.js',
  '@earendil-works/pi-tui/dist/index.js',
  './dist/modes/interactive/theme/theme.js',
  './dist/core/settings-manager.js',
  './dist/core/session-manager.js',
  './dist/core/model-runtime.js',
  './dist/core/package-manager.js',
  './dist/core/tools/index.js',
  './dist/core/agent-session.js',
  './dist/modes/interactive/components/index.js',
];

/** Optional native packages that Enso never needs. */
const natives = ['kerberos', '@aws-sdk/signature-v4-crt', 'bufferutil', 'utf-8-validate'];

// Only `require` may be added: pi declares __filename and __dirname itself.
const banner = {
  js: `import{createRequire as __piCreateRequire}from'node:module';const require=__piCreateRequire(import.meta.url);`,
};

/** @param {boolean} production @returns {import('esbuild').BuildOptions} */
const shared = (production) => ({
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  banner,
  // Makes pi offer its own modules to extensions from the bundle instead of from node_modules.
  define: { PI_BUNDLED_NODE: 'true' },
  external: ['vscode', ...nested.map(({ name }) => name), ...natives],
  legalComments: 'none',
  logLevel: 'error',
  minifySyntax: true,
  minifyWhitespace: true,
  // pi's error reports and the stacks of extensions need names. They cost 0.3 MB in the package.
  minifyIdentifiers: production,
  keepNames: production,
});

/** Copies the files that pi reads from disk at run time. @param {string} outdir */
async function copyAssets(outdir) {
  const manifest = JSON.parse(await readFile(join(pi, 'package.json'), 'utf8'));
  const { name, version, piConfig } = manifest;
  await writeFile(
    join(outdir, 'package.json'),
    `${JSON.stringify({ name, version, type: 'module', piConfig }, undefined, 2)}\n`,
  );
  const isAsset = (/** @type {string} */ source) => !/\.(map|d\.ts|ts)$/.test(source);
  const themes = 'dist/modes/interactive/theme';
  await mkdir(join(outdir, themes), { recursive: true });
  for (const file of await readdir(join(pi, themes))) {
    if (file.endsWith('.json')) await cp(join(pi, themes, file), join(outdir, themes, file));
  }
  const html = 'dist/core/export-html';
  await cp(join(pi, html), join(outdir, html), {
    recursive: true,
    filter: (source) => isAsset(source) && (!source.endsWith('.js') || /vendor|template\.js$/.test(source)),
  });
  const require = createRequire(join(pi, 'package.json'));
  for (const { name: packageName, files } of nested) {
    const from = packageFolder(require, packageName);
    for (const file of files) {
      if (!existsSync(join(from, file))) continue;
      await cp(join(from, file), join(outdir, 'node_modules', packageName, file), {
        recursive: true,
        filter: isAsset,
      });
    }
  }
}

/** Returns the folders of the packages of which files are copied as they are. @returns {string[]} */
export function copiedPackages() {
  const require = createRequire(join(pi, 'package.json'));
  return [pi, ...nested.map(({ name }) => packageFolder(require, name))];
}

/** Scripts of other projects that pi carries for its exported pages. */
export const vendoredFolder = join(pi, 'dist/core/export-html/vendor');

/**
 * Returns the file of a part: a module of pi, or of a package that pi resolves.
 * @param {string} part
 */
function partFile(part) {
  if (part.startsWith('.')) return join(pi, part);
  const name = part.split('/', part.startsWith('@') ? 2 : 1).join('/');
  const folder = packageFolder(createRequire(join(pi, 'package.json')), name);
  return join(folder, part.slice(name.length + 1));
}

/**
 * Returns the files in loading order, each after the files that it imports, so that no step loads many files.
 * @param {import('esbuild').Metafile} metafile
 * @param {string[]} entries names of entry files in `outdir`
 */
function loadingOrder(metafile, entries) {
  const imports = new Map(
    Object.entries(metafile.outputs).map(([file, { imports }]) => [
      basename(file),
      imports
        .filter(({ kind, external }) => kind === 'import-statement' && !external)
        .map(({ path }) => basename(path)),
    ]),
  );
  /** @type {Set<string>} */
  const order = new Set();
  const visiting = new Set();
  const visit = (/** @type {string} */ file) => {
    if (visiting.has(file)) return;
    visiting.add(file);
    for (const imported of imports.get(file) ?? []) visit(imported);
    order.add(file);
  };
  entries.forEach(visit);
  return [...order];
}

/** Returns the folder of a package that pi resolves. Its exports can hide package.json, so this walks the paths. @param {NodeJS.Require} require @param {string} name */
function packageFolder(require, name) {
  for (const folder of require.resolve.paths(name) ?? []) {
    if (existsSync(join(folder, name, 'package.json'))) return join(folder, name);
  }
  throw new Error(`The package ${name} is missing. Run npm ci first.`);
}

/** @param {string} folder @returns {Promise<{files: number, bytes: number}>} */
async function sizeOf(folder) {
  let files = 0;
  let bytes = 0;
  for (const item of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!item.isFile()) continue;
    files += 1;
    bytes += (await stat(join(item.parentPath, item.name))).size;
  }
  return { files, bytes };
}

/**
 * Bundles pi into `outdir`, unless `outdir` was built from the same inputs.
 * @param {{production: boolean, outdir: string}} options
 * @returns {Promise<{files: number, bytes: number, built: boolean}>} the content of `outdir`
 */
export async function buildPi({ production, outdir }) {
  const inputs = [
    entry,
    fileURLToPath(import.meta.url),
    join(pi, 'package.json'),
    join(root, 'node_modules/@earendil-works/pi-ai/package.json'),
    join(root, 'node_modules/esbuild/package.json'),
  ];
  const stamp = await stampOf(inputs, production ? 'production' : 'development');
  const stampFile = join(dirname(outdir), 'meta', 'pi-bundle.stamp');
  const metaFile = join(dirname(outdir), 'meta', 'pi.json');
  const isThere = existsSync(join(outdir, 'pi.js')) && existsSync(metaFile);
  if (isThere && (await readStamp(stampFile)) === stamp) {
    return { ...(await sizeOf(outdir)), built: false };
  }
  // Built in another folder and renamed at the end, so that a running process keeps the old bundle.
  const fresh = `${outdir}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  const main = esbuild.build({
    ...shared(production),
    entryPoints: {
      pi: entry,
      ...Object.fromEntries(parts.map((part, index) => [`part-${index}`, partFile(part)])),
    },
    outdir: fresh,
    splitting: true,
    chunkNames: 'chunk-[hash]',
    metafile: true,
  });
  const workers = esbuild.build({
    ...shared(production),
    entryPoints: {
      'image-resize-worker': join(pi, 'dist/utils/image-resize-worker.js'),
      'codemode-worker': join(pi, 'dist/extensions/codemode/worker.js'),
    },
    outdir: fresh,
    metafile: true,
  });
  const [{ metafile }, { metafile: workersMeta }] = await Promise.all([main, workers]);
  const entries = [...parts.map((_, index) => `part-${index}.js`), 'pi.js'];
  await writeFile(join(fresh, 'order.json'), JSON.stringify(loadingOrder(metafile, entries)));
  await copyAssets(fresh);
  await rm(outdir, { recursive: true, force: true });
  await rename(fresh, outdir);
  const inputsAndOutputs = {
    inputs: { ...metafile.inputs, ...workersMeta.inputs },
    outputs: { ...metafile.outputs, ...workersMeta.outputs },
  };
  await mkdir(dirname(metaFile), { recursive: true });
  await writeFile(metaFile, JSON.stringify(inputsAndOutputs));
  await writeStamp(stampFile, stamp);
  return { ...(await sizeOf(outdir)), built: true };
}
