// Builds everything into dist/: the host, pi, the panel and the tests.
//   node esbuild.mjs [--watch] [--production] [--only=host,panel,pi,tests] [--outdir=dist]
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import esbuild from 'esbuild';
import { buildPi } from './scripts/build-pi.mjs';
import { listFiles } from './scripts/lib/files.mjs';
import { readStamp, stampOf, writeStamp } from './scripts/lib/stamp.mjs';

const root = import.meta.dirname;
process.chdir(root);

const flag = (name) => process.argv.includes(`--${name}`);
const option = (name) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? undefined;

const watch = flag('watch');
const production = flag('production');
const outdir = option('outdir') ?? 'dist';
const only = option('only')?.split(',');
const wanted = (part) => (only ? only.includes(part) : !(production && part === 'tests'));

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

/** The panel's style names codicon.ttf; one copy of it lies beside the style, whoever names it. */
const codiconFont = {
  name: 'codicon-font',
  setup(build) {
    build.onResolve({ filter: /codicon\.ttf(\?.*)?$/ }, () => ({ path: './codicon.ttf', external: true }));
  },
};

const onNode = { ...shared, platform: 'node', target: 'node22' };
const testFiles = (folder) => listFiles(`test/${folder}`, (name) => name.endsWith('.test.ts'));

/** Node-side tests are ES modules that take packages from node_modules, as plain mocha would. */
const nodeTests = {
  ...onNode,
  format: 'esm',
  packages: 'external',
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
        plugins: [codiconFont],
        loader: { '.ttf': 'copy', '.svg': 'dataurl' },
        entryPoints: [
          { in: 'src/webview/main.ts', out: 'panel' },
          { in: 'media/panel.css', out: 'panel' },
        ],
        outdir,
      },
    },
    'tests-node': {
      part: 'tests',
      options: {
        ...nodeTests,
        entryPoints: ['unit', 'stories', 'webview', 'vscode/ui'].flatMap(testFiles),
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

const entryPath = (entry) => (typeof entry === 'string' ? entry : entry.in);
const present = (options) => ({
  ...options,
  entryPoints: options.entryPoints.filter((entry) => existsSync(entryPath(entry))),
});

const size = (bytes) => (bytes > 1e6 ? `${(bytes / 1e6).toFixed(2)} MB` : `${(bytes / 1e3).toFixed(1)} kB`);

async function report(name, result, started) {
  await mkdir(`${outdir}/meta`, { recursive: true });
  await writeFile(`${outdir}/meta/${name}.json`, JSON.stringify(result.metafile));
  const outputs = Object.entries(result.metafile.outputs).filter(([file]) => !file.endsWith('.map'));
  const took = Math.round(performance.now() - started);
  if (outputs.length > 4) {
    const total = outputs.reduce((sum, [, output]) => sum + output.bytes, 0);
    console.log(`${name}: ${outputs.length} files, ${size(total)} (${took} ms)`);
    return;
  }
  const each = outputs.map(([file, output]) => `${basename(file)} ${size(output.bytes)}`).join(', ');
  console.log(`${name}: ${each} (${took} ms)`);
}

/** Prints each round of a watched build between two fixed lines, which tasks.json looks for. */
const reporting = (name) => ({
  name: 'report',
  setup(build) {
    let started = 0;
    build.onStart(() => {
      started = performance.now();
      if (watch) console.log(`[watch] ${name} started`);
    });
    build.onEnd(async (result) => {
      if (result.metafile) await report(name, result, started);
      for (const { location, text } of watch ? result.errors : []) {
        console.error(`✘ [ERROR] ${text}`);
        if (location) console.error(`    ${location.file}:${location.line}:${location.column}:`);
      }
      if (watch) console.log(`[watch] ${name} finished`);
    });
  },
});

/** pi takes seconds to bundle and changes seldom, so it is built again only when an input differs. */
async function pi() {
  const inputs = [
    ...listFiles('src', (name) => name.endsWith('.ts')).filter((file) => !file.startsWith('src/webview/')),
    'scripts/build-pi.mjs',
    'package-lock.json',
  ];
  const stamp = await stampOf(inputs, production ? 'production' : 'development');
  const stampFile = `${outdir}/meta/pi.stamp`;
  if (existsSync(`${outdir}/pi/pi.js`) && (await readStamp(stampFile)) === stamp) {
    console.log('pi: unchanged');
    return;
  }
  const started = performance.now();
  await buildPi({ production, outdir: join(root, outdir, 'pi') });
  await writeStamp(stampFile, stamp);
  let bytes = 0;
  const files = listFiles(`${outdir}/pi`, () => true);
  for (const file of files) bytes += (await stat(file)).size;
  console.log(`pi: ${files.length} files, ${size(bytes)} (${Math.round(performance.now() - started)} ms)`);
}

/** A test whose source is gone must not go on passing. */
async function dropStaleTests() {
  for (const file of listFiles(`${outdir}/test`, (name) => /\.test\.m?js$/.test(name))) {
    const source = file.slice(outdir.length + 1).replace(/m?js$/, 'ts');
    if (!existsSync(source)) await rm(file);
  }
}

async function copyFont() {
  await mkdir(outdir, { recursive: true });
  await copyFile('node_modules/@vscode/codicons/dist/codicon.ttf', `${outdir}/codicon.ttf`);
}

async function main() {
  if (production) await rm(outdir, { recursive: true, force: true });
  if (wanted('tests')) await dropStaleTests();
  if (wanted('panel')) await copyFont();
  const chosen = Object.entries(builds())
    .filter(([, { part }]) => wanted(part))
    .map(([name, { options }]) => [
      name,
      { ...present(options), plugins: [...(options.plugins ?? []), reporting(name)] },
    ])
    .filter(([, options]) => options.entryPoints.length > 0);

  if (wanted('pi')) await pi();
  if (!watch) {
    await Promise.all(chosen.map(([, options]) => esbuild.build(options)));
    return;
  }
  for (const [, options] of chosen) await (await esbuild.context(options)).watch();
}

main().catch((error) => {
  if (!error?.errors) console.error(error);
  process.exitCode = 1;
});
