// Opens VS Code with Enso and a small sample workspace.
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
    else if (arg.startsWith('-') || options.folder) throw new Missing(`Unknown argument ${arg}. ${usage}`);
    else options.folder = resolve(arg);
  }
  if (options.folder && !existsSync(options.folder))
    throw new Missing(`The folder ${options.folder} doesn't exist.`);
  return options;
}

/** @param {string | undefined} text */
function portNumber(text) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Missing(`--port needs a number from 1 to 65535. ${usage}`);
  return port;
}

/** Returns a copy of the sample, so that changes to it don't change the project. */
function sampleFolder() {
  const folder = join(workFolder, 'sample');
  if (!existsSync(folder)) cpSync(join(root, 'sample'), folder, { recursive: true });
  return folder;
}

/**
 * Returns the command of a desktop VS Code, if there is one or it can be downloaded.
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
      note(`not available (${installed.why}); using the workbench from npm`);
      return undefined;
    }
    const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
    const path = await downloadAndUnzipVSCode({ version: 'stable', cachePath: workFolder }).catch(
      (/** @type {Error} */ error) => {
        steps.log(error.stack ?? error.message);
        return undefined;
      },
    );
    note(path ? 'downloaded' : 'not available (download failed); using the workbench from npm');
    return path;
  });
}

/** Returns the requested port if it is free, or 0 for any free port if none is requested. @param {number} asked */
async function port(asked) {
  if (!asked) return (await isFree(8931)) ? 8931 : 0;
  if (await isFree(asked)) return asked;
  throw new Missing(`Port ${asked} is in use. Leave out --port to use a free one.`);
}

/** Opens an address in the user's browser. @param {string} address */
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

/** Resolves on a signal to end. @returns {Promise<void>} */
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
  console.log(
    `\nEnso is running at:\n\n  ${address}\n\n${opens ? 'Opening a browser. ' : ''}Press Ctrl+C to stop.`,
  );
  if (opens) openInBrowser(address);
  const code = await Promise.race([interrupted(), server.ended]);
  await server.stop();
  if (typeof code === 'number') throw new Error(`The workbench exited unexpectedly with code ${code}.`);
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
    console.log('\nEnso is running in the new VS Code window. Close the window or press Ctrl+C to stop.');
    const code = await Promise.race([interrupted(), window.ended]);
    window.stop();
    return typeof code === 'number' ? code : 0;
  }
  await ensureWorkbench(steps);
  await serveWorkbench(options, folder);
  return 0;
});
