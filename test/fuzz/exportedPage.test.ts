import { strict as assert } from 'node:assert';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import { newDataFolder } from '../../scripts/lib/server.mjs';
import { sealPage } from '../../src/extension/pi/commands/exportedPage';
import { PiWorld } from '../fixtures/pi/piWorld';

/** Ways in which a text can make a page load something, each with an address of its own. */
const hostile = (to: string): readonly string[] => [
  `![picture](${to}/markdown.png)`,
  `<img src="${to}/img.png" srcset="${to}/set.png 2x">`,
  `<picture><source srcset="${to}/source.png"></picture><video poster="${to}/poster.png" src="${to}/video.mp4" autoplay></video>`,
  `<iframe src="${to}/frame"></iframe><object data="${to}/object"></object><embed src="${to}/embed">`,
  `<svg><image href="${to}/svg.png"/><use href="${to}/use.svg#x"/></svg>`,
  `<link rel="stylesheet" href="${to}/link.css"><link rel="preload" as="image" href="${to}/preload"><link rel="prefetch" href="${to}/prefetch">`,
  `<meta http-equiv="refresh" content="0;url=${to}/refresh"><base href="${to}/base/">`,
  `<style>@import url(${to}/import.css); body { background: url(${to}/style.png) }</style>`,
  `<div style="background-image: url(${to}/attribute.png)">x</div>`,
  `<script src="${to}/script.js"></script><script>fetch('${to}/inline')</script>`,
  `<img src=x onerror="fetch('${to}/onerror')">`,
  `<form action="${to}/form"><input autofocus onfocus="this.form.submit()"></form>`,
  `\`\`\`html\n<img src="${to}/code.png">\n\`\`\``,
  `</script><img src="${to}/closed.png">`,
];

describe('An exported page', () => {
  let world: PiWorld;
  let browser: Browser;
  let server: Server;
  const requests: string[] = [];
  let file = '';
  let to = '';
  before(async function () {
    this.timeout(60_000);
    browser = await launchBrowser(newDataFolder());
    server = createServer(({ url }, response) => {
      requests.push(url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    world = new PiWorld();
    const text = ['Look:', ...hostile(to)].join('\n\n');
    world.write('work/a.txt', text);
    world.extension(
      'note',
      `pi.on('session_start', () => pi.sendMessage({ customType: 'note', content: ${JSON.stringify(text)}, display: true }));`,
    );
    const thread = await world.open();
    world.model
      .answer({ think: text }, { say: text }, { tool: 'read', args: { path: 'a.txt' } })
      .answer({ tool: 'bash', args: { command: `cat a.txt; true '${to}/command'` } })
      .answer({ say: text });
    await thread.run(text);
    file = join(world.root, 'thread.html');
    writeFileSync(file, 'an older page');
    chmodSync(file, 0o644);
    await thread.runtime.exportHtml(file);
  });
  after(async () => {
    await world.close();
    await browser.close();
    server.close();
  });

  /** Opens a page, unfolds everything and returns the refused loads that the browser reports. */
  const visit = async (path: string): Promise<readonly string[]> => {
    const page = await browser.newPage();
    const refused: string[] = [];
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') refused.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(pathToFileURL(path).href);
    await page.locator('.tool-output').first().waitFor();
    for (const part of await page.locator('[onclick*="toggle"]').all()) await part.dispatchEvent('click');
    assert.ok((await page.locator('.expanded').count()) > 0, 'the page’s own scripts run');
    // What the unfolded parts load begins before their next frame; a player's retries would keep the network busy for long.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    assert.deepEqual(errors, []);
    await page.close();
    return refused;
  };

  it('sends no request, whatever the conversation contains', async () => {
    const refused = await visit(file);
    assert.deepEqual(requests, []);
    // The pictures of Markdown are all that a page of pi would load.
    for (const line of refused) assert.match(line, /markdown\.png.*img-src/);
  });

  it('sends no request for any element in its body, even if a text became markup', async () => {
    const injected = join(world.root, 'injected.html');
    // A refresh is a navigation, which no policy of a page can prevent.
    const markup = hostile(to)
      .filter((text) => !text.includes('refresh'))
      .join('\n');
    writeFileSync(
      injected,
      readFileSync(file, 'utf8').replace('<body>', () => `<body>${markup}`),
    );
    await visit(injected);
    assert.deepEqual(requests, []);
  });

  it('would send requests without its policy', async () => {
    const open = join(world.root, 'open.html');
    writeFileSync(
      open,
      readFileSync(file, 'utf8').replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''),
    );
    const asked = new Promise<void>((resolve) => {
      server.on('request', ({ url }) => {
        if (url === '/markdown.png') resolve();
      });
    });
    await visit(open);
    await asked;
  });

  it('is readable for its owner alone, also where an older file was readable for others', () => {
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('is not written when pi’s page has an unknown form', () => {
    assert.throws(() => sealPage('<html><body></body></html>'), /unknown form/);
  });
});
