// Opens a real VS Code with Enso running on a small sample workspace.
//   npm start [-- --demo] [-- --port N] [--no-open] [--workbench] [folder]
import { cpSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spawn } from 'node:child_process';
import { downloadableDesktop, hasScreen, installedDesktop, openDesktop } from './lib/desktop.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensurePackages, node24, withOwnNode } from './lib/packages.mjs';
import { workFolder } from './lib/paths.mjs';
import { root, run } from './lib/run.mjs';
import { isFree, startServer } from './lib/server.mjs';
import { Missing, runMain } from './lib/steps.mjs';
import { ensureWorkbench } from './lib/workbench.mjs';

const usage = 'Usage: npm start [-- --demo] [-- --port N] [--no-open] [--workbench] [folder]';

/** @param {string[]} args */
function parse(args) {
  const options = { demo: false, open: true, workbench: false, port: 0, folder: '' };
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--demo') options.demo = true;
    else if (arg === '--no-open') options.open = false;
    else if (arg === '--workbench') options.workbench = true;
    else if (arg === '--port') options.port = portNumber(args[(at += 1)]);
    else if (arg.startsWith('--port=')) options.port = portNumber(arg.slice(7));
    else if (arg.startsWith('-') || options.folder) throw new Missing(`${arg} means nothing here. ${usage}`);
    else options.folder = resolve(arg);
  }
  if (options.folder && !existsSync(options.folder))
    throw new Missing(`There is no folder ${options.folder}.`);
  return options;
}

/** @param {string | undefined} text */
function portNumber(text) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Missing(`--port wants a number. ${usage}`);
  return port;
}

/** The sample, copied to where what is done to it leaves the project as it was. */
function sampleFolder() {
  const folder = join(workFolder, 'sample');
  if (!existsSync(folder)) cpSync(join(root, 'sample'), folder, { recursive: true });
  return folder;
}

/**
 * The desktop VS Code to open, or why there is none.
 * @param {import('./lib/steps.mjs').Steps} steps
 * @returns {Promise<string | undefined>}
 */
async function desktop(steps) {
  return steps.step('desktop VS Code', async (note) => {
    const installed = installedDesktop();
    if (installed.command) {
      note(`${installed.command} ${installed.version}`);
      return installed.command;
    }
    if (!(await downloadableDesktop())) {
      note(`none (${installed.why}); the workbench from npm stands in`);
      return undefined;
    }
    const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
    const path = await downloadAndUnzipVSCode({ version: 'stable', cachePath: workFolder }).catch(
      (/** @type {Error} */ error) => {
        steps.log(error.stack ?? error.message);
        return undefined;
      },
    );
    note(path ? 'downloaded' : "none (it can't be downloaded); the workbench from npm stands in");
    return path;
  });
}

/** The port asked for when it is free, else any. @param {number} asked */
async function port(asked) {
  if (!asked) return (await isFree(8931)) ? 8931 : 0;
  if (await isFree(asked)) return asked;
  throw new Missing(`Port ${asked} is in use. Leave --port out, and a free one is taken.`);
}

/** Opens an address in the person's browser, where there is a screen. @param {string} address */
function openInBrowser(address) {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address.replaceAll('&', '^&')]
        : ['xdg-open', address];
  spawn(command ?? '', args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

/** Resolves when the person wants it to end. @returns {Promise<void>} */
const interrupted = () =>
  new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => done());
  });

/** @param {ReturnType<typeof parse>} options @param {string} folder */
async function serveWorkbench(options, folder) {
  const server = await startServer({
    dataFolder: join(workFolder, 'start'),
    port: await port(options.port),
    trust: false,
    isolated: false,
    settings: {
      'security.workspace.trust.startupPrompt': 'once',
      'security.workspace.trust.banner': 'always',
    },
  });
  const address = server.url({ folder, extension: root });
  const opens = options.open && hasScreen();
  console.log(`\nEnso runs here:\n\n  ${address}\n\n${opens ? 'Opening a browser. ' : ''}Ctrl+C ends it.`);
  if (opens) openInBrowser(address);
  const code = await Promise.race([interrupted(), server.ended]);
  await server.stop();
  if (typeof code === 'number') throw new Error(`The workbench ended by itself (${code}).`);
}

await runMain('start', async (steps) => {
  const options = parse(process.argv.slice(2));
  await ensurePackages(steps);
  const node = node24();
  await steps.step('build', async (note) => {
    const built = await steps.quietly(
      node,
      ['esbuild.mjs', `--only=host,pi,panel${options.demo ? ',tests' : ''}`],
      { env: withOwnNode() },
    );
    if (built.code !== 0) throw new Error(`The build failed:\n${built.text.trim().slice(-1500)}`);
    note('dist/');
  });
  if (options.demo) {
    await ensureChromium(steps);
    await ensureWorkbench(steps);
    return run(node, ['--enable-source-maps', 'dist/test/vscode/demo.mjs'], { env: { FORCE_COLOR: '0' } });
  }

  const folder = options.folder || sampleFolder();
  const executable = options.workbench || options.port ? undefined : await desktop(steps);
  if (executable) {
    const window = openDesktop(executable, { extension: root, folder });
    console.log('\nEnso runs in the VS Code window that opens. Close it, or press Ctrl+C here, to end.');
    const code = await Promise.race([interrupted(), window.ended]);
    window.stop();
    return typeof code === 'number' ? code : 0;
  }
  await ensureWorkbench(steps);
  await serveWorkbench(options, folder);
  return 0;
});
