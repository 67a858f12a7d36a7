import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const secret = /(_API_KEY|_TOKEN|_SECRET|_PASSWORD|_CREDENTIALS)$|^AWS_|^GOOGLE_|^AZURE_|^npm_/i;

/**
 * Returns an isolated environment: its own home and pi folder, no API keys, no network for pi.
 * @param {string} home
 * @param {NodeJS.ProcessEnv} [from]
 * @returns {Record<string, string>}
 */
export function isolatedEnvironment(home, from = process.env) {
  mkdirSync(home, { recursive: true });
  /** @type {Record<string, string>} */
  const env = {};
  for (const [name, value] of Object.entries(from)) {
    const foreign = secret.test(name) || /^(PI_|VSCODE_|XDG_|NODE_OPTIONS$|DISPLAY$)/.test(name);
    if (value !== undefined && !foreign) env[name] = value;
  }
  return {
    ...env,
    HOME: home,
    USERPROFILE: home,
    PI_CODING_AGENT_DIR: join(home, '.pi', 'agent'),
    PI_OFFLINE: '1',
    PI_TELEMETRY: '0',
    // pi's compile cache would be in the temporary folder, which all runs share.
    JITI_FS_CACHE: 'false',
    PI_SKIP_VERSION_CHECK: '1',
  };
}
