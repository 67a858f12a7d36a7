import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import * as l10n from '@vscode/l10n';
import { refuseNetworkPath } from '../../base/networkPaths';
import { refuseSpecialFile, shownPath } from '../../base/paths';
import { scopeOf } from '../../approvals/pathScope';
import { holdsProtected, isProtected } from '../../approvals/protectedFiles';
import { isRecord } from '../../base/guards';
import type { ActionDeps, ProposedAction } from './action';

/** pi's tools that only read. */
type ReadTool = 'read' | 'grep' | 'find' | 'ls';

/**
 * Returns what a reading tool is about to do. The user has a say about files with keys, and in an untrusted folder about
 * files outside of the workspace.
 */
export async function readAction(
  tool: ReadTool,
  { path }: Readonly<Record<string, unknown>>,
  context: ExtensionContext,
  deps: ActionDeps,
): Promise<ProposedAction> {
  const named = typeof path === 'string' && path !== '' ? path : '.';
  const given = await deps.dryRun.resolvePath(named, context);
  const actions: ProposedAction[] = [];
  for (const file of tool === 'read' ? spellings(given) : [given])
    actions.push(await readOne(tool, file, deps));
  const [first] = actions;
  const action = actions.find(({ isFree }) => isFree !== true) ?? first;
  if (action === undefined) throw new Error('The call names no file.');
  return { ...action, reads: actions.flatMap(({ reads = [] }) => reads) };
}

async function readOne(
  tool: ReadTool,
  path: string,
  { folder, folders, userFolders, trusted }: ActionDeps,
): Promise<ProposedAction> {
  const { target, names, inside } = await scopeOf(path, [folder, ...folders], userFolders);
  await refuseSpecialFile(path);
  const hasKeys =
    (await isProtected(names, userFolders)) ||
    (tool === 'grep' && (await holdsProtected(target, userFolders)));
  const notes = [
    ...(inside ? [] : [l10n.t('This file is outside the workspace.')]),
    ...(hasKeys ? [l10n.t('Keys, passwords, or sign-ins can be stored here.')] : []),
  ];
  const shown = shownPath(path, folder);
  const covers = l10n.t('reading this file or folder');
  return {
    of: 'read',
    title: readTitle(tool),
    inThread: {
      id: `read ${target}`,
      label: l10n.t('reading {file}', { file: target }),
      covers,
      code: target,
      folder,
    },
    outside: !inside,
    sensitive: hasKeys,
    isFree: !hasKeys && (inside || trusted),
    reads: [{ path, target }],
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
  deps: ActionDeps,
): Promise<ProposedAction | undefined> {
  const { folder } = deps;
  for (const named of pathsIn(fields)) {
    const { target, inside, hasKeys } = await placeOf(named, context, deps);
    if (inside && !hasKeys) continue;
    return {
      of: 'other',
      title: l10n.t('Allow this tool call?'),
      inThread: {
        id: `tool ${tool} ${target}`,
        label: l10n.t('calls of {tool} with {file}', { tool, file: target }),
        covers: l10n.t('calls of {tool} with this file', { tool }),
        code: `${tool} … ${target} …`,
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

/** Returns where a file of a call lies. A network path counts as outside without a look at that place. */
async function placeOf(
  named: string,
  context: ExtensionContext,
  { folder, folders, userFolders, dryRun }: ActionDeps,
): Promise<{ readonly target: string; readonly inside: boolean; readonly hasKeys: boolean }> {
  const own = [folder, ...folders];
  try {
    refuseNetworkPath(named, own);
  } catch {
    return { target: named, inside: false, hasKeys: false };
  }
  const path = await dryRun.resolvePath(named, context);
  const { target, names, inside } = await scopeOf(path, own, userFolders);
  return { target, inside, hasKeys: await isProtected(names, userFolders) };
}

/** Depth to which a call's arguments are searched for files. */
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
