import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { displayLanguage } from '../displayLanguage';
import { pagePolicy } from './pagePolicy';

/** Returns the page of a panel, which may load only its own script and style sheet. */
export function panelHtml(
  webview: vscode.Webview,
  dist: vscode.Uri,
  panelId: string,
  find: 'native' | 'none',
): string {
  const nonce = randomBytes(16).toString('base64url');
  const at = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
  const policy = pagePolicy({ nonce, source: webview.cspSource });
  return `<!DOCTYPE html>
<html lang="${displayLanguage().replace(/[^\w-]/g, '')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="${nonce}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${at('panel.css')}">
<title>Enso</title>
</head>
<body data-panel-id="${panelId}" data-find="${find}">
${texts()}<script nonce="${nonce}" src="${at('panel.js')}"></script>
</body>
</html>`;
}

/** Returns the translations as a data block, which the browser doesn't run. Empty in English. */
function texts(): string {
  const { bundle } = vscode.l10n;
  if (bundle === undefined) return '';
  return `<script type="application/json" id="l10n">${JSON.stringify(bundle).replaceAll('<', '\\u003c')}</script>\n`;
}
