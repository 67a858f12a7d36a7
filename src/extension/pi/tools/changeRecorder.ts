import type { InlineExtension } from '@earendil-works/pi-coding-agent';
import * as l10n from '@vscode/l10n';
import { randomUUID } from 'node:crypto';
import type { ThreadId } from '../../../protocol/ids';
import type { Log } from '../../base/log';
import { CallChanges } from '../../changes/callChanges';
import { withCallDetails, type CallDetails } from '../../changes/changeDetails';
import type { ChangeStore } from '../../changes/changeStore';
import { CommandWatch } from '../../changes/commandWatch';
import type { RuntimeHost } from '../../core/ports/runtime';
import { cleanEnvironment } from '../sdk/environment';

export interface ChangeRecorderOptions {
  readonly store: ChangeStore;
  readonly threadId: ThreadId;
  readonly folder: string;
  /** A folder for temporary files. */
  readonly temporary: string;
  readonly now: () => number;
  readonly trusted: () => boolean;
  readonly ask: RuntimeHost['ask'];
  /** Returns the files with unsaved changes, which commands see as saved. */
  readonly unsaved: () => Promise<readonly string[]>;
  readonly log: Log;
}

/** Keeps what the tools of a session change, and attaches a summary to the result of each call. */
export class ChangeRecorder {
  private readonly watch: CommandWatch;
  /** Summaries of calls whose results pi hasn't reported yet. Calls may share an id. */
  private readonly summaries: { readonly call: string; readonly details: CallDetails }[] = [];

  constructor(private readonly options: ChangeRecorderOptions) {
    const { folder, store, temporary, trusted, log } = options;
    this.watch = new CommandWatch({
      folder,
      blobs: store.blobs,
      temporary,
      trusted,
      environment: () => cleanEnvironment(process.env),
      log,
    });
  }

  /**
   * Runs one call of a tool.
   * @param run gets the keeper of the call's changes
   */
  async call<T>(
    { id, tool, input }: { readonly id: string; readonly tool: string; readonly input: unknown },
    run: (changes: CallChanges) => Promise<T>,
  ): Promise<T> {
    const { store, threadId, folder, now, ask } = this.options;
    const changes = new CallChanges(
      {
        store,
        threadId,
        folder,
        now,
        newId: randomUUID,
        confirmUnkept: async (path, why) => {
          const change = l10n.t('Change Anyway');
          const { answer } = await ask(
            {
              kind: 'select',
              title: l10n.t("This change can't be undone. Change the file anyway?"),
              askedBy: 'Enso',
              callId: id,
              options: [change, l10n.t('Deny')],
              preview: { format: 'text', text: path, notes: [why] },
            },
            {},
          );
          return answer !== undefined && 'value' in answer && answer.value === change;
        },
      },
      tool,
    );
    const unsaved = tool === 'bash' ? await this.options.unsaved() : [];
    try {
      return await (tool === 'bash' ? this.watch.around(changes, () => run(changes)) : run(changes));
    } finally {
      const change = await changes.summary().catch(() => undefined);
      const details = {
        ...(change === undefined ? {} : { change }),
        ...(unsaved.length === 0 ? {} : { unsaved }),
      };
      if (change !== undefined || unsaved.length > 0)
        this.summaries.push({ call: keyOf(id, tool, input), details });
      void store.prune(now());
    }
  }

  wrote(path: string): Promise<void> {
    return this.watch.wrote(path);
  }

  /** Attaches the summaries, also to results of calls that failed: pi drops the details of those. */
  readonly extension: InlineExtension = {
    name: 'changes',
    hidden: true,
    factory: (pi) => {
      pi.on('tool_result', ({ toolCallId, toolName, input, details }) => {
        const key = keyOf(toolCallId, toolName, input);
        const at = this.summaries.findIndex(({ call }) => call === key);
        if (at < 0) return undefined;
        const [found] = this.summaries.splice(at, 1);
        return found === undefined ? undefined : { details: withCallDetails(details, found.details) };
      });
    },
  };
}

function keyOf(id: string, tool: string, input: unknown): string {
  return `${id} ${tool} ${JSON.stringify(input)}`;
}
