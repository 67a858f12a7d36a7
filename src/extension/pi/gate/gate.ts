import type {
  ExtensionContext,
  InlineExtension,
  ToolCallEvent,
  ToolDefinition,
  ToolResultEvent,
  ToolResultEventResult,
} from '@earendil-works/pi-coding-agent';
import { skipped } from '../../../protocol/text/deniedCall';
import { contentHash } from '../../approvals/commands/folderOrders';
import { realTarget } from '../../base/paths';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { NamedFile } from './action';
import { ApprovedCalls, type ApprovedCall } from './approvedCalls';
import { Judge, type JudgeOptions } from './judge';
import { describeAction } from './proposedActions';
import type { DryRun } from './dryRun';
import type { ShellSettings } from '../../approvals/commands/commandRule';

export interface GateOptions extends JudgeOptions {
  readonly agentDir: string;
  readonly dryRun: DryRun;
  /** The shell settings with which the session's commands run. */
  readonly shell: ShellSettings;
  readonly log: Log;
  /**
   * Called before a file is changed and before the user is asked for approval.
   * @returns the reason for the model why the call is skipped
   */
  readonly beforeChange?: (
    path: string,
    callId: string,
    signal: AbortSignal | undefined,
  ) => Promise<string | undefined>;
}

type Decision = { readonly denied: string } | { readonly approved: ApprovedCall };

/** The call is skipped, with the reason for the model. */
class SkippedCall extends Error {}

/**
 * Asks the user before a tool acts. Every outcome except an allowing answer is a denial: a cancelled question, a stop,
 * an error.
 */
export class Gate {
  private readonly approvedCalls = new ApprovedCalls();
  private readonly approvedReads = new ApprovedCalls();
  private readonly judge: Judge;
  /** The latest question. Tools can start several calls at once, and the user is asked about one at a time. */
  private last: Promise<unknown> = Promise.resolve();
  /** The latest approved change of each file. */
  private readonly changes = new Map<string, Promise<unknown>>();

  constructor(private readonly options: GateOptions) {
    this.judge = new Judge(options);
  }

  /** Must be the last extension, because the changes of a later one would run without approval. */
  readonly extension: InlineExtension = {
    name: 'approvals',
    hidden: true,
    factory: (pi) => {
      pi.on('tool_call', async (event, context) => {
        const decision = await this.decide(event, context);
        if ('denied' in decision) return { block: true, reason: decision.denied };
        const { approved } = decision;
        (approved.reads === undefined ? this.approvedCalls : this.approvedReads).add(approved);
        return undefined;
      });
      pi.on('tool_result', (event, context) => this.afterRead(event, context));
    },
  };

  /** Wraps a tool so that it runs only calls that are unchanged since their approval. */
  onlyApproved(tool: ToolDefinition): ToolDefinition {
    return {
      ...tool,
      execute: async (id, input, signal, onUpdate, context) => {
        const call = { id, tool: tool.name, input: JSON.stringify(input) };
        const approved = this.approvedCalls.take(call);
        if (approved === undefined) throw new Error(`${skipped} the call changed after it was approved.`);
        const execute = () => tool.execute(id, input, signal, onUpdate, context);
        if (approved.file === undefined) return execute();
        // An earlier call's change of the same file must be complete before the file is compared.
        return this.afterOtherChanges(approved.file.target, async () => {
          await this.beforeChange(approved.file?.path, id, signal);
          await this.confirm(approved, { toolCallId: id, toolName: tool.name, input }, context);
          return execute();
        });
      },
    };
  }

  /** Replaces what a tool has read if a link on the way changed after the approval and the user doesn't approve that. */
  private async afterRead(
    { toolCallId, toolName, input }: ToolResultEvent,
    context: ExtensionContext,
  ): Promise<ToolResultEventResult | undefined> {
    const call = { id: toolCallId, tool: toolName, input: JSON.stringify(input) };
    const { reads = [] } = this.approvedReads.take(call) ?? {};
    if (await isSameFile(reads)) return undefined;
    this.options.log.info(`gate: a link changed before ${toolName}, asking again`);
    const decision = await this.decide({ type: 'tool_call', toolCallId, toolName, input }, context);
    if (!('denied' in decision)) return undefined;
    return { content: [{ type: 'text', text: decision.denied }], details: {}, isError: true };
  }

  private async afterOtherChanges<T>(target: string, change: () => Promise<T>): Promise<T> {
    const turn = (this.changes.get(target) ?? Promise.resolve()).then(change, change);
    const settled = turn.catch(() => undefined);
    this.changes.set(target, settled);
    try {
      return await turn;
    } finally {
      if (this.changes.get(target) === settled) this.changes.delete(target);
    }
  }

  /** Asks again while the file's content differs from the approved content. Rejects when the user denies the call. */
  private async confirm(
    approved: ApprovedCall,
    call: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown },
    context: ExtensionContext,
  ): Promise<void> {
    for (let current = approved; !(await isUnchanged(current));) {
      this.options.log.info(`gate: file changed before ${call.toolName}, asking again`);
      const event = { type: 'tool_call', ...call } as ToolCallEvent;
      const decision = await this.decide(event, context);
      if ('denied' in decision) throw new Error(decision.denied);
      current = decision.approved;
    }
  }

  /** Rejects when the call is skipped. */
  private async beforeChange(
    path: string | undefined,
    callId: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const denied = path === undefined ? undefined : await this.options.beforeChange?.(path, callId, signal);
    if (denied !== undefined) throw new SkippedCall(denied);
  }

  private async decide(event: ToolCallEvent, context: ExtensionContext): Promise<Decision> {
    const turn = this.last.then(() => this.decideNow(event, context));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async decideNow(event: ToolCallEvent, context: ExtensionContext): Promise<Decision> {
    try {
      const seen: ToolCallEvent = { ...event, input: structuredClone(event.input) };
      const input = JSON.stringify(seen.input);
      const { folder, approvals, dryRun, agentDir, shell, trusted } = this.options;
      const { editorFolders = [] } = approvals;
      const terminalRules = approvals.terminalRules?.();
      const action = await describeAction(seen, context, {
        folder,
        folders: approvals.folders(),
        trusted: trusted(),
        userFolders: { agentDir, editorFolders },
        shell,
        dryRun,
        ...(terminalRules === undefined ? {} : { terminalRules }),
      });
      const { file, reads } = action ?? {};
      await this.beforeChange(file?.path, event.toolCallId, context.signal);
      let content: string | undefined;
      const verdict =
        action === undefined
          ? undefined
          : await this.judge.judge(action, { callId: event.toolCallId }, context.signal, async () => {
              if (file !== undefined) content = await contentHash(file.target);
            });
      if (verdict !== undefined) return verdict;
      if (JSON.stringify(event.input) !== input) {
        return { denied: `${skipped} the call changed while it was asked about.` };
      }
      const approved = { id: event.toolCallId, tool: event.toolName, input };
      if (reads !== undefined) return { approved: { ...approved, reads } };
      if (file === undefined) return { approved };
      return { approved: { ...approved, file: { ...file, ...(content === undefined ? {} : { content }) } } };
    } catch (error) {
      if (error instanceof SkippedCall) return { denied: error.message };
      this.options.log.warn(`gate: question about ${event.toolName} failed`);
      return { denied: `${skipped} ${messageOf(error)}` };
    }
  }
}

async function isSameFile(files: readonly NamedFile[]): Promise<boolean> {
  for (const { path, target } of files) {
    if ((await realTarget(path).catch(() => undefined)) !== target) return false;
  }
  return true;
}

async function isUnchanged({ file }: ApprovedCall): Promise<boolean> {
  if (file === undefined) return true;
  if (!(await isSameFile([file]))) return false;
  return file.content === undefined || (await contentHash(file.target)) === file.content;
}
