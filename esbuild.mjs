// Builds everything into dist/: the host, pi, the panel, the tests and the benchmark.
//   node esbuild.mjs [--watch] [--production] [--only=host,panel,pi,tests,bench] [--outdir=dist]
import { existsSync, readFileSync, watch as watchFolder } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import esbuild from 'esbuild';
import { buildPi } from './scripts/build-pi.mjs';
import { listFiles } from './scripts/lib/files.mjs';

const root = import.meta.dirname;
process.chdir(root);

const flag = (/** @type {string} */ name) => process.argv.includes(`--${name}`);
const option = (/** @type {string} */ name) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? undefined;

const watch = flag('watch');
const production = flag('production');
const outdir = option('outdir') ?? 'dist';
const only = option('only')?.split(',');
const wanted = (/** @type {string} */ part) =>
  only ? only.includes(part) : !(production && (part === 'tests' || part === 'bench'));

/** @type {import('esbuild').BuildOptions} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  target: 'es2023',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  minify: production,
  sourcemap: production ? false : 'linked',
};

const codicons = 'node_modules/@vscode/codicons/dist';
const iconList = 'src/webview/ui/icons.ts';

/**
 * Generates `codicons.css` from the icons that the panel uses; the whole set has hundreds more. References to codicon.ttf
 * stay as they are, because one copy of the font is next to the panel's style.
 * @type {import('esbuild').Plugin}
 */
const codiconStyle = {
  name: 'codicon-style',
  setup(build) {
    build.onResolve({ filter: /codicon\.ttf(\?.*)?$/ }, () => ({ path: './codicon.ttf', external: true }));
    build.onResolve({ filter: /\/codicons\.css$/ }, () => ({ path: 'codicons.css', namespace: 'codicons' }));
    build.onLoad({ filter: /.*/, namespace: 'codicons' }, async () => ({
      contents: usedCodicons(
        await readFile(`${codicons}/codicon.css`, 'utf8'),
        await readFile(iconList, 'utf8'),
      ),
      loader: 'css',
      resolveDir: root,
      watchFiles: [join(root, iconList)],
    }));
  },
};

/** @param {string} style @param {string} list */
function usedCodicons(style, list) {
  const names = [...list.matchAll(/^ {2}'([a-z-]+)',$/gm)].map(([, name]) => name ?? '');
  const rules = names.map((name) => {
    const [, content] = new RegExp(`\\.codicon-${name}:before \\{ content: ("[^"]+") \\}`).exec(style) ?? [];
    if (content === undefined) throw new Error(`@vscode/codicons has no icon ${name}`);
    return `.codicon-${name}::before { content: ${content}; }`;
  });
  const [general] = /@font-face[^}]*\}\s*\.codicon\[[^}]*\}/.exec(style) ?? [];
  if (general === undefined) throw new Error("codicon.css of @vscode/codicons doesn't begin as expected");
  return [general, ...rules].join('\n');
}

/**
 * Imports the scripts from their own folder, because they find the project by their location.
 * @type {import('esbuild').Plugin}
 */
const scriptsInPlace = {
  name: 'scripts-in-place',
  setup(build) {
    build.onResolve({ filter: /\/scripts\/(guard|lib)\// }, ({ path, resolveDir }) => ({
      path: pathToFileURL(join(resolveDir, path)).href,
      external: true,
    }));
  },
};

/** @type {import('esbuild').BuildOptions} */
const onNode = { ...shared, platform: 'node', target: 'node22' };
const testFiles = (/** @type {string} */ folder) =>
  listFiles(`test/${folder}`, (name) => name.endsWith('.test.ts'));

const nodeTiers = ['unit', 'stories', 'conformance', 'chaos', 'fuzz', 'webview', 'vscode/ui'];

/**
 * Tests for Node.js are ES modules that import packages from node_modules.
 * @type {import('esbuild').BuildOptions}
 */
const nodeTests = {
  ...onNode,
  format: 'esm',
  packages: 'external',
  plugins: [scriptsInPlace],
  splitting: true,
  outExtension: { '.js': '.mjs' },
  outbase: 'test',
  outdir: `${outdir}/test`,
  chunkNames: 'chunks/[name]-[hash]',
  sourcemap: 'inline',
};

/** @returns {Record<string, {part: string, options: import('esbuild').BuildOptions}>} */
function builds() {
  return {
    host: {
      part: 'host',
      options: {
        ...onNode,
        format: 'cjs',
        external: ['vscode'],
        entryPoints: ['src/extension/extension.ts'],
        outfile: `${outdir}/extension.js`,
      },
    },
    panel: {
      part: 'panel',
      options: {
        ...shared,
        platform: 'browser',
        format: 'iife',
        target: 'chrome138',
        plugins: [codiconStyle],
        loader: { '.ttf': 'copy', '.svg': 'dataurl' },
        entryPoints: [
          { in: 'src/webview/main.ts', out: 'panel' },
          { in: 'media/panel.css', out: 'panel' },
        ],
        outdir,
      },
    },
    languages: {
      part: 'panel',
      options: {
        ...shared,
        platform: 'browser',
        format: 'esm',
        target: 'chrome138',
        minify: true,
        sourcemap: false,
        entryPoints: lazyLanguages().map((name) => `node_modules/highlight.js/es/languages/${name}.js`),
        outdir: `${outdir}/languages`,
      },
    },
    'tests-node': {
      part: 'tests',
      options: {
        ...nodeTests,
        entryPoints: [...nodeTiers.flatMap(testFiles), 'test/vscode/demo.ts'],
      },
    },
    bench: {
      part: 'bench',
      options: { ...nodeTests, entryPoints: ['test/bench/bench.ts', 'test/model-server/main.ts'] },
    },
    'bench-probe': {
      part: 'bench',
      options: {
        ...onNode,
        format: 'cjs',
        external: ['vscode'],
        entryPoints: ['test/bench/probe/extension.ts'],
        outfile: `${outdir}/test/bench/probe/extension.js`,
      },
    },
    'tests-host': {
      part: 'tests',
      options: {
        ...onNode,
        format: 'cjs',
        external: ['vscode', 'mocha'],
        sourcemap: 'inline',
        entryPoints: [
          ...listFiles('test/vscode/host', (n) => n.endsWith('.test.ts')),
          'test/vscode/index.ts',
        ],
        outbase: 'test/vscode',
        outdir: `${outdir}/test/vscode`,
      },
    },
  };
}

/** Returns the languages that the panel loads when it meets them, as its source lists them. */
function lazyLanguages() {
  const source = readFileSync('src/webview/markdown/highlight/lazyLanguages.ts', 'utf8');
  return [...source.matchAll(/^ {2}(\w+): \[.*\],$/gm)].map(([, name]) => name ?? '');
}

/** Leaves out entry points that don't exist. @param {import('esbuild').BuildOptions} options */
function present(options) {
  const entries = /** @type {(string | {in: string, out: string})[]} */ (options.entryPoints ?? []);
  const entryPoints = entries.filter((entry) => existsSync(typeof entry === 'string' ? entry : entry.in));
  return /** @type {import('esbuild').BuildOptions} */ ({ ...options, entryPoints });
}

const size = (/** @type {number} */ bytes) =>
  bytes > 1e6 ? `${(bytes / 1e6).toFixed(2)} MB` : `${(bytes / 1e3).toFixed(1)} kB`;

/** @param {string} name @param {import('esbuild').Metafile} metafile @param {number} started */
async function report(name, metafile, started) {
  await mkdir(`${outdir}/meta`, { recursive: true });
  await writeFile(`${outdir}/meta/${name}.json`, JSON.stringify(metafile));
  const outputs = Object.entries(metafile.outputs).filter(([file]) => !file.endsWith('.map'));
  const took = Math.round(performance.now() - started);
  if (outputs.length > 4) {
    const total = outputs.reduce((sum, [, output]) => sum + output.bytes, 0);
    console.log(`${name}: ${outputs.length} files, ${size(total)} (${took} ms)`);
    return;
  }
  const each = outputs.map(([file, output]) => `${basename(file)} ${size(output.bytes)}`).join(', ');
  console.log(`${name}: ${each} (${took} ms)`);
}

/**
 * Prints two fixed lines around each build in watch mode, which tasks.json matches.
 * @param {string} name
 * @returns {import('esbuild').Plugin}
 */
const reporting = (name) => ({
  name: 'report',
  setup(build) {
    let started = 0;
    build.onStart(() => {
      started = performance.now();
      if (watch) console.log(`[watch] ${name} started`);
    });
    build.onEnd(async (result) => {
      if (result.metafile) await report(name, result.metafile, started);
      for (const { location, text } of watch ? result.errors : []) {
        console.error(`✘ [ERROR] ${text}`);
        if (location) console.error(`    ${location.file}:${location.line}:${location.column}:`);
      }
      if (watch) console.log(`[watch] ${name} finished`);
    });
  },
});

/** Bundles pi if its input has changed. Bundling takes seconds. */
async function pi() {
  const started = performance.now();
  const { files, bytes, built } = await buildPi({ production, outdir: join(root, outdir, 'pi') });
  const took = built ? `${Math.round(performance.now() - started)} ms` : 'unchanged';
  console.log(`pi: ${files} files, ${size(bytes)} (${took})`);
}

/** Builds pi again when its entry changes, one build at a time. */
function watchPi() {
  let building = Promise.resolve();
  watchFolder('src/extension/pi/sdk', (_event, name) => {
    if (name !== 'bundle.ts') return;
    building = building.then(pi).catch((error) => console.error(error));
  });
}

/** Deletes built tests whose source no longer exists. */
async function dropStaleTests() {
  for (const file of listFiles(`${outdir}/test`, (name) => /\.test\.m?js$/.test(name))) {
    const source = file.slice(outdir.length + 1).replace(/m?js$/, 'ts');
    if (!existsSync(source)) await rm(file);
  }
}

async function copyFont() {
  await mkdir(outdir, { recursive: true });
  await copyFile(`${codicons}/codicon.ttf`, `${outdir}/codicon.ttf`);
}

async function main() {
  if (production) await rm(outdir, { recursive: true, force: true });
  if (wanted('tests')) await dropStaleTests();
  if (wanted('panel')) await copyFont();
  const chosen = Object.entries(builds())
    .filter(([, { part }]) => wanted(part))
    .map(([name, { options }]) => {
      const plugins = [...(options.plugins ?? []), reporting(name)];
      return present({ ...options, plugins });
    })
    .filter(({ entryPoints }) => Array.isArray(entryPoints) && entryPoints.length > 0);

  if (wanted('pi')) await pi();
  if (!watch) {
    await Promise.all(chosen.map((options) => esbuild.build(options)));
    return;
  }
  for (const options of chosen) await (await esbuild.context(options)).watch();
  if (wanted('pi')) watchPi();
  console.log('[watch] ready');
}

main().catch((error) => {
  if (!error?.errors) console.error(error);
  process.exitCode = 1;
});
