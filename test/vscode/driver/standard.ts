import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askers } from './askers';
import { piExtensions } from './piExtensions';
import type { WorkbenchOptions } from './workbench';

/** Settings of pi with which a short conversation can be compacted. */
const settings = JSON.stringify({ compaction: { keepRecentTokens: 50, reserveTokens: 100 } });

/**
 * Creates an extension of VS Code with a keyboard shortcut for Shift+Enter, like extensions for Python. The shortcut writes
 * `ran.txt` into the workspace.
 */
function shiftEnterExtension(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'enso-keys-')), 'shift-enter');
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name: 'shift-enter',
    publisher: 'test',
    version: '1.0.0',
    engines: { vscode: '^1.90.0' },
    main: './extension.js',
    activationEvents: ['onStartupFinished'],
    contributes: {
      commands: [{ command: 'shiftEnter.run', title: 'Run Selection' }],
      keybindings: [{ command: 'shiftEnter.run', key: 'shift+enter', when: 'editorTextFocus' }],
    },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'extension.js'),
    `const vscode = require('vscode');
exports.activate = (context) => context.subscriptions.push(vscode.commands.registerCommand('shiftEnter.run', () => {
  const { uri } = vscode.workspace.workspaceFolders[0];
  return vscode.workspace.fs.writeFile(vscode.Uri.joinPath(uri, 'ran.txt'), new Uint8Array());
}));`,
  );
  return folder;
}

/**
 * Options of the workbench that most suites share: a trusted folder, the demo model, and extensions of pi that ask, block
 * and complete.
 */
export const standard: WorkbenchOptions = {
  home: { ...askers, ...piExtensions, '.pi/agent/settings.json': settings },
  files: {
    '.pi/extensions/project.ts': `
export default function (pi) {
  pi.registerCommand('project', {
    description: 'Of the workspace',
    handler: async (_args, ctx) => ctx.ui.notify('The project speaks'),
  });
}
`,
    '.pi/prompts/greet.md': '---\ndescription: Greets\n---\nadd a line "hi $1" to notes.txt',
    '.pi/skills/counting/SKILL.md': '---\nname: counting\ndescription: Counts\n---\ncount to 3\n',
  },
  extensions: [shiftEnterExtension()],
};
