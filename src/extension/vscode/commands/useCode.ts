import * as vscode from 'vscode';
import type { PanelRequest } from '../../../protocol/requests';
import { applyToFile, lastEditor } from './applyCode';
import { confirm } from '../notifications';

export type CodeUse = Omit<Extract<PanelRequest, { type: 'use-code' }>, 'type' | 'threadId'>;

/** Does what the user asked for with a command or a block of code. `folder` is the thread's working folder. */
export async function useCode(folder: string, { use, text, language }: CodeUse): Promise<void> {
  switch (use) {
    case 'type-in-terminal':
      // A terminal runs a line as soon as its end arrives.
      if (hasControls(text.trim())) await runInTerminal(folder, text);
      else terminalIn(folder).sendText(text.trim(), false);
      return;
    case 'run-in-terminal':
      await runInTerminal(folder, text);
      return;
    case 'insert-at-cursor':
      await insertAtCursor(text);
      return;
    case 'open-in-editor':
      await openInEditor(text, language);
      return;
    case 'apply-to-file':
      await applyToFile(text);
      return;
  }
}

const hasControls = (text: string): boolean => /[\u0000-\u001f\u007f-\u009f]/.test(text);

function terminalIn(folder: string): vscode.Terminal {
  const terminal =
    vscode.window.terminals.find(({ name, exitStatus }) => name === 'Enso' && exitStatus === undefined) ??
    vscode.window.createTerminal({ name: 'Enso', cwd: folder });
  terminal.show();
  return terminal;
}

async function runInTerminal(folder: string, text: string): Promise<void> {
  // Other control characters are keys for a terminal, such as Ctrl+C.
  const command = text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
  const run = vscode.l10n.t('Run');
  const choice = await confirm(vscode.l10n.t('Run this in a terminal?'), command, run);
  if (choice === run) terminalIn(folder).sendText(command.trimEnd(), true);
}

async function insertAtCursor(text: string): Promise<void> {
  const editor = lastEditor();
  if (editor === undefined) throw new Error(vscode.l10n.t('Open a file to insert the code into.'));
  const isDone = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
  if (!isDone) throw new Error(vscode.l10n.t("Couldn't change the file."));
  await vscode.window.showTextDocument(editor.document, editor.viewColumn);
}

async function openInEditor(text: string, language: string | undefined): Promise<void> {
  const known = await vscode.languages.getLanguages();
  const name = languageNames[language ?? ''] ?? language;
  const document = await vscode.workspace.openTextDocument({
    content: text,
    ...(name !== undefined && known.includes(name) ? { language: name } : {}),
  });
  await vscode.window.showTextDocument(document, { preview: false });
}

/** VS Code's names for languages that models name otherwise. */
const languageNames: Readonly<Record<string, string>> = {
  bash: 'shellscript',
  'c++': 'cpp',
  'c#': 'csharp',
  console: 'shellscript',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  js: 'javascript',
  jsx: 'javascriptreact',
  kt: 'kotlin',
  make: 'makefile',
  md: 'markdown',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shellscript',
  shell: 'shellscript',
  text: 'plaintext',
  ts: 'typescript',
  tsx: 'typescriptreact',
  yml: 'yaml',
  zsh: 'shellscript',
};
