import { strict as assert } from 'node:assert';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';

/** Every TypeScript file under src/, as a path from the project's folder. */
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .map((name) => join('src', name).replaceAll('\\', '/'))
  .sort();

const isIn = (folder: string) => (file: string) => file.startsWith(`${folder}/`);
const protocol = isIn('src/protocol');
const base = isIn('src/extension/base');
const core = isIn('src/extension/core');
const ports = isIn('src/extension/core/ports');
const sessionFiles = isIn('src/extension/sessionFiles');
const approvals = isIn('src/extension/approvals');
const pi = isIn('src/extension/pi');
const vscode = isIn('src/extension/vscode');
const webview = isIn('src/webview');
/** What they check they check with zod, on the host. */
const checked = ['src/protocol/requests.ts'];
/** What a draft on disk looks like. */
const savedDrafts = 'src/extension/core/panels/savedDrafts.ts';
const controls = 'src/webview/ui/controls.ts';
const root = 'src/extension/extension.ts';

const isNode = (name: string) => name.startsWith('node:');
const isPi = (name: string) => name.startsWith('@earendil-works/');
/** Texts that a user sees are translated wherever they are written. */
const isL10n = (name: string) => name === '@vscode/l10n';
const isToolkit = (name: string) => name === '@vscode/webview-ui-toolkit';
const isPanelPackage = (name: string) => /^(lit-html|marked|highlight\.js)(\/|$)/.test(name);

/** What the files of one layer may import: other files of src/, and packages. */
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
    packages: (n) => isNode(n) || isL10n(n),
  },
  {
    name: 'session files',
    holds: sessionFiles,
    files: [sessionFiles, pi, ports, base, protocol],
    packages: (n) => isNode(n) || isL10n(n) || isPi(n),
  },
  {
    name: 'pi',
    holds: pi,
    files: [pi, sessionFiles, approvals, ports, base, protocol],
    packages: (n) => isNode(n) || isL10n(n) || isPi(n),
  },
  {
    name: 'vscode',
    holds: vscode,
    files: [vscode, core, base, protocol],
    packages: (n) => isNode(n) || n === 'vscode',
  },
  {
    name: 'the composition root',
    holds: (file) => file === root,
    files: [vscode, pi, sessionFiles, approvals, core, base, protocol],
    packages: (n) => isNode(n) || isL10n(n) || n === 'vscode',
  },
  {
    name: 'webview',
    holds: webview,
    // zod is not for the panel to carry: it takes the types of these files alone.
    files: [webview, (target, typeOnly) => protocol(target) && (typeOnly || !checked.includes(target))],
    packages: (n, f) => isPanelPackage(n) || isL10n(n) || (isToolkit(n) && f === controls),
  },
];

interface Import {
  readonly specifier: string;
  /** Gone once the types are: it brings nothing into a bundle. */
  readonly typeOnly: boolean;
}

const literal = (node: ts.Node | undefined): string | undefined =>
  node && ts.isStringLiteralLike(node) ? node.text : undefined;

/** What one piece of syntax imports: statically, dynamically, as a type or by exporting it again. */
function importOf(node: ts.Node): { specifier: string | undefined; typeOnly: boolean } | undefined {
  if (ts.isImportDeclaration(node)) {
    const typeOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return { specifier: literal(node.moduleSpecifier), typeOnly };
  }
  if (ts.isExportDeclaration(node)) {
    return { specifier: literal(node.moduleSpecifier), typeOnly: node.isTypeOnly };
  }
  if (ts.isImportTypeNode(node)) {
    const { argument } = node;
    return {
      specifier: ts.isLiteralTypeNode(argument) ? literal(argument.literal) : undefined,
      typeOnly: true,
    };
  }
  const calls = ts.isCallExpression(node) ? node : undefined;
  const loads =
    calls?.expression.kind === ts.SyntaxKind.ImportKeyword || calls?.expression.getText() === 'require';
  return loads ? { specifier: literal(calls?.arguments[0]), typeOnly: false } : undefined;
}

function importsOf(file: string, text: string): Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node) => {
    const { specifier, typeOnly = false } = importOf(node) ?? {};
    if (specifier !== undefined) found.push({ specifier, typeOnly });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** The file of src/ that a relative import names. */
function resolve(file: string, specifier: string): string {
  const path = posix.join(dirname(file), specifier);
  const candidates = [`${path}.ts`, `${path}/index.ts`, path];
  return candidates.find((candidate) => existsSync(candidate)) ?? path;
}

/** Each arrow of one file that its layer doesn't allow. */
function wrongArrows(file: string, text = readFileSync(file, 'utf8')): string[] {
  const layer = layers.find(({ holds }) => holds(file));
  if (!layer) return [`${file} lies in no layer`];
  return importsOf(file, text)
    .filter(({ specifier, typeOnly }) => {
      if (!specifier.startsWith('.')) return !layer.packages(specifier, file);
      const target = resolve(file, specifier);
      return !layer.files.some((allows) => allows(target, typeOnly));
    })
    .map(({ specifier }) => `${file} → ${specifier} (${layer.name})`);
}

describe('the layers of src/', () => {
  it('has sources to read', () => {
    assert.ok(sources.length > 0);
  });

  it('lets imports go one way only', () => {
    assert.deepEqual(
      sources.flatMap((file) => wrongArrows(file)),
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
    it(`would see "${text || 'a file outside every layer'}" in ${file}`, () => {
      assert.equal(wrongArrows(file, text).length, 1);
    });
  }

  it('lets the panel take the types of requests', () => {
    const text = `import type { Request } from '../../protocol/requests';`;
    assert.deepEqual(wrongArrows('src/webview/thread/threadStore.ts', text), []);
  });

  it('keeps the tags of the component toolkit in one file', () => {
    const naming = sources.filter((file) => /<\/?vscode-[a-z]/.test(readFileSync(file, 'utf8')));
    assert.deepEqual(
      naming.filter((file) => file !== controls),
      [],
    );
  });

  it('keeps every file within 300 lines', () => {
    const long = sources
      .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
      .filter(({ lines }) => lines > 300);
    assert.deepEqual(long, []);
  });
});
