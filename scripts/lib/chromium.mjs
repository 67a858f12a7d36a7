import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Missing } from './steps.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];

const places = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA']
    .map((variable) => process.env[variable])
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [
      join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ]),
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'],
};

/** @param {string} path */
function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds a Chromium browser: the path in ENSO_CHROMIUM, or the first on the PATH, or one in a usual folder.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env['ENSO_CHROMIUM'];
  if (named) return runs(named) ? named : undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const usual = places[/** @type {keyof typeof places} */ (process.platform)] ?? [];
  return [...onPath, ...usual].find(runs);
}

function isDebian() {
  return (
    existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

/**
 * Returns the path of a Chromium browser. Installs one on Debian if this process is root.
 * @param {import('./steps.mjs').Steps} steps
 * @returns {Promise<string>}
 */
export async function ensureChromium(steps) {
  return steps.step('browser', async (note) => {
    const found = findChromium();
    if (found) {
      note(found);
      return found;
    }
    const named = process.env['ENSO_CHROMIUM'];
    if (named) throw new Missing(`ENSO_CHROMIUM is ${named}, which isn't an executable file.`);
    const ask = 'Install Chromium or Chrome, or set ENSO_CHROMIUM to its path.';
    if (!isDebian() || process.getuid?.() !== 0) throw new Missing(`No browser found. ${ask}`);

    note('apt-get install chromium');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const update = await steps.quietly('apt-get', ['update'], { env });
    const install = await steps.quietly('apt-get', ['install', '-y', 'chromium'], {
      env,
    });
    const installed = findChromium();
    if (installed) return installed;
    const why =
      update.code !== 0 ? 'apt-get update failed' : `apt-get install failed with code ${install.code}`;
    throw new Missing(`No browser found, and couldn't install Debian's chromium (${why}). ${ask}`);
  });
}

/** Arguments that let Chromium run as root in a container, without background services. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
