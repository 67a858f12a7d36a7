import * as l10n from '@vscode/l10n';
import type { DialogRequest } from '../../../protocol/dialog';
import type { Reply } from '../../../protocol/frames';
import type { PromptKey, ThreadId } from '../../../protocol/ids';
import type { NextStep } from '../../../protocol/item';
import type { PanelRequest } from '../../../protocol/requests';
import { messageOf } from '../../base/errors';
import { admitPrompt } from '../thread/admission';
import type { DraftRepository } from './draftRepository';
import type { OpenPanel, Panels } from './panels';
import type { QueueChange } from '../run/promptQueue';
import type { Thread } from '../thread/thread';
import type { ThreadRegistry } from '../threadRegistry';

/** Actions that the core can't perform itself. */
export interface HostActions {
  /** Returns the thread for a panel that names none. */
  threadFor(panelId: string): Promise<ThreadId>;
  /** Reports that the panel shows this thread now. */
  threadShown(panelId: string, threadId: ThreadId): void;
  openFile(threadId: ThreadId, path: string, line: number | undefined): Promise<void>;
  openLink(href: string): Promise<void>;
  openDiff(threadId: ThreadId, itemId: string): Promise<void>;
  /** Opens the changes of a prompt, or of the whole thread. */
  reviewChanges(threadId: ThreadId, itemId: string | undefined): Promise<void>;
  /** Returns at once, because the user may be asked first. Failures are shown as notifications. */
  undoChanges(request: PanelRequest & { type: 'undo-changes' }): void;
  /** Resolves at once where a question to the user follows. */
  useCode(request: Extract<PanelRequest, { type: 'use-code' }>): Promise<void>;
  answerNatively(threadId: ThreadId, dialogId: string): void;
  /** Shows everything of a question as a document. */
  openQuestion(request: DialogRequest): Promise<void>;
  nextStep(step: NextStep, threadId: ThreadId, panelId: string): void;
}

export interface RequestDeps {
  readonly registry: ThreadRegistry;
  readonly drafts: DraftRepository;
  readonly panels: Panels;
  readonly actions: HostActions;
}

/** The panel that made a request, with everything that a reply needs. */
export interface RequestContext extends OpenPanel {
  readonly name: string;
  readonly deps: RequestDeps;
  readonly closed: boolean;
  /** Replies to prompts by key, so that a prompt that a reloaded page repeats isn't admitted twice. */
  readonly admitted: { get(key: PromptKey): Promise<Reply> | undefined; delete(key: PromptKey): void };
  remember(key: PromptKey, reply: Promise<Reply>): void;
  /** Cancels the completion request in progress and returns the signal of the next. */
  nextCompletion(): AbortSignal;
}

const done: Reply = { ok: true };

/** Answers one request of a panel. Rejects with an error for the user. */
export async function handleRequest(panel: RequestContext, request: PanelRequest): Promise<Reply> {
  const { registry, drafts, actions, panels } = panel.deps;
  switch (request.type) {
    case 'follow': {
      const threadId = request.threadId ?? (await actions.threadFor(panel.panelId));
      await panel.follow(threadId, request.epoch, request.seq);
      actions.threadShown(panel.panelId, threadId);
      return done;
    }
    case 'prompt':
      return prompt(panel, request);
    case 'stop': {
      const thread = registry.peek(request.threadId);
      return thread === undefined
        ? { ok: false, code: 'not-live', message: l10n.t('Nothing is running in this thread.') }
        : thread.stop(request.generation, { panelId: panel.panelId, name: panel.name });
    }
    case 'stop-anyway': {
      const thread = registry.peek(request.threadId);
      return thread !== undefined && thread.abandon(request.generation)
        ? done
        : { ok: false, code: 'idle', message: l10n.t('That run has already ended.') };
    }
    case 'answer':
      return (
        registry.peek(request.threadId)?.dialogs.answer(request.dialogId, request.answer, 'card') ??
        noDialog()
      );
    case 'cancel-dialog':
      return registry.peek(request.threadId)?.dialogs.cancel(request.dialogId, 'card') ?? noDialog();
    case 'answer-natively':
      actions.answerNatively(request.threadId, request.dialogId);
      return done;
    case 'open-question': {
      const open = registry.peek(request.threadId)?.dialogs.open ?? [];
      const question = open.find(({ id }) => id === request.dialogId);
      if (question === undefined) return noDialog();
      await actions.openQuestion(question);
      return done;
    }
    case 'draft': {
      const { text, images, revision, taken } = request;
      panel.composerText = text;
      await drafts.save(request.threadId, panel.panelId, { text, images, revision }, taken);
      return done;
    }
    case 'complete':
      return complete(panel, request);
    case 'take-completion': {
      const completions = registry.peek(request.threadId)?.slot.current?.completions;
      const taken = completions?.take(request.list, request.row);
      return taken === undefined ? tooLate() : { ok: true, ...taken };
    }
    case 'edit-queued':
    case 'remove-queued':
    case 'move-queued':
    case 'send-queued-now':
    case 'resume-queue': {
      const thread = registry.peek(request.threadId);
      return thread !== undefined && thread.changeQueue(queueChange(request)) ? done : notQueued();
    }
    case 'older': {
      const thread = await registry.acquire(request.threadId);
      return { ok: true, ...thread.feed.before(request.before) };
    }
    case 'threads':
      return { ok: true, threads: await registry.list() };
    case 'new-thread': {
      const thread = registry.create();
      await panel.follow(thread.id);
      actions.threadShown(panel.panelId, thread.id);
      return done;
    }
    case 'focused':
      panels.focused(panel);
      return done;
    case 'open-file':
      await actions.openFile(panel.threadId ?? '', request.path, request.line);
      return done;
    case 'open-link':
      await actions.openLink(request.href);
      return done;
    case 'use-code':
      await actions.useCode(request);
      return done;
    case 'open-diff':
      await actions.openDiff(request.threadId, request.itemId);
      return done;
    case 'review-changes':
      await actions.reviewChanges(request.threadId, request.itemId);
      return done;
    case 'undo-changes':
      actions.undoChanges(request);
      return done;
    case 'next-step':
      return nextStep(panel, request);
  }
}

/** Requests completions. Each panel has one request in progress, because the next one replaces its list. */
async function complete(
  panel: RequestContext,
  { threadId, text, caret, forced }: PanelRequest & { type: 'complete' },
): Promise<Reply> {
  const signal = panel.nextCompletion();
  const thread = panel.deps.registry.peek(threadId);
  const { commands } = thread?.feed.state.session ?? { commands: [] };
  const at = { text, caret: Math.min(caret, text.length), forced, commands };
  const found = await thread?.slot.current?.completions?.suggest(at, signal);
  return { ok: true, ...(found ?? { list: 0, rows: [] }) };
}

/** Takes a step that a notice offers. Steps that are prompts are admitted like any other prompt. */
function nextStep(panel: RequestContext, request: PanelRequest & { type: 'next-step' }): Promise<Reply> {
  return panel.deps.registry.use(request.threadId, (thread) => takeStep(panel, request, thread));
}

function takeStep(
  panel: RequestContext,
  { threadId, step, itemId }: PanelRequest & { type: 'next-step' },
  thread: Thread,
): Reply | Promise<Reply> {
  const sender = { panelId: panel.panelId, name: panel.name };
  switch (step) {
    case 'send-queued':
      return thread.changeQueue({ type: 'resume' }) ? done : notQueued();
    case 'end-process':
    case 'end-processes':
      return thread.processes.end(itemId);
    case 'compact':
      return admitPrompt(thread, { text: '/compact', images: [] }, 'enqueue', sender);
    case 'retry': {
      const last = thread.feed.state.items.findLast(
        (item) => item.kind === 'user' && item.state === 'delivered',
      );
      return last?.kind === 'user'
        ? admitPrompt(thread, last, 'enqueue', sender)
        : { ok: false, code: 'bad-request', message: l10n.t('No message to resend.') };
    }
    default:
      panel.deps.actions.nextStep(step, threadId, panel.panelId);
      return done;
  }
}

const tooLate = (): Reply => ({
  ok: false,
  code: 'failed',
  message: l10n.t('This suggestion is no longer available.'),
});
const noDialog = (): Reply => ({
  ok: false,
  code: 'no-open-dialog',
  message: l10n.t('This question is no longer open.'),
});
const notQueued = (): Reply => ({
  ok: false,
  code: 'not-queued',
  message: l10n.t('This message is no longer in the queue.'),
});

/** Admits a prompt. A prompt that a reloaded page repeats gets the same reply again. */
function prompt(panel: RequestContext, request: PanelRequest & { type: 'prompt' }): Promise<Reply> {
  const earlier = panel.admitted.get(request.key);
  if (earlier !== undefined) return earlier;
  panel.deps.panels.focused(panel);
  const reply = panel.deps.registry.use(request.threadId, (thread) =>
    admitPrompt(thread, request, request.delivery, { panelId: panel.panelId, name: panel.name }),
  );
  panel.remember(request.key, reply);
  const refused = (why: string): void => {
    // The user may send the same text again.
    panel.admitted.delete(request.key);
    // The composer of a closed panel can't take the text back, so the next panel gets it.
    if (panel.closed) panel.deps.panels.handBack(request.threadId, undefined, [request], why);
  };
  void reply.then(
    (answer) => {
      if (answer.ok) void panel.deps.drafts.sent(request.threadId, panel.panelId, request.key);
      else refused(answer.message);
    },
    (error: unknown) => {
      refused(messageOf(error));
    },
  );
  return reply;
}

type QueueRequest = Extract<
  PanelRequest,
  { type: 'edit-queued' | 'remove-queued' | 'move-queued' | 'send-queued-now' | 'resume-queue' }
>;

function queueChange(request: QueueRequest): QueueChange {
  switch (request.type) {
    case 'edit-queued':
      return { type: 'edit', messageId: request.messageId, text: request.text };
    case 'remove-queued':
      return { type: 'remove', messageId: request.messageId };
    case 'move-queued':
      return { type: 'move', messageId: request.messageId, by: request.by };
    case 'send-queued-now':
      return { type: 'send-now', messageId: request.messageId };
    case 'resume-queue':
      return { type: 'resume' };
  }
}
