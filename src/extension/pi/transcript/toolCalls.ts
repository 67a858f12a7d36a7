import type { ItemId } from '../../../protocol/ids';
import type { ToolItem } from '../../../protocol/item';
import type { RuntimeObservation } from '../../core/ports/runtime';
import { wholeText } from '../../base/text';
import { callChanges, newToolItem, outcomeChanges, type ToolOutcome } from './toolItems';
import { textOf, type ContentBlock } from './messageContent';

interface Call {
  readonly id: ItemId;
  readonly name: string;
  subject: string;
  state: ToolItem['state'];
  text: string;
  since: number;
  /** pi started the call, and the user is asked for approval first. */
  awaitingApproval: boolean;
}

/** Tool calls of the current run, as transcript items. */
export class ToolCalls {
  /** By pi's call id, in starting order. */
  private readonly calls = new Map<string, Call>();

  constructor(
    private readonly observe: (observation: RuntimeObservation) => void,
    private readonly newId: () => ItemId,
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  /** Returns the most recent call that still runs. */
  get running(): { readonly name: string; readonly subject: string; readonly since: number } | undefined {
    return [...this.calls.values()].findLast(isActive);
  }

  /** Returns the names of all running calls. */
  get allRunning(): readonly string[] {
    return [...this.calls.values()].flatMap((call) => (isActive(call) ? [call.name] : []));
  }

  /** Begins a new answer and ends the calls of the previous one. Providers may reuse call ids. */
  begin(): void {
    this.abandon();
  }

  /** Adds a call that the model is writing. */
  writing(callId: string, name: string): void {
    if (!this.calls.has(callId)) this.add(callId, name, 'writing');
  }

  /** Completes a call's arguments. */
  written(callId: string, name: string, args: unknown): void {
    const call = this.calls.get(callId) ?? this.add(callId, name, 'writing');
    if (call.state === 'writing')
      this.change(call, { ...callChanges(name, args, this.folder), state: 'waiting' });
  }

  started(callId: string, name: string, args: unknown): void {
    this.written(callId, name, args);
    const call = this.calls.get(callId);
    if (call === undefined || isOver(call)) return;
    call.since = this.now();
    this.change(call, { state: 'running', startedAt: call.since });
  }

  /** Shows all calls as waiting for approval. pi asks about every call of an answer before any call runs. */
  pauseForApproval(): void {
    for (const call of this.calls.values()) {
      if (call.state !== 'running') continue;
      call.awaitingApproval = true;
      this.change(call, { state: 'waiting' });
    }
  }

  /** Resumes the calls after any outcome of the question. pi reports a denied call next. */
  resumeAfterApproval(): void {
    for (const call of this.calls.values()) {
      if (!call.awaitingApproval) continue;
      call.awaitingApproval = false;
      if (isOver(call)) continue;
      call.since = this.now();
      this.change(call, { state: 'running', startedAt: call.since });
    }
  }

  /** Updates a call's output. `content` is the whole output so far, or its tail. */
  progressed(callId: string, content: readonly ContentBlock[]): void {
    const call = this.calls.get(callId);
    if (call === undefined || !isActive(call)) return;
    const text = textOf(content);
    if (text === call.text) return;
    if (text.startsWith(call.text)) {
      this.observe({ type: 'text-delta', id: call.id, delta: text.slice(call.text.length) });
    } else {
      this.observe({ type: 'item-changed', id: call.id, patch: { text } });
    }
    call.text = text;
  }

  ended(callId: string, name: string, outcome: ToolOutcome): void {
    const call = this.calls.get(callId) ?? this.add(callId, name, 'running');
    const { text, ...changes } = outcomeChanges(name, outcome);
    this.change(call, text === call.text ? changes : { ...changes, text });
    call.text = text;
  }

  /** Aborts the calls that pi won't run. */
  abandon(): void {
    for (const call of this.calls.values()) {
      if (!isOver(call)) this.change(call, { state: 'aborted' });
    }
    this.calls.clear();
  }

  private add(callId: string, unchecked: unknown, state: ToolItem['state']): Call {
    const name = wholeText(unchecked) ?? '';
    const call: Call = {
      id: this.newId(),
      name,
      subject: '',
      state,
      text: '',
      since: this.now(),
      awaitingApproval: false,
    };
    this.calls.set(callId, call);
    this.observe({ type: 'item-added', item: { ...newToolItem(call.id, name, state), callId } });
    return call;
  }

  private change(call: Call, patch: Partial<Omit<ToolItem, 'kind' | 'id'>>): void {
    call.state = patch.state ?? call.state;
    call.subject = patch.subject ?? call.subject;
    this.observe({ type: 'item-changed', id: call.id, patch });
  }
}

function isActive({ state, awaitingApproval }: Call): boolean {
  return state === 'running' || (awaitingApproval && state === 'waiting');
}

function isOver({ state }: Call): boolean {
  return state === 'done' || state === 'failed' || state === 'aborted';
}
