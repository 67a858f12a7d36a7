import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import {
  answerRefusal,
  type DialogAnswer,
  type DialogEnding,
  type DialogOutcome,
  type DialogRequest,
  type DialogSpec,
  type Surface,
} from '../../../protocol/dialog';
import type { DialogId } from '../../../protocol/ids';
import type { Observation } from '../../../protocol/observation';
import { DisposableStore, toDisposable } from '../../base/disposable';
import type { AskOptions } from '../ports/runtime';
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';

interface Parked {
  readonly request: DialogRequest;
  readonly resolve: (ending: DialogEnding) => void;
  readonly cleanUp: DisposableStore;
}

export type AnswerResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'no-open-dialog' | 'answer-refused'; readonly message: string };

/**
 * The open questions of one thread. Every outcome of a question goes through `finish`, so each question settles exactly
 * once.
 */
export class OpenDialogs {
  private readonly parked = new Map<DialogId, Parked>();
  private refusing: DialogOutcome | undefined;

  /**
   * @param publish publishes an observation on the thread's feed
   * @param changed called when the number of open questions has changed and all followers have received the change
   */
  constructor(
    private readonly publish: (observation: Observation) => void,
    private readonly changed: () => void,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Returns the open questions, the oldest first. */
  get open(): readonly DialogRequest[] {
    return [...this.parked.values()].map((parked) => parked.request);
  }

  get size(): number {
    return this.parked.size;
  }

  /**
   * Opens a question and waits until it is settled. Settles at once for an aborted signal or during a stop. Never
   * rejects.
   */
  ask(spec: DialogSpec, { signal, timeout }: AskOptions): Promise<DialogEnding> {
    if (signal?.aborted === true) return Promise.resolve({ outcome: 'signalled' });
    if (this.refusing !== undefined) return Promise.resolve({ outcome: this.refusing });
    const ends = timeout !== undefined && timeout > 0 ? { expiresAt: this.clock.now() + timeout } : {};
    const request: DialogRequest = { ...spec, id: randomUUID(), ...ends };
    return new Promise((resolve) => {
      const cleanUp = new DisposableStore();
      this.parked.set(request.id, { request, resolve, cleanUp });
      const end = (outcome: DialogOutcome) => (): void => {
        this.finish(request.id, { outcome });
      };
      if (timeout !== undefined && timeout > 0) cleanUp.add(this.clock.after(timeout, end('timed-out')));
      if (signal !== undefined) {
        const signalled = end('signalled');
        signal.addEventListener('abort', signalled);
        cleanUp.add(
          toDisposable(() => {
            signal.removeEventListener('abort', signalled);
          }),
        );
      }
      this.log.info(`dialog ${request.id}: opened, ${request.kind}`);
      this.publish({ type: 'dialog-opened', request });
      this.changed();
    });
  }

  /** Settles a question with an answer. An answer that doesn't fit its question is refused and leaves it open. */
  answer(id: DialogId, answer: DialogAnswer, from: Surface): AnswerResult {
    const parked = this.parked.get(id);
    if (parked === undefined) return this.unknown(id);
    const refusal = answerRefusal(parked.request, answer);
    if (refusal !== undefined) {
      this.log.warn(`dialog ${id}: answer refused, not for ${parked.request.kind}`);
      return { ok: false, code: 'answer-refused', message: refusal };
    }
    this.finish(id, { outcome: 'answered', answer, from });
    return { ok: true };
  }

  cancel(id: DialogId, from: Surface): AnswerResult {
    if (!this.parked.has(id)) return this.unknown(id);
    this.finish(id, { outcome: 'cancelled', from });
    return { ok: true };
  }

  /** Settles all open questions, the oldest first. */
  settleAll(outcome: DialogOutcome): void {
    for (const id of [...this.parked.keys()]) this.finish(id, { outcome });
  }

  /** Settles each new question at once, without showing it, until `accept`. */
  refuse(outcome: DialogOutcome): void {
    this.refusing = outcome;
  }

  accept(): void {
    this.refusing = undefined;
  }

  private finish(id: DialogId, ending: DialogEnding): void {
    const parked = this.parked.get(id);
    if (parked === undefined) return;
    // Removed first, so that a listener of the settlement can't settle the question again.
    this.parked.delete(id);
    parked.cleanUp.dispose();
    this.log.info(
      `dialog ${id}: settled, ${ending.outcome}${ending.from === undefined ? '' : ` in ${ending.from}`}`,
    );
    this.publish({ type: 'dialog-settled', dialogId: id, ending });
    parked.resolve(ending);
    this.changed();
  }

  private unknown(id: DialogId): AnswerResult {
    // A panel may send any text as an id.
    const named = /^[0-9a-f-]{36}$/.test(id) ? id : '(unknown id)';
    this.log.warn(`dialog ${named}: not open`);
    return { ok: false, code: 'no-open-dialog', message: l10n.t('This question is no longer open.') };
  }
}
