import * as l10n from '@vscode/l10n';
import type { ApprovalDecision, DialogEnding, DialogSpec, RulePreview } from '../../../protocol/dialog';
import type { ThreadId } from '../../../protocol/ids';
import { notApproved, skipped, userDenied } from '../../../protocol/text/deniedCall';
import type { ApprovalRules, RuleScope } from '../../approvals/approvalRules';
import { delayedAbort } from '../../base/delayedAbort';
import type { ApprovalMode, Approvals } from '../../core/ports/approvals';
import type { AskOptions } from '../../core/ports/runtime';
import type { ProposedAction } from './action';

export interface JudgeOptions {
  readonly threadId: ThreadId;
  readonly folder: string;
  readonly approvals: Approvals;
  readonly approvalRules: ApprovalRules;
  readonly trusted: () => boolean;
  readonly ask: (spec: DialogSpec, options: AskOptions) => Promise<DialogEnding>;
}

/** pi's id of the call that a question belongs to. */
type CallOfQuestion = Pick<DialogSpec, 'callId'>;

/** The reason, for the model, why a call is skipped. Undefined for a call that may run. */
export type Verdict = { readonly denied: string } | undefined;

/** Decides from the setting, the rules and the user's answer whether an action may run. */
export class Judge {
  constructor(private readonly options: JudgeOptions) {}

  /** @param willAsk called before a question is asked */
  async judge(
    action: ProposedAction,
    call: CallOfQuestion,
    signal: AbortSignal | undefined,
    willAsk: () => Promise<void>,
  ): Promise<Verdict> {
    const { threadId, approvalRules, trusted } = this.options;
    if (action.isFree === true) return undefined;
    const mode = this.mode();
    if (mode === 'off') return verdictWithoutQuestion(action);
    const isOrdinaryEdit = action.of === 'file' && !action.outside && !action.sensitive;
    if (mode === 'edits-allowed' && isOrdinaryEdit) return undefined;
    if (action.isApprovedBySettings === true) return undefined;
    if (approvalRules.allowsInThread(threadId, action.inThread)) return undefined;
    if (trusted() && action.always !== undefined && approvalRules.allowsAlways(action.always))
      return undefined;
    await willAsk();
    return this.ask(action, call, signal);
  }

  /** Returns the setting. An untrusted folder may contain settings of its own, so they don't apply. */
  private mode(): ApprovalMode {
    return this.options.trusted() ? this.options.approvals.mode() : 'ask';
  }

  private async ask(
    action: ProposedAction,
    call: CallOfQuestion,
    signal: AbortSignal | undefined,
  ): Promise<Verdict> {
    const { threadId, approvalRules, trusted } = this.options;
    const preview = await action.preview();
    const always: RuleScope | undefined = trusted() ? action.always : undefined;
    const choices: readonly (readonly [ApprovalDecision, string])[] = [
      ['allow-once', l10n.t('Allow Once')],
      ['allow-in-thread', l10n.t('Allow in This Thread')],
      ...(always === undefined ? [] : [['always-allow', l10n.t('Always Allow')] as const]),
      ['deny', l10n.t('Deny')],
      ['deny-with-reason', l10n.t('Deny with Reason…')],
    ];
    const answer = await this.choose(
      {
        kind: 'select',
        title: action.title,
        askedBy: 'Enso',
        fromEnso: true,
        options: choices.map(([, label]) => label),
        decisions: choices.map(([decision]) => decision),
        ...call,
        preview: { ...preview, rule: rulePreview(always ?? action.inThread, preview.text) },
      },
      signal,
    );
    switch (choices.find(([, label]) => label === answer)?.[0]) {
      case 'allow-once':
        return undefined;
      case 'allow-in-thread':
        approvalRules.allowInThread(threadId, action.inThread);
        return undefined;
      case 'always-allow':
        if (always !== undefined) await approvalRules.allowAlways(threadId, always);
        return undefined;
      case 'deny':
        return { denied: `${userDenied}. It was skipped.` };
      case 'deny-with-reason':
        return this.askReason(action, call, signal);
      default:
        return { denied: `${notApproved}, so it was skipped.` };
    }
  }

  private async askReason(
    { title }: ProposedAction,
    call: CallOfQuestion,
    signal: AbortSignal | undefined,
  ): Promise<Verdict> {
    const reason = await this.choose(
      {
        kind: 'input',
        title: l10n.t({
          message: '{question} Why not?',
          args: { question: title },
          comment: ['{question} is the question that was denied, such as “Run this command?”.'],
        }),
        placeholder: l10n.t('Your reason is sent to pi'),
        askedBy: 'Enso',
        fromEnso: true,
        ...call,
      },
      signal,
    );
    const text = reason?.trim() ?? '';
    return { denied: text === '' ? `${userDenied}. It was skipped.` : `${userDenied} and said: ${text}` };
  }

  private async choose(spec: DialogSpec, signal: AbortSignal | undefined): Promise<string | undefined> {
    const { ask } = this.options;
    const { outcome, answer } = await (signal === undefined
      ? ask(spec, {})
      : delayedAbort(signal, (later) => ask(spec, { signal: later })));
    return outcome === 'answered' && answer !== undefined && 'value' in answer ? answer.value : undefined;
  }
}

function rulePreview({ covers, code }: RuleScope, shown: string): RulePreview {
  const text = l10n.t({
    message: 'Applies to {scope}.',
    args: { scope: covers },
    comment: ['{scope} says which acts a rule allows, such as “exactly this command in this folder”.'],
  });
  return code === shown ? { text } : { text, code };
}

function verdictWithoutQuestion({ of, outside, sensitive }: ProposedAction): Verdict {
  if (of === 'file' && outside) {
    return {
      denied:
        `${skipped} the file is outside the workspace. Such files change only when the user is asked, and the user has ` +
        'turned approvals off (enso.approvals). Leave the file alone, or tell the user what to change there.',
    };
  }
  if ((of === 'read' || of === 'other') && sensitive) {
    return {
      denied:
        `${skipped} keys, passwords or sign-ins can be stored there. Such files are read only when the user is asked, and ` +
        'the user has turned approvals off (enso.approvals). Leave the file alone, or tell the user what is needed.',
    };
  }
  return undefined;
}
