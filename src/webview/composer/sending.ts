import * as l10n from '@vscode/l10n';
import type { Draft, Frame, Refusal } from '../../protocol/frames';
import type { PromptKey, ThreadId } from '../../protocol/ids';
import type { Delivery } from '../../protocol/observation';
import type { Clock, Timer } from '../host/clock';
import type { ComposerDraft } from './composerDraft';
import type { HostLink } from '../host/hostLink';
import type { Outbox, OutboxEntry } from './outbox';
import type { PanelRun } from '../thread/panelRun';

/** The pause in typing after which the draft is sent to the host. */
export const saveDraftAfterMs = 300;

type Arrival = Pick<Extract<Frame, { type: 'snapshot' }>, 'admitted' | 'heard' | 'draft'>;

/** Sends prompts to the host, which confirms each with a receipt, and unsent text as a draft. */
export class Sending {
  private saveTimer: Timer | undefined;
  private unsaved = false;
  /** Keys that were sent before the page reloaded. The next snapshot shows which ones arrived. */
  private readonly sentBeforeReload: Set<PromptKey>;

  constructor(
    private readonly link: HostLink,
    private readonly clock: Clock,
    private readonly draft: ComposerDraft,
    private readonly outbox: Outbox,
    private readonly run: PanelRun,
    private readonly showMessage: (refusal: Pick<Refusal, 'message'> | undefined) => void,
    private readonly changed: () => void,
  ) {
    this.sentBeforeReload = new Set(outbox.entries.map((entry) => entry.key));
    // The page may have been reloaded before the draft was sent.
    this.unsaved = draft.value.revision > 0;
  }

  /** Sends the composer's text, which leaves the composer at once and comes back if the prompt is refused. */
  send(delivery: Delivery, threadId: ThreadId | undefined): void {
    if (this.draft.empty) return;
    const entries = this.draft.clear().map((body) => this.outbox.add(body, delivery, threadId));
    this.showMessage(undefined);
    this.flushDraft();
    this.changed();
    for (const entry of entries) if (entry.threadId !== undefined) void this.post(entry, entry.threadId);
  }

  /** Sends the prompts that waited for a thread, and settles those that were sent before a reload. */
  arrivedAt(threadId: ThreadId, { admitted, heard, draft }: Arrival): void {
    this.adoptDraft(threadId, draft);
    // Earlier snapshots may have been made before all requests arrived.
    if (heard === undefined || this.link.sent(heard)) this.settleEarlier(threadId, admitted);
    for (const entry of this.outbox.assignThread(threadId)) {
      this.sentBeforeReload.delete(entry.key);
      void this.post(entry, threadId);
    }
  }

  /** Returns whether prompts that were sent before a reload may not have arrived. */
  unsettled(threadId: ThreadId | undefined): boolean {
    return this.outbox.entries.some(
      (entry) => entry.threadId === threadId && this.sentBeforeReload.has(entry.key),
    );
  }

  private adoptDraft(threadId: ThreadId, saved: Draft | undefined): void {
    const before = this.draft.value.revision;
    this.draft.follow(threadId, saved);
    const { revision } = this.draft.value;
    if (saved?.revision === revision && before !== revision) this.draftSaved();
    // The host doesn't have changes from just before a reload.
    if (revision > (saved?.revision ?? 0)) this.draftChanged();
  }

  private settleEarlier(threadId: ThreadId, admitted: readonly PromptKey[]): void {
    for (const entry of this.outbox.entries.filter((left) => this.sentBeforeReload.has(left.key))) {
      const arrived = admitted.includes(entry.key);
      if (!arrived && entry.threadId !== undefined && entry.threadId !== threadId) continue;
      this.sentBeforeReload.delete(entry.key);
      // The host repeats the reply that the page missed, which may be a refusal.
      if (arrived) void this.post(entry, entry.threadId ?? threadId, false);
      else
        this.putBack(
          this.outbox.removeUnanswered(entry.key),
          l10n.t("This message wasn't sent before the panel reloaded."),
        );
    }
  }

  draftChanged(): void {
    this.unsaved = true;
    this.saveTimer?.dispose();
    this.saveTimer = this.clock.after(saveDraftAfterMs, () => this.flushDraft());
  }

  /** Sends the draft to the host now. Without a thread the draft stays unsaved until there is one. */
  flushDraft(): void {
    this.saveTimer?.dispose();
    this.saveTimer = undefined;
    const { threadId } = this.draft;
    if (!this.unsaved || threadId === undefined) return;
    this.unsaved = false;
    this.sendDraft(threadId, this.draft.value);
  }

  /** Sends the drafts of threads that were left before a reload. The host keeps the later revision. */
  sendLeftDrafts(): void {
    for (const [threadId, draft] of Object.entries(this.draft.others)) this.sendDraft(threadId, draft);
  }

  private sendDraft(threadId: ThreadId, draft: Draft): void {
    this.link.tell({
      type: 'draft',
      threadId,
      ...draftBody(draft),
      taken: [...this.draft.taken].slice(-1000),
    });
  }

  /** Marks the draft as saved: the host's draft was adopted unchanged. */
  draftSaved(): void {
    this.unsaved = false;
    this.saveTimer?.dispose();
    this.saveTimer = undefined;
  }

  private async post(entry: OutboxEntry, threadId: ThreadId, opensRun = true): Promise<void> {
    // A prompt from before a reload may already have run, which the host's status shows.
    if (opensRun) this.run.promptSent(entry.key);
    const { key, delivery } = entry;
    const reply = await this.link.request({
      type: 'prompt',
      threadId,
      key,
      delivery,
      ...sendableBody(entry),
    });
    if (reply.ok && 'generation' in reply) {
      this.outbox.remove(key);
      this.run.receiptReceived(key, reply.generation, reply.queued);
    } else {
      this.run.promptWithdrawn(key);
      const silent = reply.ok || reply.code === 'unreachable';
      const back = silent ? this.outbox.removeUnanswered(key) : this.outbox.remove(key);
      this.putBack(
        back,
        reply.ok || silent
          ? l10n.t("Couldn't send the message because the extension isn't responding. Try again.")
          : reply.message,
      );
    }
    this.changed();
  }

  private putBack(entry: OutboxEntry | undefined, why: string): void {
    if (!entry) return;
    this.draft.putBack(entry);
    this.showMessage({ message: why });
  }
}

type Sendable = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
const sendable: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const isSendable = (mimeType: string): mimeType is Sendable => sendable.includes(mimeType);

function sendableBody({ text, images }: Pick<OutboxEntry, 'text' | 'images'>) {
  return {
    text,
    images: images.flatMap(({ mimeType, ...rest }) => (isSendable(mimeType) ? [{ mimeType, ...rest }] : [])),
  };
}

function draftBody(draft: { text: string; images: OutboxEntry['images']; revision: number }) {
  return { ...sendableBody(draft), revision: draft.revision };
}
