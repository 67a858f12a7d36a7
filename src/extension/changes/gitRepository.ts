import { execFile } from 'node:child_process';
import { copyFile, realpath } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';

/** Milliseconds for one call of git. */
const timeoutMs = 20_000;
/** Bytes of output of one call. */
const maxOutputBytes = 256 * 1024 * 1024;

/** A file in a commit. */
export interface CommittedFile {
  readonly kind: 'file' | 'link' | 'submodule';
  readonly executable: boolean;
}

/** A working tree of Git, read without changing its index, objects or references. */
export class GitRepository {
  private constructor(
    /** The root of the working tree, links resolved. */
    readonly root: string,
    private readonly indexFile: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Returns the repository that a folder is in, or nothing without one or without git. Never rejects. */
  static async at(folder: string, environment: NodeJS.ProcessEnv): Promise<GitRepository | undefined> {
    try {
      const args = ['rev-parse', '--show-toplevel', '--git-path', 'index'];
      const [root = '', index = ''] = (await run(folder, args, environment)).toString().split('\n');
      const indexFile = isAbsolute(index) ? index : resolve(folder, index);
      return root === '' ? undefined : new GitRepository(await realpath(root), indexFile, environment);
    } catch {
      return undefined;
    }
  }

  /** Returns the hash of the commit that is checked out, or nothing before the first commit. */
  async head(): Promise<string | undefined> {
    try {
      return (await this.run(['rev-parse', '--verify', '--quiet', 'HEAD'])).toString().trim();
    } catch {
      return undefined;
    }
  }

  /** Returns the paths that differ from the commit or that Git doesn't track, from the root. Ignored files aren't listed. */
  async unclean(): Promise<readonly string[]> {
    const output = await this.run([
      'status',
      '--porcelain=v1',
      '-z',
      '--untracked-files=all',
      '--ignore-submodules=all',
      '--no-renames',
    ]);
    return split(output).map((entry) => entry.slice(3));
  }

  /** Returns the paths that differ between two commits. */
  async changedBetween(one: string, other: string): Promise<readonly string[]> {
    return split(await this.run(['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', one, other]));
  }

  /** Copies the index, which knows the size of each clean file. */
  async saveIndex(to: string): Promise<void> {
    await copyFile(this.indexFile, to);
  }

  /** Returns what a commit has at a path, or nothing. */
  async fileIn(commit: string, path: string): Promise<CommittedFile | undefined> {
    const [line] = split(await this.run(['ls-tree', '-z', commit, '--', `:(literal,top)${path}`]));
    const mode = line?.slice(0, 6);
    if (mode === undefined) return undefined;
    const kind = mode === '160000' ? 'submodule' : mode === '120000' ? 'link' : 'file';
    return { kind, executable: mode === '100755' };
  }

  /**
   * Returns the content of a clean file as it was in the working tree, line ends and filters included. Returns nothing when
   * that can't be told.
   * @param index a copy of the index from the time when the file was clean
   */
  async cleanContent(commit: string, path: string, index: string): Promise<Buffer | undefined> {
    if (await this.isPointer(path)) return undefined;
    const size = await this.sizeIn(index, path);
    const name = `${commit}:${path}`;
    const smudged = await this.run(['cat-file', '--filters', name]);
    if (size === undefined || size === smudged.byteLength) return smudged;
    const plain = await this.run(['cat-file', 'blob', name]);
    return plain.byteLength === size ? plain : undefined;
  }

  /** Returns the target of a link in a commit. */
  async linkTarget(commit: string, path: string): Promise<string> {
    return (await this.run(['cat-file', 'blob', `${commit}:${path}`])).toString();
  }

  /** Returns whether Git LFS keeps the content of a file. */
  private async isPointer(path: string): Promise<boolean> {
    const [, , value] = split(await this.run(['check-attr', '-z', 'filter', '--', path]));
    return value === 'lfs';
  }

  /** Returns the size of a clean file in the working tree; nothing if the index doesn't know. */
  private async sizeIn(index: string, path: string): Promise<number | undefined> {
    const output = await this.run(['ls-files', '--debug', '--', `:(literal,top)${path}`], {
      GIT_INDEX_FILE: index,
    });
    const size = Number(/^\s*size: (\d+)/m.exec(output.toString())?.[1] ?? 0);
    // Git writes 0 for a file that changed in the same moment as the index.
    return size === 0 ? undefined : size;
  }

  private run(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Buffer> {
    return run(this.root, args, { ...this.environment, ...variables });
  }
}

function split(output: Buffer): readonly string[] {
  const text = output.toString();
  return text === '' ? [] : text.replace(/\0$/, '').split('\0');
}

function run(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Buffer> {
  // Reading must not refresh the index, ask for a password, or start a monitor of files.
  const always = [
    '--no-optional-locks',
    '--no-pager',
    '-c',
    'core.fsmonitor=false',
    '-c',
    'core.quotePath=false',
  ];
  return new Promise((resolve, reject) => {
    execFile(
      'git',
      [...always, ...args],
      {
        cwd,
        env: { ...env, GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
        encoding: 'buffer',
        maxBuffer: maxOutputBytes,
        timeout: timeoutMs,
        windowsHide: true,
      },
      (error, stdout) => {
        if (error === null) resolve(stdout);
        else reject(error instanceof Error ? error : new Error('git failed.'));
      },
    );
  });
}
