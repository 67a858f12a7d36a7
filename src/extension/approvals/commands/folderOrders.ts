import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../base/errors';
import { homeFolders } from '../../base/paths';
import { holdsRepository } from './gitIndex';

/** A program that runs code according to files of a folder. */
export type OrdersOf = 'git' | 'npm';

/**
 * Returns a fingerprint of a program's configuration files in a folder. Returns nothing if these files could make a
 * read-only command run other programs.
 */
export async function folderOrders(program: OrdersOf, folder: string): Promise<string | undefined> {
  return program === 'git' ? gitOrders(folder) : npmOrders(folder);
}

/** Keys of a Git configuration that name neither programs nor other files. */
const plainKeys: readonly RegExp[] = [
  /^core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|safecrlf|eol|quotepath|abbrev|longpaths)$/,
  /^remote\.(?:url|pushurl|fetch|push|tagopt|prune)$/,
  /^branch\.(?:remote|merge|rebase|pushremote|description|vscode-merge-base|github-pr-owner-number)$/,
  /^user\.(?:name|email)$/,
  /^(?:init\.defaultbranch|pull\.rebase|pull\.ff|push\.default|push\.autosetupremote|fetch\.prune)$/,
  /^(?:color|advice|column)\.[a-z]+$/,
  /^status\.(?:short|branch|showstash|showuntrackedfiles|relativepaths|aheadbehind|renames)$/,
];

const sectionLine = /^\[([a-z][a-z0-9-]*)(?:\s+"[^"\\]*")?\]$/i;
const keyLine = /^([a-z][a-z0-9-]*)\s*=\s*[^"\\;#]*$/i;

async function gitOrders(folder: string): Promise<string | undefined> {
  const git = join(folder, '.git');
  if (!(await isKind(git, 'folder')) || !(await isKind(join(git, 'HEAD'), 'file'))) return undefined;
  if (!(await isKind(join(git, 'objects'), 'folder')) || !(await isKind(join(git, 'refs'), 'folder')))
    return undefined;
  const absent = [
    // Signs of a configuration in another folder, a hook that runs at each refresh of the index, and submodules.
    join(git, 'commondir'),
    join(git, 'config.worktree'),
    join(git, 'hooks', 'post-index-change'),
    join(git, 'modules'),
    join(folder, '.gitmodules'),
    join(git, 'objects', 'info', 'alternates'),
  ];
  for (const file of absent) if ((await lstatOf(file)) !== undefined) return undefined;
  if ((await isKind(join(git, 'hooks'), 'link')) || !(await isKind(join(git, 'config'), 'file')))
    return undefined;
  const config = await readFile(join(git, 'config'), 'utf8');
  if (!isPlainConfig(config)) return undefined;
  const index = await contentOf(join(git, 'index'));
  if (index !== undefined && holdsRepository(index)) return undefined;
  return fingerprint([join(git, 'config'), join(git, 'info', 'attributes'), join(folder, '.gitattributes')]);
}

/** Returns whether all lines of a Git configuration are known to run nothing. */
export function isPlainConfig(text: string): boolean {
  let section: string | undefined;
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    if (line === '' || /^[#;][^\\]*$/.test(line)) continue;
    const named = sectionLine.exec(line)?.[1];
    if (named !== undefined) {
      section = named.toLowerCase();
      continue;
    }
    const key = keyLine.exec(line)?.[1];
    if (section === undefined || key === undefined) return false;
    const name = `${section}.${key.toLowerCase()}`;
    if (!plainKeys.some((plain) => plain.test(name))) return false;
  }
  return true;
}

/** Returns npm's fingerprint. npm also reads parent folders that list this folder as a workspace. */
async function npmOrders(folder: string): Promise<string | undefined> {
  if (!(await isKind(join(folder, 'package.json'), 'file'))) return undefined;
  const files: string[] = [];
  const homes = await homeFolders();
  for (let at = folder; ; at = dirname(at)) {
    const settings = join(at, '.npmrc');
    // The user's own settings are in the home folder.
    if (at === folder || !homes.includes(at)) {
      const text = (await contentOf(settings))?.toString('utf8');
      if (text !== undefined && !isPlainNpmrc(text)) return undefined;
    }
    files.push(join(at, 'package.json'), settings);
    if (dirname(at) === at) return fingerprint(files);
  }
}

/** Settings of npm that name neither programs nor other files or packages to run. */
const plainSettings =
  /^(?:(?:@[\w.-]+:)?registry|\/\/[^=]*|always-auth|audit|audit-level|color|engine-strict|fetch-\S+|fund|init-\S+|legacy-peer-deps|loglevel|maxsockets|min-release-age|offline|omit|optional|package-lock|prefer-dedupe|prefer-offline|progress|save|save-exact|save-prefix|strict-peer-deps|strict-ssl|tag|tag-version-prefix|update-notifier|ignore-scripts|auto-install-peers|node-linker|shamefully-hoist|hoist|public-hoist-pattern(?:\[\])?|strict-peer-dependencies|resolution-mode|save-workspace-protocol|link-workspace-packages)$/;

/** Whether no line of npm's settings makes a script of `package.json` run differently by what another file says. */
export function isPlainNpmrc(text: string): boolean {
  return text.split(/[\r\n]+/).every((line) => {
    const plain = line.trim();
    if (plain === '' || /^[#;]/.test(plain)) return true;
    return plainSettings.test(plain.replace(/\s*=.*$/, '')) && !plain.startsWith('[');
  });
}

/** Rejects when a file is there and can't be read. */
async function fingerprint(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0${await contentHash(file)}\0`);
  return hash.digest('hex').slice(0, 32);
}

/** Returns a hash of a file's content, and `absent` for a file that doesn't exist. */
export async function contentHash(file: string): Promise<string> {
  const content = await contentOf(file);
  return content === undefined ? 'absent' : createHash('sha256').update(content).digest('hex');
}

/** Returns nothing for a file that isn't there. Rejects when a file is there and can't be read. */
async function contentOf(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

async function isKind(path: string, kind: 'file' | 'folder' | 'link'): Promise<boolean> {
  const stats = await lstatOf(path);
  if (stats === undefined) return false;
  if (kind === 'link') return stats.isSymbolicLink();
  return kind === 'file' ? stats.isFile() : stats.isDirectory();
}

async function lstatOf(path: string): Promise<Awaited<ReturnType<typeof lstat>> | undefined> {
  return lstat(path).catch(() => undefined);
}
