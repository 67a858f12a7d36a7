import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { until } from './until';

interface Request {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly unset?: readonly string[];
  readonly commands: readonly string[];
}

/** Requests to the extension of scripts/guard, which runs in the extension host of each test window. */
export class Resets {
  private id = 0;

  constructor(private readonly folder: string) {}

  /** Changes settings and runs commands in the extension host, and waits until the last of them has returned. */
  async perform(page: Page, request: Request): Promise<void> {
    const id = ++this.id;
    mkdirSync(this.folder, { recursive: true });
    const draft = join(this.folder, 'draft.json');
    writeFileSync(draft, JSON.stringify({ id, ...request }));
    renameSync(draft, join(this.folder, 'request.json'));
    const answered = () => this.answer()?.id === id;
    await until(page, `the reset of the window (${request.commands.join(', ')})`, answered, 45_000);
    const error = this.answer()?.error;
    if (error !== undefined) throw new Error(`The window could not be reset: ${error}`);
  }

  private answer(): { readonly id: number; readonly error?: string } | undefined {
    const file = join(this.folder, 'answer.json');
    if (!existsSync(file)) return undefined;
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as { id: number; error?: string };
    } catch {
      // The extension host is writing the file.
      return undefined;
    }
  }
}
