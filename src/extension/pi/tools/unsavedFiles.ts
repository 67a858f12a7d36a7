import type { ExtensionContext, InlineExtension, ToolResultEvent } from '@earendil-works/pi-coding-agent';
import * as l10n from '@vscode/l10n';
import { access, readFile } from 'node:fs/promises';
import { isInside, realTarget, shownPath } from '../../base/paths';
import { delayedAbort } from '../../base/delayedAbort';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { UnsavedEditors } from '../../core/ports/editors';
import type { RuntimeHost } from '../../core/ports/runtime';
import type { DryRun } from '../gate/dryRun';
import type { Pi } from '../sdk/loadPi';
import { skipped, userDenied } from '../../../protocol/text/deniedCall';

export interface UnsavedFilesOptions {
  readonly pi: Pi;
  readonly editors: UnsavedEditors;
  readonly folder: string;
  readonly dryRun: DryRun;
  readonly ask: RuntimeHost['ask'];
  readonly log: Log;
}

/** Files that a note about a command names. */
const maxNamed = 5;
/** Calls for which the user has chosen the saved file; more than any run has at a time. */
const maxChosen = 200;

/** Makes tools respect unsaved changes in editors: reads see the editor's text, and the user is asked before a change. */
export class UnsavedFiles {
  private readonly chosen: string[] = [];

  constructor(private readonly options: UnsavedFilesOptions) {}

  /** Replaces what pi's read tool has read from disk with the text in the editor. */
  readonly extension: InlineExtension = {
    name: 'unsaved-files',
    hidden: true,
    factory: (pi) => {
      pi.on('tool_result', async (event, context) => {
        try {
          return await this.readInEditor(event, context);
        } catch (error) {
          this.options.log.warn(`read: reading an editor failed: ${messageOf(error)}`);
          return undefined;
        }
      });
    },
  };

  /**
   * Asks what to do about unsaved changes before a file is changed, and saves the file if that is the answer.
   * @returns the reason for the model why the call is skipped; nothing for a call that may go on
   */
  async settle(path: string, callId: string, signal: AbortSignal | undefined): Promise<string | undefined> {
    const { editors, folder, ask } = this.options;
    const target = await realTarget(path);
    const key = `${callId} ${target}`;
    if (this.chosen.includes(key) || (await editors.textOf(target)) === undefined) return undefined;
    if (editors.savesFirst) return this.save(target);
    const saveFirst = l10n.t('Save and Continue');
    const useSaved = l10n.t('Use the Saved File');
    const spec = {
      kind: 'select',
      title: l10n.t('This file has unsaved changes in an editor. Save it before pi changes the file?'),
      askedBy: 'Enso',
      callId,
      options: [saveFirst, useSaved, l10n.t('Deny')],
      preview: {
        format: 'text',
        text: shownPath(target, folder),
        notes: [
          l10n.t('With the saved file, the editor and the file on disk have different changes afterwards.'),
        ],
      },
    } as const;
    const { outcome, answer } = await (signal === undefined
      ? ask(spec, {})
      : delayedAbort(signal, (later) => ask(spec, { signal: later })));
    const value =
      outcome === 'answered' && answer !== undefined && 'value' in answer ? answer.value : undefined;
    if (value === saveFirst) return this.save(target);
    if (value !== useSaved)
      return `${userDenied}: the file has unsaved changes in an editor. It was skipped.`;
    this.chosen.push(key);
    if (this.chosen.length > maxChosen) this.chosen.shift();
    return undefined;
  }

  /** Returns the files with unsaved changes in the thread's folder, as the user knows them: a command sees them as saved. */
  async unseenByCommands(): Promise<readonly string[]> {
    const { editors, folder } = this.options;
    const shown: string[] = [];
    for (const file of await editors.files()) {
      if (await isInside(file, [folder])) shown.push(shownPath(file, folder));
    }
    return shown.slice(0, maxNamed);
  }

  private async save(target: string): Promise<string | undefined> {
    try {
      await this.options.editors.save(target);
      return undefined;
    } catch (error) {
      return `${skipped} ${messageOf(error)}`;
    }
  }

  private async readInEditor(
    { toolName, input }: ToolResultEvent,
    context: ExtensionContext,
  ): Promise<{ content: ToolResultEvent['content']; details: unknown; isError: boolean } | undefined> {
    const { pi, editors, folder, dryRun } = this.options;
    if (toolName !== 'read' || typeof input['path'] !== 'string') return undefined;
    const path = await dryRun.resolvePath(input['path'], context);
    const text = await editors.textOf(await realTarget(path));
    if (text === undefined) return undefined;
    const tool = pi.createReadToolDefinition(folder, {
      operations: {
        access: (file) => (file === path ? Promise.resolve() : access(file)),
        readFile: (file) => (file === path ? Promise.resolve(Buffer.from(text)) : readFile(file)),
        // An editor has text, whatever the file is called.
        detectImageMimeType: () => Promise.resolve(undefined),
      },
    });
    const execute = tool.execute.bind(tool) as (...args: unknown[]) => ReturnType<typeof tool.execute>;
    const { content, details } = await execute(
      'editor',
      structuredClone(input),
      context.signal,
      undefined,
      context,
    );
    return { content: content, details, isError: false };
  }
}
