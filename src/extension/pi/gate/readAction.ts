import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import * as l10n from '@vscode/l10n';
import { refuseSpecialFile, shownPath } from '../../approvals/paths';
import { scopeOf } from '../../approvals/pathScope';
import { holdsProtected, isProtected } from '../../approvals/protectedFiles';
import { isRecord } from '../../base/guards';
import type { ActionDeps, ProposedAction } from './action';

/** pi's tools that only read. */
type ReadTool = 'read' | 'grep' | 'find' | 'ls';

/**
 * Returns the action of a reading tool that needs approval: reading files with keys, and in an untrusted folder reading
 * files outside the workspace.
 */
export async function readAction(
  tool: ReadTool,
  { path }: Readonly<Record<string, unknown>>,
  context: ExtensionContext,
  deps: ActionDeps,
): Promise<ProposedAction | undefined> {
  const named = typeof path === 'string' && path !== '' ? path : '.';
  const given = await deps.dryRun.resolvePath(named, context);
  for (const file of tool === 'read' ? spellings(given) : [given]) {
    const action = await readOne(tool, file, deps);
    if (action !== undefined) return action;
  }
  return undefined;
}

async function readOne(
  tool: ReadTool,
  path: string,
  { folder, folders, userFolders, trusted }: ActionDeps,
): Promise<ProposedAction | undefined> {
  await refuseSpecialFile(path);
  const { target, inside } = await scopeOf(path, [folder, ...folders], userFolders);
  const hasKeys =
    (await isProtected([path, target], userFolders)) ||
    (tool === 'grep' && (await holdsProtected(target, userFolders)));
  if (!hasKeys && (inside || trusted)) return undefined;
  const notes = [
    ...(inside ? [] : [l10n.t('This file is outside the workspace.')]),
    ...(hasKeys ? [l10n.t('Keys, passwords, or sign-ins can be stored here.')] : []),
  ];
  const shown = shownPath(path, folder);
  const covers = l10n.t('reading this file or folder');
  return {
    of: 'read',
    title: readTitle(tool),
    inThread: { id: `read ${target}`, label: l10n.t('reading {file}', { file: target }), covers, folder },
    outside: !inside,
    sensitive: hasKeys,
    preview: () =>
      Promise.resolve({
        format: 'text',
        text: target === path ? shown : `${shown} → ${target}`,
        path: shown,
        notes,
      }),
  };
}

function readTitle(tool: ReadTool): string {
  switch (tool) {
    case 'read':
      return l10n.t('Read this file?');
    case 'grep':
      return l10n.t('Search these files?');
    case 'find':
    case 'ls':
      return l10n.t('List this folder?');
  }
}

/** pi tries these spellings of a file's name in turn when the name as given doesn't exist. */
function spellings(path: string): readonly string[] {
  const decomposed = path.normalize('NFD');
  const narrow = path.replace(/ (AM|PM)\./gi, '\u202f$1.');
  const curly = (text: string) => text.replaceAll("'", '\u2019');
  return [...new Set([path, narrow, decomposed, curly(path), curly(decomposed)])];
}

/** Names of tool arguments that contain paths. */
const pathNames =
  /^(?:.*[_-])?(?:path|paths|file|files|filename|dir|directory|folder|cwd)$|(?:Path|File|Dir|Directory|Folder)s?$/;

/** Returns the action of an extension's tool whose arguments name a file outside the workspace or a file with keys. */
export async function otherAction(
  tool: string,
  fields: Readonly<Record<string, unknown>>,
  context: ExtensionContext,
  { folder, folders, userFolders, dryRun }: ActionDeps,
): Promise<ProposedAction | undefined> {
  for (const named of pathsIn(fields)) {
    const path = await dryRun.resolvePath(named, context);
    const { target, inside } = await scopeOf(path, [folder, ...folders], userFolders);
    const hasKeys = await isProtected([path, target], userFolders);
    if (inside && !hasKeys) continue;
    return {
      of: 'other',
      title: l10n.t('Allow this tool call?'),
      inThread: {
        id: `tool ${tool} ${target}`,
        label: l10n.t('calls of {tool} with {file}', { tool, file: target }),
        covers: l10n.t('calls of {tool} with this file', { tool }),
        folder,
      },
      outside: !inside,
      sensitive: hasKeys,
      preview: () =>
        Promise.resolve({
          format: 'text',
          text: `${tool} ${JSON.stringify(fields, undefined, 2)}`,
          path: target,
          notes: [
            ...(inside ? [] : [l10n.t('This file is outside the workspace.')]),
            ...(hasKeys ? [l10n.t('Keys, passwords, or sign-ins can be stored here.')] : []),
          ],
        }),
    };
  }
  return undefined;
}

/** The depth to which a call's arguments are searched for paths. */
const maxDepth = 5;

function pathsIn(fields: Readonly<Record<string, unknown>>, depth = 0): readonly string[] {
  if (depth > maxDepth) return [];
  return Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((each) => {
      if (isRecord(each)) return pathsIn(each, depth + 1);
      return typeof each === 'string' && pathNames.test(name) && !isAddress(each) ? [each] : [];
    }),
  );
}

function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(text) && !/^file:/i.test(text);
}
