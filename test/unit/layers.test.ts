import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { importsOf, resolveImport, sourceFiles } from '../fixtures/sourceFiles';

const isIn = (folder: string) => (file: string) => file.startsWith(`${folder}/`);
const protocol = isIn('src/protocol');
const base = isIn('src/extension/base');
const core = isIn('src/extension/core');
const ports = isIn('src/extension/core/ports');
const sessionFiles = isIn('src/extension/sessionFiles');
const approvals = isIn('src/extension/approvals');
const changes = isIn('src/extension/changes');
const pi = isIn('src/extension/pi');
const vscode = isIn('src/extension/vscode');
const webview = isIn('src/webview');
/** The host validates with zod here. */
const checked = ['src/protocol/requests.ts'];
/** The schema of a draft on disk. */
const savedDrafts = 'src/extension/core/panels/savedDrafts.ts';
/** A dialog in a session file. */
const dialogRecord = 'src/extension/sessionFiles/dialogRecord.ts';
/** Records of changes on disk, and in session files. */
const changeSchemas = ['src/extension/changes/changeRecord.ts', 'src/extension/changes/changeDetails.ts'];
const controls = 'src/webview/ui/controls.ts';
const root = 'src/extension/extension.ts';

const isNode = (name: string) => name.startsWith('node:');
const isPi = (name: string) => name.startsWith('@earendil-works/');
/** Texts that a user sees are translated wherever they are written. */
const isL10n = (name: string) => name === '@vscode/l10n';
const isToolkit = (name: string) => name === '@vscode/webview-ui-toolkit';
const isPanelPackage = (name: string) => /^(lit-html|marked|highlight\.js)(\/|$)/.test(name);

/** A layer, with the files of src/ and the packages that it may import. */
interface Layer {
  readonly name: string;
  readonly holds: (file: string) => boolean;
  readonly files: readonly ((target: string, typeOnly: boolean) => boolean)[];
  readonly packages: (name: string, file: string) => boolean;
}

const layers: readonly Layer[] = [
  {
    name: 'protocol',
    holds: protocol,
    files: [protocol],
    packages: (n, f) => isL10n(n) || (n === 'zod' && checked.includes(f)),
  },
  { name: 'base', holds: base, files: [base], packages: isNode },
  {
    name: 'core',
    holds: core,
    files: [core, base, protocol],
    packages: (n, f) => isNode(n) || isL10n(n) || (n === 'zod' && f === savedDrafts),
  },
  {
    name: 'approvals',
    holds: approvals,
    files: [approvals, ports, base, protocol],
    packages: (n) => isNode(n) || isL10n(n) || n === 'unbash',
  },
  {
    name: 'changes',
    holds: changes,
    files: [changes, approvals, base, protocol],
    packages: (n, f) => isNode(n) || isL10n(n) || (n === 'zod' && changeSchemas.includes(f)),
  },
  {
    name: 'session files',
    holds: sessionFiles,
    files: [sessionFiles, pi, ports, base, protocol],
    packages: (n, f) => isNode(n) || isL10n(n) || isPi(n) || (n === 'zod' && f === dialogRecord),
  },
  {
    name: 'pi',
    holds: pi,
    files: [pi, sessionFiles, approvals, changes, ports, base, protocol],
    packages: (n) => isNode(n) || isL10n(n) || isPi(n),
  },
  {
    name: 'vscode',
    holds: vscode,
    files: [vscode, core, changes, base, protocol],
    packages: (n) => isNode(n) || n === 'vscode',
  },
  {
    name: 'composition root',
    holds: (file) => file === root,
    files: [vscode, pi, sessionFiles, approvals, changes, core, base, protocol],
    packages: (n) => isNode(n) || isL10n(n) || n === 'vscode',
  },
  {
    name: 'webview',
    holds: webview,
    // The panel's bundle must not contain zod, so it imports only the types of these files.
    files: [webview, (target, typeOnly) => protocol(target) && (typeOnly || !checked.includes(target))],
    packages: (n, f) => isPanelPackage(n) || isL10n(n) || (isToolkit(n) && f === controls),
  },
];

/** Returns the imports of a file that its layer doesn't allow. */
function wrongArrows(file: string, text = readFileSync(file, 'utf8')): string[] {
  const layer = layers.find(({ holds }) => holds(file));
  if (!layer) return [`${file} is in no layer`];
  return importsOf(file, text)
    .filter(({ specifier, typeOnly }) => {
      if (!specifier.startsWith('.')) return !layer.packages(specifier, file);
      const target = resolveImport(file, specifier);
      return !layer.files.some((allows) => allows(target, typeOnly));
    })
    .map(({ specifier }) => `${file} → ${specifier} (${layer.name})`);
}

describe('Layers of src/', () => {
  it('The check finds source files', () => {
    assert.ok(sourceFiles.length > 0);
  });

  it('Every import follows the order of the layers', () => {
    assert.deepEqual(
      sourceFiles.flatMap((file) => wrongArrows(file)),
      [],
    );
  });

  const forbidden: readonly (readonly [string, string])[] = [
    ['src/protocol/ids.ts', `import * as z from 'zod';`],
    ['src/protocol/ids.ts', `import { readFile } from 'node:fs/promises';`],
    ['src/extension/base/emitter.ts', `import type { Frame } from '../../protocol/frames';`],
    ['src/extension/core/registry.ts', `import type * as vscode from 'vscode';`],
    ['src/extension/core/registry.ts', `type Pi = import('@earendil-works/pi-coding-agent').AgentSession;`],
    ['src/extension/core/registry.ts', `import { show } from '../vscode/views';`],
    ['src/extension/pi/host.ts', `const { Registry } = await import('../core/registry');`],
    ['src/extension/pi/host.ts', `import { window } from 'vscode';`],
    ['src/extension/vscode/views.ts', `export { host } from '../pi/host';`],
    ['src/webview/thread/threadStore.ts', `import { Request } from '../../protocol/requests';`],
    ['src/webview/thread/threadStore.ts', `import { type Request } from '../../protocol/requests';`],
    [
      'src/webview/thread/threadStore.ts',
      `import type { PanelPort } from '../../extension/core/ports/panel';`,
    ],
    ['src/webview/view/app.ts', `import '@vscode/webview-ui-toolkit';`],
    ['src/webview/view/app.ts', `import * as vscode from 'vscode';`],
    ['src/loose.ts', ``],
  ];
  for (const [file, text] of forbidden) {
    it(`The check rejects ${text ? `"${text}" in ${file}` : `${file}, which is in no layer`}`, () => {
      assert.equal(wrongArrows(file, text).length, 1);
    });
  }

  it('The panel may import the types of requests', () => {
    const text = `import type { Request } from '../../protocol/requests';`;
    assert.deepEqual(wrongArrows('src/webview/thread/threadStore.ts', text), []);
  });

  it('Only one file names the tags of the component toolkit', () => {
    const users = sourceFiles.filter((file) => /<\/?vscode-[a-z]/.test(readFileSync(file, 'utf8')));
    assert.deepEqual(
      users.filter((file) => file !== controls),
      [],
    );
  });
});
