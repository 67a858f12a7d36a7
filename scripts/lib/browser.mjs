import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from './chromium.mjs';
import { Missing } from './steps.mjs';

/**
 * A headless Chromium with nobody's profile.
 * @param {string} dataFolder where it keeps what little it keeps
 * @param {string[]} [args]
 */
export async function launchBrowser(dataFolder, args = []) {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Missing('A browser is missing. Install Chromium, or name one in ENSO_CHROMIUM.');
  const home = join(dataFolder, 'browser');
  mkdirSync(home, { recursive: true });
  return chromium.launch({
    executablePath,
    args: [...chromiumArguments, ...args],
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
  });
}

/** Whether an address leads no further than this machine. @param {string} address */
export function isLocal(address) {
  const { protocol, hostname } = new URL(address);
  if (!['http:', 'https:', 'ws:', 'wss:'].includes(protocol)) return true;
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname);
}

/**
 * Lets a browser context reach loopback only.
 * @param {import('playwright-core').BrowserContext} context
 * @returns {Promise<string[]>} the addresses beyond loopback that were asked for, added to as they come
 */
export async function keepOnLoopback(context) {
  /** @type {string[]} */
  const refused = [];
  await context.route(
    (url) => !isLocal(url.href),
    async (route) => {
      refused.push(route.request().url());
      await route.abort('addressunreachable');
    },
  );
  // Sockets are watched, not routed: routing puts a stand-in for WebSocket into every page, and the workbench's own
  // connection to its extension host comes out of it garbled now and then.
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (!isLocal(socket.url())) refused.push(socket.url());
    });
  });
  return refused;
}
