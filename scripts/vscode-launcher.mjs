#!/usr/bin/env node
// Replaces the VS Code executable if no desktop VS Code is available: accepts its arguments, opens the workbench in a
// headless browser, runs the extension tests in its extension host, and exits with their code.
import { createWriteStream, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { format } from 'node:util';
import { launchBrowser, keepOnLoopback } from './lib/browser.mjs';
import { root } from './lib/run.mjs';
import { newDataFolder, startServer } from './lib/server.mjs';
import { runMain } from './lib/steps.mjs';
import { ensureWorkbench } from './lib/workbench.mjs';

const mark = 'enso-test| ';
const args = process.argv.slice(2);
const value = (/** @type {string} */ name) =>
  args.findLast((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);

/** Runs the tests and returns their exit code. @param {import('./lib/steps.mjs').Steps} steps */
async function main(steps) {
  const extension = value('extensionDevelopmentPath');
  const tests = value('extensionTestsPath');
  const folder = args.findLast((each) => !each.startsWith('-'));
  if (!extension || !tests) {
    console.error('Usage: vscode-launcher --extensionDevelopmentPath=… --extensionTestsPath=… [folder]');
    return 2;
  }
  await ensureWorkbench(steps);
  const dataFolder = newDataFolder();
  const trust = args.includes('--disable-workspace-trust');
  const server = await startServer({
    dataFolder,
    trust,
    env: { ...countsOf(process.env), ENSO_TEST_MARK: mark },
  });
  const log = createWriteStream(join(dataFolder, 'page.log'));
  const browser = await launchBrowser(dataFolder);
  let passed = false;
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const refused = await keepOnLoopback(context);
    const page = await context.newPage();
    const ended = new Promise((done) => {
      page.once('crash', () => done(1));
      void server.ended.then(() => done(1));
      void page.exposeFunction('codeAutomationExit', (/** @type {number} */ code) => done(code));
      void page.exposeFunction(
        'codeAutomationLog',
        (/** @type {string} */ type, /** @type {unknown[]} */ said) => {
          const text = format(...said);
          log.write(`[${type}] ${text}\n`);
          // The workbench logs to the same function, so lines of the tests have a mark.
          if (text.startsWith(mark)) console.log(text.slice(mark.length));
        },
      );
    });
    await page.goto(
      server.url({
        extension: resolve(root, extension),
        tests: resolve(root, tests),
        ...(folder && { folder: resolve(folder) }),
      }),
    );
    const code = await ended;
    const beyond = [...refused, ...server.refused()];
    passed = code === 0 && beyond.length === 0;
    if (beyond.length === 0) return code;
    console.error(`Blocked connections beyond this machine:\n  ${beyond.join('\n  ')}`);
    return 1;
  } finally {
    await browser.close();
    await server.stop();
    log.end();
    // The logs stay after a failure.
    if (passed) rmSync(dataFolder, { recursive: true, force: true });
    else console.error(`Logs: ${dataFolder}`);
  }
}

/** Returns the test runner's variables, which the isolated environment keeps. @param {NodeJS.ProcessEnv} env */
function countsOf(env) {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, text]) =>
      name.startsWith('ENSO_') && text !== undefined ? [[name, text]] : [],
    ),
  );
}

await runMain('vscode-launcher', main);
