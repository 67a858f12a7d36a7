import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { workFolder } from './paths.mjs';
import { root } from './run.mjs';

/** Something the machine lacks, told in one line with what to do about it. */
export class Missing extends Error {}

/**
 * Progress on the terminal, and the whole story in a log file.
 * @param {string} name of the command, and of its log
 */
export function openSteps(name) {
  const file = join(workFolder, 'logs', `${name}.log`);
  try {
    mkdirSync(join(workFolder, 'logs'), { recursive: true });
    writeFileSync(file, '');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Missing(`Enso must be able to write to ${workFolder}, and can't (${code}).`);
  }

  /** @param {string} text */
  const log = (text) => appendFileSync(file, text.endsWith('\n') ? text : `${text}\n`);

  return {
    log,
    file: relative(root, file),

    /**
     * Says what is being done, does it, and says how long it took.
     * @template T
     * @param {string} title
     * @param {(note: (text: string) => void) => Promise<T> | T} work may add a note to the closing line
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
     * Runs a command with its output in the log alone.
     * @param {string} command
     * @param {string[]} args
     * @param {{cwd?: string, env?: NodeJS.ProcessEnv}} [options]
     * @returns {Promise<{code: number, text: string}>} never rejects: a command that can't start has code 127
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
 * Runs a command's main function. What is missing is one line on the terminal; anything else too, with the
 * stack in the log. Either way the process ends with 1.
 * @param {string} name
 * @param {(steps: Steps) => Promise<number | void>} main returns the exit code; 0 when it returns nothing
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
