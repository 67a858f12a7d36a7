import * as l10n from '@vscode/l10n';
import type { AgentSessionEvent } from '@earendil-works/pi-coding-agent';
import type { ItemId } from '../../../protocol/ids';
import type { NoticeItem } from '../../../protocol/item';
import type { Activity } from '../../../protocol/observation';
import type { RuntimeObservation } from '../../core/ports/runtime';
import { AnswerItems } from './answerItems';
import { compactionText, cutOffText, emptyAnswerNotice, errorNotice, modelProblem } from './problems';
import { ShellItem } from './shellItem';
import { ToolCalls } from './toolCalls';
import { answerBlocks, callIdOf, contentIn, imagesOf, isCall, isWordless, textOf } from './messageContent';
import { isRecord } from '../../base/guards';
import { wholeText } from '../../base/text';
import { randomUUID } from 'node:crypto';

type EventOf<T extends AgentSessionEvent['type']> = Extract<AgentSessionEvent, { type: T }>;
type MessageOf<R extends string> = Extract<EventOf<'message_start'>['message'], { role: R }>;

export interface TranscriptOptions {
  readonly observe: (observation: RuntimeObservation) => void;
  readonly newId: () => ItemId;
  readonly folder: string;
  readonly now: () => number;
  /** Returns true if the core draws the message, because the user sent it. */
  readonly takeDelivered: (message: MessageOf<'user'>) => boolean;
}

/** Turns pi's events into the items of a thread and its current activity. */
export class Transcript {
  private readonly answer: AnswerItems;
  private readonly tools: ToolCalls;
  private activity: Activity | undefined;
  private failure: string | undefined;
  private attempts = 0;
  private lastStopReason: string | undefined;

  constructor(private readonly options: TranscriptOptions) {
    this.answer = new AnswerItems(options.observe, options.newId, options.now);
    this.tools = new ToolCalls(options.observe, options.newId, options.folder, options.now);
  }

  /** Returns true if the run's last answer ended in an error. */
  get failed(): boolean {
    return this.lastStopReason === 'error';
  }

  /** Returns the name of the tool that runs. */
  get runningTool(): string | undefined {
    return this.tools.running?.name;
  }

  /** Shows whether the running calls wait for the user's approval. */
  setAwaitingApproval(waiting: boolean): void {
    if (waiting) this.tools.pauseForApproval();
    else this.tools.resumeAfterApproval();
  }

  get runningTools(): readonly string[] {
    return this.tools.allRunning;
  }

  /** Handles an event. Events of an extension's provider arrive unchecked. */
  handle(event: AgentSessionEvent): void {
    if (!isWellFormed(event)) return;
    switch (event.type) {
      case 'agent_start':
        // A retry or a continuation replaces the error before it.
        this.failure = undefined;
        return this.showActivity({ kind: 'thinking' });
      case 'turn_start':
        return this.showActivity({ kind: 'thinking' });
      case 'message_start':
        return this.messageStarted(event);
      case 'message_update':
        return this.messageUpdated(event);
      case 'message_end':
        return this.messageEnded(event);
      case 'tool_execution_start':
        if (event.parentToolCallId !== undefined) return;
        this.tools.started(callIdOf(event.toolCallId), event.toolName, event.args);
        return this.showTool();
      case 'tool_execution_update':
        if (event.parentToolCallId !== undefined) return;
        return this.tools.progressed(callIdOf(event.toolCallId), contentIn(event.partialResult));
      case 'tool_execution_end':
        if (event.parentToolCallId !== undefined) return;
        this.toolEnded(event);
        return this.showTool();
      case 'auto_retry_start':
        this.attempts = event.attempt;
        return this.showActivity({
          kind: 'retrying',
          attempt: event.attempt,
          attempts: event.maxAttempts,
          at: this.options.now() + event.delayMs,
          why: modelProblem(wholeText(event.errorMessage)).text,
        });
      case 'auto_retry_end':
        if (event.success) this.attempts = 0;
        return;
      case 'compaction_start':
        return this.showActivity({ kind: 'compacting' });
      case 'compaction_end':
        return this.compactionEnded(event);
      default:
        return;
    }
  }

  /** Ends the run: closes open items and adds a notice for an error that no retry resolved. */
  settle(aborted: boolean): void {
    this.answer.close();
    this.tools.abandon();
    this.activity = undefined;
    if (this.failure !== undefined && !aborted) {
      this.addNotice(errorNotice(this.failure, this.attempts));
    }
    this.failure = undefined;
    this.attempts = 0;
  }

  /** Adds the user's shell command. */
  startShellItem(command: string): ShellItem {
    return new ShellItem(command, this.options);
  }

  addNotice(notice: Omit<NoticeItem, 'kind' | 'id'>): ItemId {
    const id = this.options.newId();
    this.options.observe({ type: 'item-added', item: { kind: 'notice', id, ...notice } });
    return id;
  }

  showActivity(activity: Activity | undefined): void {
    if (sameActivity(this.activity, activity)) return;
    this.activity = activity;
    this.options.observe({ type: 'activity', activity });
  }

  private showTool(): void {
    const running = this.tools.running;
    if (running === undefined) return this.showActivity({ kind: 'thinking' });
    const { name, subject, since } = running;
    this.showActivity({ kind: 'tool', name, subject, since });
  }

  private messageStarted({ message }: EventOf<'message_start'>): void {
    switch (message.role) {
      case 'assistant':
        this.answer.begin();
        this.tools.begin();
        return;
      case 'user':
        if (this.options.takeDelivered(message)) return;
        this.options.observe({
          type: 'item-added',
          item: {
            kind: 'user',
            id: this.options.newId(),
            text: textOf(contentIn(message)),
            images: imagesOf(contentIn(message)),
            state: 'delivered',
          },
        });
        return;
      case 'custom':
        if (message.display) {
          const source = wholeText(message.customType);
          const text = textOf(contentIn(message));
          this.addNotice({ level: 'info', text, ...(source === undefined ? {} : { source }) });
        }
        return;
      default:
        return;
    }
  }

  private messageUpdated({ assistantMessageEvent: event }: EventOf<'message_update'>): void {
    switch (event.type) {
      case 'toolcall_start':
      case 'toolcall_delta': {
        // Some providers send the name only after the start.
        const call = answerBlocks(event.partial)[event.contentIndex];
        if (isCall(call) && call.name !== '')
          this.tools.writing(event.contentIndex, callIdOf(call['id']), call.name);
        return this.showActivity({ kind: 'answering' });
      }
      case 'toolcall_end':
        return this.callWritten(event.toolCall, event.contentIndex);
      case 'thinking_delta':
        this.showActivity({ kind: 'thinking' });
        return this.answer.update(event);
      case 'text_delta':
        this.showActivity({ kind: 'answering' });
        return this.answer.update(event);
      default:
        return this.answer.update(event);
    }
  }

  private messageEnded({ message }: EventOf<'message_end'>): void {
    if (message.role !== 'assistant') return;
    this.lastStopReason = message.stopReason;
    const blocks = answerBlocks(message);
    this.answer.end(blocks);
    blocks.forEach((block, index) => this.callWritten(block, index));
    if (message.stopReason === 'error' || message.stopReason === 'aborted') this.tools.abandon();
    this.failure = message.stopReason === 'error' ? (wholeText(message.errorMessage) ?? '') : undefined;
    if (message.stopReason === 'length') {
      this.addNotice({ level: 'warning', text: cutOffText() });
    }
    if (message.stopReason === 'stop' && isWordless(message)) this.addNotice(emptyAnswerNotice());
  }

  private callWritten(block: unknown, index: number): void {
    if (isCall(block)) this.tools.written(index, callIdOf(block['id']), block.name, block['arguments']);
  }

  private toolEnded(event: EventOf<'tool_execution_end'>): void {
    const result: unknown = event.result;
    this.tools.ended(callIdOf(event.toolCallId), event.toolName, {
      content: contentIn(result),
      details: isRecord(result) ? result['details'] : undefined,
      isError: event.isError,
      durationMs: event.durationMs,
    });
  }

  private compactionEnded(event: EventOf<'compaction_end'>): void {
    this.showActivity(undefined);
    const result: unknown = event.result;
    if (isRecord(result)) {
      const { tokensBefore, summary } = result;
      const detail = wholeText(summary);
      this.addNotice({
        level: 'info',
        text: compactionText(typeof tokensBefore === 'number' ? tokensBefore : 0),
        ...(detail === undefined ? {} : { detail }),
      });
    } else if (event.errorMessage !== undefined && !event.aborted && event.reason !== 'manual') {
      const { detail } = modelProblem(wholeText(event.errorMessage));
      this.addNotice({
        level: 'warning',
        text: l10n.t("Couldn't compact the conversation."),
        ...(detail === undefined ? {} : { detail }),
        next: ['new-thread'],
      });
    }
  }
}

/** Returns true if an event has the fields that every event of its type has. */
function isWellFormed(event: unknown): boolean {
  if (!isRecord(event)) return false;
  const { type, message, assistantMessageEvent } = event;
  if (type === 'message_start' || type === 'message_end') return isRecord(message);
  return type !== 'message_update' || isRecord(assistantMessageEvent);
}

function sameActivity(a: Activity | undefined, b: Activity | undefined): boolean {
  if (a?.kind !== b?.kind) return false;
  if (a?.kind === 'tool' && b?.kind === 'tool')
    return a.since === b.since && a.name === b.name && a.subject === b.subject;
  return a?.kind !== 'retrying';
}

/**
 * Returns a generator of item ids. The prefix keeps ids unique among all runtimes of a thread, which share one feed.
 */
export function itemIds(): () => ItemId {
  const prefix = randomUUID().slice(0, 8);
  let count = 0;
  return () => `${prefix}-${++count}`;
}
