import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { atomicWrite } from '../../base/atomicWrite';

/** Writes a thread as a page that loads nothing and that its owner alone can read. Rejects with an error for the user. */
export async function exportThread(session: AgentSession, path: string): Promise<void> {
  // pi writes the page with the default mode and without a policy, so pi's page never gets to the chosen place.
  const folder = await mkdtemp(join(tmpdir(), 'enso-export-'));
  try {
    const file = join(folder, 'thread.html');
    await session.exportToHtml(file);
    await atomicWrite(path, sealPage(await readFile(file, 'utf8')), { ownerOnly: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Puts a policy into pi's page by which the page's own scripts and style run, and nothing is loaded: no picture, style,
 * frame or request of the conversation.
 */
export function sealPage(page: string): string {
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '');
  const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text ?? '');
  const handlers = [...scripts.join('\n').matchAll(/ onclick="([^"]*)"/g)].map(([, text = '']) =>
    text.replaceAll("\\'", "'"),
  );
  const policy = [
    "default-src 'none'",
    `script-src-elem ${hashes(scripts)}`,
    `script-src-attr 'unsafe-hashes' ${hashes(handlers)}`,
    `style-src-elem ${hashes(styles)}`,
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const [before, after, ...others] = page.split('<head>');
  if (scripts.length === 0 || before === undefined || after === undefined || others.length > 0) {
    throw new Error(l10n.t("Couldn't export this thread. pi's page has an unknown form."));
  }
  // A browser may look up the hosts of links ahead of a click, which no policy covers.
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta http-equiv="x-dns-prefetch-control" content="off">',
    '<meta name="referrer" content="no-referrer">',
  ];
  return `${before}<head>\n  ${head.join('\n  ')}${after}`;
}

function hashes(texts: readonly string[]): string {
  const each = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...new Set(each)].join(' ');
}
