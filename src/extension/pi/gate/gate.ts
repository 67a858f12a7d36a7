import type {
  ExtensionContext,
  InlineExtension,
  ToolCallEvent,
  ToolDefinition,
} from '@earendil-works/pi-coding-agent';
import type { DialogEnding, DialogSpec } from '../../../protocol/dialog';
import type { ThreadId } from '../../../protocol/ids';
import { nobodyAllowed, notDone, personDenied } from '../../../protocol/text/deniedCall';
import { messageOf } from '../../base/errors';
import type { ApprovalMode, Approvals } from '../../core/ports/approvals';
import type { AskOptions } from '../../core/ports/runtime';
import type { Log } from '../../base/log';
import { delayedAbort } from '../../base/delayedAbort';
import { describeAction, type ProposedAction } from './proposedActions';
import type { ApprovalRules } from '../../approvals/approvalRules';
import type { DryRun } from './dryRun';
import { scopeOf } from '../../approvals/pathScope';
import { BoundedMap } from '../../base/boundedMap';

export interface GateOptions {
  readonly threadId: ThreadId;
  readonly folder: string;
  readonly approvals: Approvals;
  readonly approvalRules: ApprovalRules;
  readonly trusted: () => boolean;
  readonly dryRun: DryRun;
  readonly ask: (spec: DialogSpec, options: AskOptions) => Promise<DialogEnding>;
  readonly log: Log;
}

const allowOnce = 'Allow once';
const allowInThread = 'Allow for this thread';
const alwaysAllow = 'Always allow this kind';
const deny = 'Deny';
const denyWithReason = 'Deny and say why';

/** A call that may be done, and what of it must still be so when it is. */
interface ApprovedCall {
  readonly input: string;
  readonly target: string | undefined;
}

/** More calls than any answer of a model has. */
const maxApprovedCalls = 1000;

/** Why a call is not to be done, for the model. */
type Verdict = { readonly denied: string } | undefined;

/**
 * Asks the person before a tool acts. Whatever is not answered with an allowance is denied: a cancelled question, a
 * stop, an error on the way.
 */
export class Gate {
  private readonly approvedCalls = new BoundedMap<string, ApprovedCall>(maxApprovedCalls);
  /** Calls of calls may come side by side; a person is asked one thing at a time. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: GateOptions) {}

  /** Must be the last of all extensions: what those behind it changed would be done unseen. */
  readonly extension: InlineExtension = {
    name: 'approvals',
    hidden: true,
    factory: (pi) => {
      pi.on('tool_call', async (event, context) => {
        const turn = this.last.then(() => this.judge(event, context));
        this.last = turn.catch(() => undefined);
        const verdict = await turn;
        return verdict === undefined ? undefined : { block: true, reason: verdict.denied };
      });
    },
  };

  /** The tool, which does nothing but what has passed: the arguments may have been changed since, or a link moved. */
  onlyApproved(tool: ToolDefinition): ToolDefinition {
    return {
      ...tool,
      execute: async (id, input, ...rest) => {
        const passed = this.approvedCalls.get(id);
        this.approvedCalls.delete(id);
        if (passed?.input !== JSON.stringify(input)) {
          throw new Error('This is not what was allowed, so it was not done.');
        }
        if (passed.target !== undefined) {
          const { target } = await scopeOf(passed.target, []);
          if (target !== passed.target) throw new Error('The file is another one now, so it was left alone.');
        }
        return tool.execute(id, input, ...rest);
      },
    };
  }

  private async judge(event: ToolCallEvent, context: ExtensionContext): Promise<Verdict> {
    try {
      const seen: ToolCallEvent = { ...event, input: structuredClone(event.input) };
      const input = JSON.stringify(seen.input);
      const { folder, approvals, dryRun } = this.options;
      const act = await describeAction(seen, context, { folder, folders: approvals.folders(), dryRun });
      const verdict = act === undefined ? undefined : await this.judgeAct(act, context.signal);
      if (verdict !== undefined) return verdict;
      if (JSON.stringify(event.input) !== input) {
        return { denied: `${notDone} the call was changed while it was asked about.` };
      }
      this.remember(event.toolCallId, { input, target: act?.target });
      return undefined;
    } catch (error) {
      this.options.log.warn(`a call of ${event.toolName} could not be asked about`);
      return { denied: `${notDone} ${messageOf(error)}` };
    }
  }

  /** Calls that were allowed and then not done, because the run was stopped, make room for later ones. */
  private remember(id: string, passed: ApprovedCall): void {
    this.approvedCalls.set(id, passed);
  }

  private async judgeAct(act: ProposedAction, signal: AbortSignal | undefined): Promise<Verdict> {
    const { threadId, approvalRules, trusted } = this.options;
    const mode = this.mode();
    if (mode === 'off')
      return act.of === 'file' && act.outside ? { denied: outsideWithoutAsking } : undefined;
    if (mode === 'edits-allowed' && act.of === 'file' && !act.outside && !act.sensitive) return undefined;
    if (approvalRules.inThread(threadId, act.inThread.id)) return undefined;
    if (trusted() && act.kind !== undefined && approvalRules.always(act.kind.id)) return undefined;
    return this.ask(act, signal);
  }

  /** What a workspace brings along is not to be believed before a person says so. */
  private mode(): ApprovalMode {
    return this.options.trusted() ? this.options.approvals.mode() : 'ask';
  }

  private async ask(act: ProposedAction, signal: AbortSignal | undefined): Promise<Verdict> {
    const { threadId, approvalRules, trusted } = this.options;
    const matter = await act.preview();
    const kind = trusted() ? act.kind : undefined;
    const meaning =
      kind === undefined
        ? `“${allowInThread}” means ${act.inThread.words}.`
        : `“This thread” and “this kind” mean ${kind.words}.`;
    const answer = await this.choose(
      {
        kind: 'select',
        title: act.title,
        askedBy: 'Enso',
        options: [
          allowOnce,
          allowInThread,
          ...(kind === undefined ? [] : [alwaysAllow]),
          deny,
          denyWithReason,
        ],
        preview: { ...matter, notes: [...(matter.notes ?? []), meaning] },
      },
      signal,
    );
    switch (answer) {
      case allowOnce:
        return undefined;
      case allowInThread:
        approvalRules.allowInThread(threadId, act.inThread.id);
        return undefined;
      case alwaysAllow:
        if (kind !== undefined) await approvalRules.allowAlways(kind.id);
        approvalRules.allowInThread(threadId, act.inThread.id);
        return undefined;
      case deny:
        return { denied: `${personDenied}. It was not done.` };
      case denyWithReason:
        return this.reason(act, signal);
      default:
        return { denied: `${nobodyAllowed}, so it was not done.` };
    }
  }

  private async reason({ title }: ProposedAction, signal: AbortSignal | undefined): Promise<Verdict> {
    const why = await this.choose(
      {
        kind: 'input',
        title: `${title} No, because …`,
        placeholder: 'pi is told this in your words',
        askedBy: 'Enso',
      },
      signal,
    );
    const said = why?.trim() ?? '';
    return {
      denied: said === '' ? `${personDenied}. It was not done.` : `${personDenied} and said: ${said}`,
    };
  }

  private async choose(spec: DialogSpec, signal: AbortSignal | undefined): Promise<string | undefined> {
    const { ask } = this.options;
    const { outcome, answer } = await (signal === undefined
      ? ask(spec, {})
      : delayedAbort(signal, (later) => ask(spec, { signal: later })));
    return outcome === 'answered' && answer !== undefined && 'value' in answer ? answer.value : undefined;
  }
}

const outsideWithoutAsking =
  `${notDone} the file is outside of the workspace. Such files are changed only when the person is asked, and the person has ` +
  'turned questions off (enso.approvals). Leave it alone, or tell the person what to change there.';
