import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { atomicWrite } from '../../base/atomicWrite';
import { codeOf } from '../../base/errors';
import { ownerOnlyFolder } from '../../base/ownerOnly';
import type { DraftStore } from '../../core/ports/stores';

/** A store of drafts, each in a JSON file of its own. */
export class DraftFiles implements DraftStore {
  constructor(private readonly folder: string) {}

  async load(key: string): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.path(key), 'utf8'));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async save(key: string, value: unknown): Promise<void> {
    const path = this.path(key);
    if (value === undefined) {
      await rm(path, { force: true });
      return;
    }
    ownerOnlyFolder(this.folder);
    await atomicWrite(path, JSON.stringify(value), { ownerOnly: true });
  }

  async keys(): Promise<readonly string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
  }

  private path(key: string): string {
    return join(this.folder, `${key.replace(/[^\w-]/g, '_')}.json`);
  }
}
