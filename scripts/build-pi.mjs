// Bundles pi for the extension host: ES modules split into chunks, beside the extension's CommonJS main.
// pi finds its own files relative to its modules and its nearest package.json, so the layout of `outdir` matters.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { readStamp, stampOf, writeStamp } from './lib/stamp.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const entry = join(root, 'src/extension/pi/bundle.ts');
const pi = join(root, 'node_modules/@earendil-works/pi-coding-agent');

/** Packages that pi loads at run time because they carry WebAssembly: their own loaders look for it beside themselves. */
const nested = [
  { name: '@silvia-odwyer/photon-node', files: ['package.json', 'photon_rs.js', 'photon_rs_bg.wasm'] },
  { name: 'quickjs-wasi', files: ['package.json', 'dist', 'quickjs.wasm'] },
];

/** Optional natives that no code path of ours needs. */
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
  // Names carry meaning in pi's own error reports and in extensions' stacks; they cost 0.3 MB in the package.
  minifyIdentifiers: production,
  keepNames: production,
});

/** The parts of pi's tree that it reads from disk while it runs. @param {string} outdir */
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

/** Where a package lies, seen from pi. Its exports may hide package.json, so the paths are walked. @param {NodeJS.Require} require @param {string} name */
function packageFolder(require, name) {
  for (const folder of require.resolve.paths(name) ?? []) {
    if (existsSync(join(folder, name, 'package.json'))) return join(folder, name);
  }
  throw new Error(`The package ${name} is missing: run npm ci first.`);
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
 * Bundles pi into `outdir`, unless what is there was made from the same inputs.
 * @param {{production: boolean, outdir: string}} options
 * @returns {Promise<{files: number, bytes: number, built: boolean}>} what lies in `outdir` now
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
  if (existsSync(join(outdir, 'pi.js')) && (await readStamp(stampFile)) === stamp) {
    return { ...(await sizeOf(outdir)), built: false };
  }
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  const main = esbuild.build({
    ...shared(production),
    entryPoints: { pi: entry },
    outdir,
    splitting: true,
    chunkNames: 'chunk-[hash]',
  });
  const workers = esbuild.build({
    ...shared(production),
    entryPoints: {
      'image-resize-worker': join(pi, 'dist/utils/image-resize-worker.js'),
      'codemode-worker': join(pi, 'dist/extensions/codemode/worker.js'),
    },
    outdir,
  });
  await Promise.all([main, workers]);
  await copyAssets(outdir);
  await writeStamp(stampFile, stamp);
  return { ...(await sizeOf(outdir)), built: true };
}
