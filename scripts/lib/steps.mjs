import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { workFolder } from './paths.mjs';
import { root } from './run.mjs';

/** A requirement that this machine doesn't meet. The message is one line and says what to do. */
export class Missing extends Error {}

/**
 * Shows progress on the terminal and writes everything to a log file.
 * @param {string} name the name of the command and of its log
 */
export function openSteps(name) {
  const file = join(workFolder, 'logs', `${name}.log`);
  try {
    mkdirSync(join(workFolder, 'logs'), { recursive: true });
    writeFileSync(file, '');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Missing(`Couldn't write to ${workFolder} (${code}).`);
  }

  /** @param {string} text */
  const log = (text) => appendFileSync(file, text.endsWith('\n') ? text : `${text}\n`);

  return {
    log,
    file: relative(root, file),

    /**
     * Shows a title, runs the work, and shows how long it took.
     * @template T
     * @param {string} title
     * @param {(note: (text: string) => void) => Promise<T> | T} work can add a note to the final line
     * @returns {Promise<T>}
     */
    async step(title, work) {
      const started = performance.now();
      let remark = '';
      log(`\n== ${title}`);
      if (process.stdout.isTTY) process.stdout.write(`· ${title} …`);
      const end = (/** @type {string} */ mark) => {
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        const line = `${mark} ${title}${remark && `: ${remark}`} (${seconds} s)`;
        process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${line}\n` : `${line}\n`);
      };
      try {
        const result = await work((text) => (remark = text));
        end('✓');
        return result;
      } catch (error) {
        end('✗');
        throw error;
      }
    },

    /**
     * Runs a command and writes its output only to the log.
     * @param {string} command
     * @param {string[]} args
     * @param {{cwd?: string, env?: NodeJS.ProcessEnv}} [options]
     * @returns {Promise<{code: number, text: string}>} never rejects; the code is 127 if the command can't start
     */
    quietly(command, args, { cwd = root, env = process.env } = {}) {
      log(`$ ${command} ${args.join(' ')}`);
      return new Promise((resolve) => {
        const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
        let text = '';
        const take = (/** @type {Buffer} */ chunk) => {
          text += chunk.toString();
          log(chunk.toString());
        };
        child.stdout.on('data', take);
        child.stderr.on('data', take);
        child.on('error', (error) => resolve({ code: 127, text: `${text}${error.message}` }));
        child.on('close', (code) => resolve({ code: code ?? 1, text }));
      });
    },
  };
}

/** @typedef {ReturnType<typeof openSteps>} Steps */

/**
 * Runs the main function of a command. An error is one line on the terminal, with its stack in the log, and the process
 * exits with 1.
 * @param {string} name
 * @param {(steps: Steps) => Promise<number | void>} main returns the exit code, or nothing for 0
 */
export async function runMain(name, main) {
  /** @type {Steps | undefined} */
  let steps;
  try {
    steps = openSteps(name);
    process.exitCode = (await main(steps)) ?? 0;
  } catch (error) {
    steps?.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const what = error instanceof Error ? error.message : String(error);
    console.error(`\n${what}${steps ? `\nDetails: ${steps.file}` : ''}`);
    process.exitCode = 1;
  }
}
