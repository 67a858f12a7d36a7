// Brings a window that several tests share back to its first state, whenever a file in the data folder asks for it.
const { existsSync, mkdirSync, readFileSync, watch, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const vscode = require('vscode');

/**
 * @typedef {object} Request
 * @property {number} id
 * @property {Record<string, unknown>} [settings] the user's settings from now on; undefined leaves them alone
 * @property {string[]} [unset] settings that go back to their defaults
 * @property {string[]} commands what to run after that, in this order
 */

/** @param {Request} request */
async function perform({ settings = {}, unset = [], commands }) {
  const configuration = vscode.workspace.getConfiguration();
  for (const [name, value] of [...unset.map((each) => [each, undefined]), ...Object.entries(settings)]) {
    const { globalValue } = configuration.inspect(String(name)) ?? {};
    if (JSON.stringify(globalValue) === JSON.stringify(value)) continue;
    await configuration.update(String(name), value, vscode.ConfigurationTarget.Global);
  }
  for (const command of commands) await vscode.commands.executeCommand(command);
}

/**
 * Serves the requests that are written to `request.json` in a folder, one after the other.
 * @param {string} folder
 */
exports.serveResets = (folder) => {
  mkdirSync(folder, { recursive: true });
  const asked = join(folder, 'request.json');
  const answered = join(folder, 'answer.json');
  /** @param {string} file @returns {{id: number} | undefined} */
  const read = (file) => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      // It is not there yet, or is being written.
      return undefined;
    }
  };
  let last = existsSync(answered) ? (read(answered)?.id ?? 0) : 0;
  const look = () => {
    const request = /** @type {Request | undefined} */ (read(asked));
    if (request === undefined || request.id <= last) return;
    last = request.id;
    perform(request).then(
      () => writeFileSync(answered, JSON.stringify({ id: request.id })),
      (error) => writeFileSync(answered, JSON.stringify({ id: request.id, error: String(error) })),
    );
  };
  watch(folder, look);
  look();
};
