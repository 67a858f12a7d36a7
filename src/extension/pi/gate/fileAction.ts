import { join } from 'node:path';
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import * as l10n from '@vscode/l10n';
import type { RuleScope } from '../../approvals/approvalRules';
import { refuseSpecialFile, shownPath } from '../../base/paths';
import { scopeOf } from '../../approvals/pathScope';
import { reasonText } from '../../approvals/sensitiveFiles';
import type { FileTool } from './dryRun';
import type { ActionDeps, ProposedAction } from './action';

/** Returns the action of an edit or write. */
export async function fileAction(
  tool: FileTool,
  input: unknown,
  context: ExtensionContext,
  deps: ActionDeps,
): Promise<ProposedAction> {
  const { folder, folders, userFolders, dryRun } = deps;
  const path = await dryRun.fileOf(tool, input, context);
  const { target, inside, sensitive } = await scopeOf(path, [folder, ...folders], userFolders);
  await refuseSpecialFile(path);
  const isOrdinary = inside && sensitive === undefined;
  const scope = isOrdinary ? editsScope(folder) : fileScope(target, folder);
  const shown = shownPath(path, folder);
  const warnings = [
    ...(inside ? [] : [l10n.t('This file is outside the workspace.')]),
    ...(sensitive === undefined
      ? []
      : [l10n.t('Changing this file can cause other programs to run code.'), reasonText(sensitive)]),
  ];
  return {
    of: 'file',
    title: tool === 'edit' ? l10n.t('Edit this file?') : l10n.t('Write this file?'),
    ...(isOrdinary ? { always: scope } : {}),
    inThread: scope,
    outside: !inside,
    sensitive: sensitive !== undefined,
    file: { path, target },
    preview: async () => {
      const { diff, isNew, isSame } = await dryRun.changeOf(tool, input, context);
      const notes = [
        ...(isNew ? [l10n.t('Creates a new file.')] : []),
        ...(isSame ? [l10n.t('Changes nothing: the file has this content already.')] : []),
        ...warnings,
      ];
      return {
        format: 'diff',
        text: diff,
        path: target === path ? shown : `${shown} → ${target}`,
        ...(notes.length === 0 ? {} : { notes }),
      };
    },
  };
}

function editsScope(folder: string): RuleScope {
  return {
    id: 'edits',
    label: l10n.t('edits and writes of files in this workspace'),
    covers: l10n.t('edits and writes of files in this workspace that no other program runs or obeys'),
    code: join(folder, '…'),
    folder,
  };
}

function fileScope(target: string, folder: string): RuleScope {
  const covers = l10n.t('edits and writes of this file');
  return {
    id: `file ${target}`,
    label: l10n.t('edits and writes of {file}', { file: target }),
    covers,
    code: target,
    folder,
  };
}
