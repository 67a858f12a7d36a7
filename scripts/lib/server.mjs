import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { isolatedEnvironment } from './environment.mjs';
import { node24 } from './packages.mjs';
import { workFolder } from './paths.mjs';
import { root } from './run.mjs';
import { Missing } from './steps.mjs';
import { serverMain } from './workbench.mjs';

/** Settings that keep the workbench quiet, offline and out of screenshots. */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'window.commandCenter': false,
  'workbench.enableExperiments': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/** Tells whether a port of loopback is free. @param {number} port @returns {Promise<boolean>} */
export function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

const day = 24 * 60 * 60 * 1000;

/** Creates a folder for one run. Folders of failed runs stay for a day. @returns {string} */
export function newDataFolder() {
  const parent = join(workFolder, 'runs');
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const old = statSync(join(parent, name), { throwIfNoEntry: false });
    if (old && Date.now() - old.mtimeMs > day) rmSync(join(parent, name), { recursive: true, force: true });
  }
  return mkdtempSync(join(parent, 'run-'));
}

/**
 * @typedef {object} ServerOptions
 * @property {string} [dataFolder] settings, state and logs; a new one when left out
 * @property {number} [port] any free one when left out
 * @property {Record<string, unknown>} [settings] the user's settings, on top of the quiet ones
 * @property {boolean} [trust] true trusts every folder; false leaves it to the person
 * @property {boolean} [isolated] true, the default, gives pi a home of its own, takes keys and tokens out of the
 *   environment and keeps the extension host on loopback
 * @property {Record<string, string>} [env] on top of the environment
 * @property {string[]} [extensions] extensions to install next to the one under development: folders, which are
 *   copied, and .vsix files, which the server's own command line installs
 */

/**
 * A running workbench.
 * @typedef {object} Server
 * @property {string} origin
 * @property {string} dataFolder
 * @property {string} home the home folder of pi and bash
 * @property {() => string[]} refused the addresses beyond this machine that its extension host tried to reach
 * @property {(page: {folder?: string, extension?: string, tests?: string}) => string} url
 * @property {Promise<number>} ended with the exit code
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the workbench's server on loopback and waits until it listens.
 * @param {ServerOptions} [options]
 * @returns {Promise<Server>}
 */
export async function startServer(options = {}) {
  const { dataFolder = newDataFolder(), port = 0, settings = {}, trust = true, isolated = true } = options;
  const home = isolated
    ? join(dataFolder, 'home')
    : (process.env['HOME'] ?? process.env['USERPROFILE'] ?? '');
  const user = join(dataFolder, 'data', 'User');
  mkdirSync(user, { recursive: true });
  const settingsFile = join(user, 'settings.json');
  // Changes by a user survive a restart.
  if (isolated || !existsSync(settingsFile)) {
    writeFileSync(settingsFile, JSON.stringify({ ...quietSettings, ...settings }, null, 2));
  }
  const guard = join(root, 'scripts', 'guard');
  for (const extension of [...(isolated ? [guard] : []), ...(options.extensions ?? [])]) {
    if (extension.endsWith('.vsix')) installPackage(extension, dataFolder);
    else cpSync(extension, join(dataFolder, 'extensions', basename(extension)), { recursive: true });
  }
  const networkLog = join(dataFolder, 'network.log');

  const env = {
    ...(isolated ? isolatedEnvironment(home) : process.env),
    // Without this, the workbench would ask the gallery about extensions.
    EXTENSIONS_GALLERY: '{}',
    ...(isolated && { ENSO_NETWORK_LOG: networkLog, ENSO_RESETS: join(dataFolder, 'resets') }),
    ...options.env,
  };
  const args = [
    serverMain,
    ...['--host', '127.0.0.1', '--port', String(port), '--server-data-dir', dataFolder],
    ...['--without-connection-token', '--accept-server-license-terms', '--telemetry-level', 'off'],
    ...['--enable-smoke-test-driver', '--force-disable-user-env'],
    ...(trust ? ['--disable-workspace-trust'] : []),
  ];
  const child = spawn(node24(), args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const forget = endTogether(() => killGroup(child, 'SIGKILL'));
  const log = createWriteStream(join(dataFolder, 'server.log'));
  child.stderr.pipe(log, { end: false });
  child.stdout.pipe(log, { end: false });
  const ended = new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  const listening = await portOf(child, port, dataFolder);
  const origin = `http://127.0.0.1:${listening}`;

  return {
    origin,
    dataFolder,
    home,
    ended,
    refused: () =>
      existsSync(networkLog) ? readFileSync(networkLog, 'utf8').split('\n').filter(Boolean) : [],
    url: (page) => pageUrl(`127.0.0.1:${listening}`, page),
    async stop() {
      killGroup(child, 'SIGTERM');
      const timer = setTimeout(() => killGroup(child, 'SIGKILL'), 3000);
      await ended;
      clearTimeout(timer);
      // The extension host outlives its server for a moment, so the whole group is killed.
      killGroup(child, 'SIGKILL');
      forget();
    },
  };
}

/**
 * Calls `end` when this process exits without stopping the server: on a crash, or a signal that nothing else handles.
 * The server leads its own process group, so nothing else would end it.
 * @param {() => void} end
 * @returns {() => void} undoes it
 */
function endTogether(end) {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    if (process.listenerCount(signal) > 1) return;
    end();
    process.exit(1);
  };
  process.on('exit', end);
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    process.off('exit', end);
    for (const signal of signals) process.off(signal, onSignal);
  };
}

/** Installs a package like `code --install-extension`. @param {string} file @param {string} dataFolder */
function installPackage(file, dataFolder) {
  const args = [serverMain, '--install-extension', file, '--server-data-dir', dataFolder, '--force'];
  const env = { ...isolatedEnvironment(join(dataFolder, 'home')), EXTENSIONS_GALLERY: '{}' };
  const { status, stdout, stderr } = spawnSync(node24(), args, { encoding: 'utf8', env, timeout: 60_000 });
  if (status !== 0) throw new Error(`Couldn't install ${basename(file)}:\n${stdout}${stderr}`);
}

/**
 * Waits for the line in which the server prints its port.
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 * @param {number} asked
 * @param {string} dataFolder
 * @returns {Promise<number>}
 */
function portOf(child, asked, dataFolder) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk.toString();
      const match = /Extension host agent listening on (\d+)/.exec(text);
      if (match) resolve(Number(match[1]));
    });
    child.stderr.on('data', (chunk) => (text += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      if (text.includes('EADDRINUSE')) reject(new Missing(`Port ${asked} is in use.`));
      else
        reject(
          new Error(
            `The workbench exited with code ${code} before it was ready. See ${dataFolder}/server.log.`,
          ),
        );
    });
  });
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function killGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The process has already exited.
  }
}

/**
 * Returns the address of a workbench window. The authority of remote paths must be that of the page.
 * @param {string} authority
 * @param {{folder?: string, extension?: string, tests?: string}} page
 */
function pageUrl(authority, { folder, extension, tests }) {
  const remote = (/** @type {string} */ path) => `vscode-remote://${authority}${path}`;
  const payload = [['skipWelcome', 'true']];
  if (extension) payload.push(['extensionDevelopmentPath', remote(extension)]);
  if (tests) payload.push(['extensionTestsPath', remote(tests)]);
  const query = new URLSearchParams();
  if (folder) query.set('folder', folder);
  else query.set('ew', 'true');
  query.set('payload', JSON.stringify(payload));
  return `http://${authority}/?${query}`;
}
