import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from './chromium.mjs';
import { Missing } from './steps.mjs';

/**
 * Launches headless Chromium with a new profile.
 * @param {string} dataFolder the folder of the profile
 * @param {string[]} [args]
 */
export async function launchBrowser(dataFolder, args = []) {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Missing('No browser found. Install Chromium, or set ENSO_CHROMIUM to its path.');
  const home = join(dataFolder, 'browser');
  mkdirSync(home, { recursive: true });
  return chromium.launch({
    executablePath,
    args: [...chromiumArguments, ...args],
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
  });
}

/** Tells whether an address is on this machine. @param {string} address */
export function isLocal(address) {
  const { protocol, hostname } = new URL(address);
  if (!['http:', 'https:', 'ws:', 'wss:'].includes(protocol)) return true;
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname);
}

/**
 * Restricts a browser context to loopback.
 * @param {import('playwright-core').BrowserContext} context
 * @returns {Promise<string[]>} the blocked addresses; grows as more are blocked
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
  // Sockets are watched, not routed: routing replaces WebSocket in every page, and the replacement sometimes garbles the
  // workbench's connection to its extension host.
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (!isLocal(socket.url())) refused.push(socket.url());
    });
  });
  return refused;
}
