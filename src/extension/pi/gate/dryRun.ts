import { access, readFile } from 'node:fs/promises';
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { Pi } from '../sdk/loadPi';
import { isRecord } from '../../base/guards';
import { codeOf } from '../../base/errors';
import { replaceAllDiff } from './replaceAllDiff';

/** The tools that change files. */
export type FileTool = 'edit' | 'write';

/** The effect of an edit or write on a file. */
export interface FileChange {
  /** Unified. */
  readonly diff: string;
  readonly isNew: boolean;
  readonly isSame: boolean;
}

/**
 * Dry runs of pi's own tools, which return the file and the change without writing. They follow pi's rules for paths
 * and for the passages of an edit.
 */
export class DryRun {
  constructor(
    private readonly pi: Pi,
    private readonly folder: string,
  ) {}

  /** Returns the absolute path of the file that a call would write, without resolving links. */
  async fileOf(name: FileTool, input: unknown, context: ExtensionContext): Promise<string> {
    let file: string | undefined;
    const found = (path: string): Promise<never> => {
      file = path;
      return Promise.reject(new Error('The file is known.'));
    };
    const tool =
      name === 'edit'
        ? this.pi.createEditToolDefinition(this.folder, {
            operations: { access: found, readFile: found, writeFile: found },
          })
        : this.pi.createWriteToolDefinition(this.folder, {
            operations: { mkdir: () => Promise.resolve(), writeFile: found },
          });
    try {
      await play(tool, input, context);
    } catch (error) {
      if (file === undefined) throw error;
    }
    if (file === undefined) throw new Error('The tool names no file.');
    return file;
  }

  /** Returns the absolute path as pi's tools resolve it: they support `@`, `~` and `file:`. */
  resolvePath(path: string, context: ExtensionContext): Promise<string> {
    return this.fileOf('write', { path, content: '' }, context);
  }

  /** Rejects with the tool's own message when the call would fail. */
  async changeOf(name: FileTool, input: unknown, context: ExtensionContext): Promise<FileChange> {
    return name === 'edit' ? this.edited(input, context) : this.written(input, context);
  }

  private async edited(input: unknown, context: ExtensionContext): Promise<FileChange> {
    const tool = this.pi.createEditToolDefinition(this.folder, {
      operations: {
        access: (path) => access(path),
        readFile: (path) => readFile(path),
        writeFile: () => Promise.resolve(),
      },
    });
    const result = await play(tool, input, context);
    const details = isRecord(result) ? result['details'] : undefined;
    const patch = isRecord(details) ? details['patch'] : undefined;
    if (typeof patch !== 'string') throw new Error('The tool gives no change.');
    return { diff: patch, isNew: false, isSame: false };
  }

  private async written(input: unknown, context: ExtensionContext): Promise<FileChange> {
    const change: { file?: string; after?: string } = {};
    const tool = this.pi.createWriteToolDefinition(this.folder, {
      operations: {
        mkdir: () => Promise.resolve(),
        writeFile: (file, after) => {
          Object.assign(change, { file, after });
          return Promise.resolve();
        },
      },
    });
    await play(tool, input, context);
    const { file, after } = change;
    if (file === undefined || after === undefined) throw new Error('The tool writes nothing.');
    const before = await readFile(file, 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
      throw error;
    });
    const diff =
      replaceAllDiff(before ?? '', after) ?? this.pi.generateUnifiedPatch(file, before ?? '', after);
    return { diff, isNew: before === undefined, isSame: before === after };
  }
}

/** Runs a tool with a copy of the arguments, because a tool may change its arguments. */
function play(
  tool: { execute(...args: never[]): Promise<unknown> },
  input: unknown,
  context: ExtensionContext,
): Promise<unknown> {
  const execute = tool.execute.bind(tool) as (...args: unknown[]) => Promise<unknown>;
  return execute('dry-run', structuredClone(input), undefined, undefined, context);
}
