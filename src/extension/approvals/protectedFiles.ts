import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { homeFolders, plainName, realTarget, wayInto } from '../base/paths';
import type { UserFolders } from './pathScope';

/** Files and folders below the home folder that contain keys, passwords or sign-ins. */
const homePaths = (
  '.ssh .gnupg .aws .azure .kube .docker .netrc _netrc .npmrc .yarnrc.yml .pypirc .git-credentials .config/gcloud .config/gh ' +
  '.config/hub .config/git/credentials .config/op .config/doctl .config/github-copilot .local/share/keyrings .password-store ' +
  '.pgpass .my.cnf .mylogin.cnf .boto .s3cfg .terraform.d .vault-token .cargo/credentials .cargo/credentials.toml .gem/credentials ' +
  '.m2/settings.xml .gradle/gradle.properties .composer/auth.json .claude/.credentials.json .codex/auth.json .pi/agent/auth.json ' +
  '.mozilla .config/google-chrome .config/chromium .bash_history .zsh_history .python_history .node_repl_history ' +
  'Library/Keychains Library/Cookies'
)
  .split(' ')
  .map((place) => place.split('/'));

/** Names of files with keys, in any folder. */
const keyFile =
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$|\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|p8|agekey)$|^\.env(?:\.(?!example$|sample$|template$|dist$|defaults$).*)?$|^\.netrc$|^\.git-credentials$|^(?:shadow|gshadow|master\.passwd|krb5\.keytab)$/;

/** Returns whether a file with these paths contains keys, passwords or the memory of a process. */
export async function isProtected(paths: readonly string[], userFolders: UserFolders = {}): Promise<boolean> {
  const homes = await homeFolders();
  const keys = await keyPaths(userFolders);
  return paths.some((path) => {
    const name = plainName(path.split(/[\\/]/).at(-1) ?? '');
    if (keyFile.test(name) || /^\/proc\/(?:\d+|self|thread-self)(?:\/|$)/.test(path)) return true;
    if (keys.some((place) => wayInto(place, path) !== undefined)) return true;
    return homes.some((home) => {
      const way = (wayInto(home, path) ?? []).map(plainName);
      return homePaths.some((place) => place.every((part, at) => way[at] === plainName(part)));
    });
  });
}

/** Folders that a search for files with keys passes over, and entries after which the search ends. */
const passedOver = new Set(['node_modules', '.git']);
const maxEntries = 20_000;

/** Whether a search through a folder would come to files with keys. */
export async function holdsProtected(folder: string, userFolders: UserFolders = {}): Promise<boolean> {
  const proc = process.platform === 'linux' ? ['/proc'] : [];
  const inside = [...(await homeFolders()), ...(await keyPaths(userFolders)), ...proc];
  return inside.some((place) => wayInto(folder, place) !== undefined) || holdsKeyFile(folder);
}

async function holdsKeyFile(folder: string): Promise<boolean> {
  const folders = [folder];
  let left = maxEntries;
  for (let at = folders.shift(); at !== undefined; at = folders.shift()) {
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      if (left-- <= 0) return false;
      if (entry.isDirectory() && !passedOver.has(entry.name)) folders.push(join(at, entry.name));
      else if (entry.isFile() && keyFile.test(plainName(entry.name))) return true;
    }
  }
  return false;
}

async function keyPaths({ agentDir, editorFolders = [] }: UserFolders): Promise<readonly string[]> {
  const signIn = agentDir === undefined ? [] : [join(agentDir, 'auth.json')];
  const paths = [...signIn, ...editorFolders.map((folder) => join(folder, 'globalStorage'))];
  const targets = await Promise.all(paths.map((path) => realTarget(path).catch(() => path)));
  return [...paths, ...targets];
}
