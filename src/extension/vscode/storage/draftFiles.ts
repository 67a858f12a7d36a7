import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DraftStore } from '../../core/ports/stores';

/** Drafts as one small JSON file each, written whole to another name first so that a crash leaves the old one. */
export class DraftFiles implements DraftStore {
  constructor(private readonly folder: string) {}

  async load(key: string): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.path(key), 'utf8'));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async save(key: string, value: unknown): Promise<void> {
    const path = this.path(key);
    if (value === undefined) {
      await rm(path, { force: true });
      return;
    }
    await mkdir(this.folder, { recursive: true });
    await writeFile(`${path}.new`, JSON.stringify(value), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  async keys(): Promise<readonly string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
  }

  private path(key: string): string {
    return join(this.folder, `${key.replace(/[^\w-]/g, '_')}.json`);
  }
}
