import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import {
  access,
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Bounds of the stored contents. */
export interface StoreLimits {
  /** Bytes of one file. Larger ones aren't stored. */
  readonly maxFileBytes: number;
  /** Bytes of all contents together. The oldest are deleted first. */
  readonly maxTotalBytes: number;
  /** Milliseconds after which a content is deleted. */
  readonly maxAgeMs: number;
}

export const defaultLimits: StoreLimits = {
  maxFileBytes: 100 * 1024 * 1024,
  maxTotalBytes: 1024 * 1024 * 1024,
  maxAgeMs: 30 * 24 * 60 * 60 * 1000,
};

/** Contents of files by their hash, readable for the owner alone. Several windows may use one folder. */
export class BlobStore {
  private addedBytes = Infinity;

  constructor(
    private readonly folder: string,
    readonly limits: StoreLimits = defaultLimits,
  ) {}

  /** Stores a content and returns its hash. Rejects with the file system's error. */
  async keep(content: Uint8Array): Promise<string> {
    const hash = createHash('sha256').update(content).digest('hex');
    if (await this.touch(hash)) return hash;
    const temporary = await this.temporary();
    await writeFile(temporary, content, { mode: 0o600 });
    await this.adopt(temporary, hash, content.byteLength);
    return hash;
  }

  /**
   * Stores a copy of a file. The hash is that of the copy, so a file that changes meanwhile has a state that was kept.
   * Rejects with the file system's error.
   */
  async keepFile(path: string): Promise<{ readonly hash: string; readonly size: number }> {
    const temporary = await this.temporary();
    try {
      await copyFile(path, temporary, constants.COPYFILE_FICLONE);
      await chmod(temporary, 0o600);
      const hash = await hashOf(temporary);
      const { size } = await stat(temporary);
      if (await this.touch(hash)) await rm(temporary, { force: true });
      else await this.adopt(temporary, hash, size);
      return { hash, size };
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  has(hash: string): Promise<boolean> {
    return access(this.pathOf(hash)).then(
      () => true,
      () => false,
    );
  }

  /** Rejects when the content is no longer kept. */
  read(hash: string): Promise<Buffer> {
    return readFile(this.pathOf(hash));
  }

  /** Returns the file with a content, for copying. */
  pathOf(hash: string): string {
    return join(this.folder, hash.slice(0, 2), hash);
  }

  /** Deletes contents that are too old or exceed the total, the oldest first. Never rejects. */
  async prune(now: number): Promise<void> {
    this.addedBytes = 0;
    const blobs = (await this.list()).sort((a, b) => b.usedAt - a.usedAt);
    let total = 0;
    for (const { path, size, usedAt } of blobs) {
      total += size;
      if (total <= this.limits.maxTotalBytes && now - usedAt <= this.limits.maxAgeMs) continue;
      total -= size;
      await rm(path, { force: true }).catch(() => undefined);
    }
  }

  /** Returns whether enough was added since the last pruning to prune again; true at first. */
  get needsPruning(): boolean {
    return this.addedBytes > this.limits.maxTotalBytes / 16;
  }

  private async list(): Promise<{ path: string; size: number; usedAt: number }[]> {
    const found: { path: string; size: number; usedAt: number }[] = [];
    for (const part of await readdir(this.folder).catch(() => [])) {
      for (const name of await readdir(join(this.folder, part)).catch(() => [])) {
        const path = join(this.folder, part, name);
        const stats = await stat(path).catch(() => undefined);
        if (stats?.isFile() === true) found.push({ path, size: stats.size, usedAt: stats.mtimeMs });
      }
    }
    return found;
  }

  /** Marks a content as used. Returns false if it isn't stored. */
  private async touch(hash: string): Promise<boolean> {
    const now = new Date();
    return utimes(this.pathOf(hash), now, now).then(
      () => true,
      () => false,
    );
  }

  private async temporary(): Promise<string> {
    const folder = join(this.folder, 'new');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, randomUUID());
  }

  private async adopt(temporary: string, hash: string, size: number): Promise<void> {
    await mkdir(join(this.folder, hash.slice(0, 2)), { recursive: true, mode: 0o700 });
    await rename(temporary, this.pathOf(hash));
    await this.touch(hash);
    this.addedBytes += size;
  }
}

/** Returns the SHA-256 of a file in hexadecimal, read in pieces. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
