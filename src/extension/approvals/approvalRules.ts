import type { ThreadId } from '../../protocol/ids';
import { messageOf } from '../base/errors';
import type { Log } from '../base/log';
import type { ApprovalRule, ApprovalStore, ListedRule } from '../core/ports/approvals';

/** The part of a rule that an action determines. */
export interface RuleScope extends Omit<ApprovalRule, 'since'> {
  /** Completes the sentence “Applies to …”. */
  readonly covers: string;
  /** The same in code, with `…` for what may vary. */
  readonly code: string;
}

/** The rules that the user's answers have made: for a thread until the window closes, and permanent ones. */
export class ApprovalRules {
  private readonly threads = new Map<ThreadId, readonly ApprovalRule[]>();

  constructor(
    private readonly store: ApprovalStore,
    private readonly log: Log,
    private readonly now: () => number,
  ) {}

  allowsInThread(threadId: ThreadId, scope: RuleScope): boolean {
    return this.threads.get(threadId)?.some((rule) => covers(rule, scope)) === true;
  }

  allowsAlways(scope: RuleScope): boolean {
    return this.store.load().some((rule) => covers(rule, scope));
  }

  allowInThread(threadId: ThreadId, scope: RuleScope): void {
    this.threads.set(threadId, this.withRule(this.threads.get(threadId) ?? [], scope));
  }

  /** Saves a permanent rule. If saving fails, the rule applies in the thread. */
  async allowAlways(threadId: ThreadId, scope: RuleScope): Promise<void> {
    try {
      await this.store.save(this.withRule(this.store.load(), scope));
    } catch (error) {
      this.log.warn(`approval rules: saving failed: ${messageOf(error)}`);
      this.allowInThread(threadId, scope);
    }
  }

  /** Returns all rules, the oldest first. */
  list(): readonly ListedRule[] {
    const inThreads = [...this.threads].flatMap(([threadId, rules]) =>
      rules.map((rule) => ({ ...rule, threadId })),
    );
    return [...this.store.load(), ...inThreads].sort((one, other) => one.since - other.since);
  }

  async remove({ id, folder, threadId }: ListedRule): Promise<void> {
    const others = (rules: readonly ApprovalRule[]) =>
      rules.filter((rule) => rule.id !== id || rule.folder !== folder);
    if (threadId === undefined) await this.store.save(others(this.store.load()));
    else this.threads.set(threadId, others(this.threads.get(threadId) ?? []));
  }

  /** Removes all rules, in all threads. */
  async clear(): Promise<void> {
    this.threads.clear();
    await this.store.save([]);
  }

  /** Returns the rules with one added. A rule with another fingerprint has expired and is replaced. */
  private withRule(
    rules: readonly ApprovalRule[],
    { covers: _covers, code: _code, ...scope }: RuleScope,
  ): readonly ApprovalRule[] {
    const others = rules.filter(({ id, folder }) => id !== scope.id || folder !== scope.folder);
    return [...others, { ...scope, since: this.now() }];
  }
}

function covers(rule: ApprovalRule, scope: RuleScope): boolean {
  return rule.id === scope.id && rule.folder === scope.folder && rule.fingerprint === scope.fingerprint;
}
