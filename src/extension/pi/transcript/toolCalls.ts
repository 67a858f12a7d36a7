import type { ItemId } from '../../../protocol/ids';
import type { ToolItem } from '../../../protocol/item';
import type { RuntimeObservation } from '../../core/ports/runtime';
import { wholeText } from '../../base/text';
import { callChanges, newToolItem, outcomeChanges, type ToolOutcome } from './toolItems';
import { ansiTextOf, type ContentBlock } from './messageContent';

interface Call {
  readonly id: ItemId;
  /** pi's id. Some providers give several calls of an answer the same id, or none. */
  callId: string;
  /** pi's index into the answer's content; undefined for a call that no answer announced. */
  readonly index: number | undefined;
  started: boolean;
  readonly name: string;
  subject: string;
  state: ToolItem['state'];
  text: string;
  since: number;
  /** True while a started call waits for the user's approval. */
  awaitingApproval: boolean;
}

/** Tool calls of the current run, as transcript items. */
export class ToolCalls {
  /** In the order of the answer. */
  private calls: Call[] = [];

  constructor(
    private readonly observe: (observation: RuntimeObservation) => void,
    private readonly newId: () => ItemId,
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  /** Returns the most recent call that still runs. */
  get running(): { readonly name: string; readonly subject: string; readonly since: number } | undefined {
    return this.calls.findLast(isActive);
  }

  /** Returns the names of all running calls. */
  get allRunning(): readonly string[] {
    return this.calls.flatMap((call) => (isActive(call) ? [call.name] : []));
  }

  /** Begins a new answer and ends the calls of the previous one. Providers may reuse call ids. */
  begin(): void {
    this.abandon();
  }

  /** Adds a call that the model is writing. */
  writing(index: number, callId: string, name: string): void {
    const call =
      this.calls.find((known) => known.index === index) ?? this.add(index, callId, name, 'writing');
    if (callId === '' || callId === call.callId) return;
    call.callId = callId;
    this.change(call, { callId });
  }

  /** Completes a call's arguments. */
  written(index: number, callId: string, name: string, args: unknown): void {
    this.writing(index, callId, name);
    const call = this.calls.find((known) => known.index === index);
    if (call !== undefined) this.complete(call, name, args);
  }

  /** pi starts calls with the same id in the order of the answer. */
  started(callId: string, name: string, args: unknown): void {
    const known = this.calls.filter((call) => call.callId === callId);
    const call =
      known.find(({ started }) => !started) ?? known.at(-1) ?? this.add(undefined, callId, name, 'writing');
    this.complete(call, name, args);
    if (isOver(call)) return;
    call.started = true;
    call.since = this.now();
    this.change(call, { state: 'running', startedAt: call.since });
  }

  /** Shows all calls as waiting for approval. pi asks about every call of an answer before any call runs. */
  pauseForApproval(): void {
    for (const call of this.calls) {
      if (call.state !== 'running') continue;
      call.awaitingApproval = true;
      this.change(call, { state: 'waiting' });
    }
  }

  /** Resumes the calls after any outcome of the question. pi reports a denied call next. */
  resumeAfterApproval(): void {
    for (const call of this.calls) {
      if (!call.awaitingApproval) continue;
      call.awaitingApproval = false;
      if (isOver(call)) continue;
      call.since = this.now();
      this.change(call, { state: 'running', startedAt: call.since });
    }
  }

  /** Updates a call's output. `content` is the whole output so far, or its tail. */
  progressed(callId: string, content: readonly ContentBlock[]): void {
    const call = this.calls.find((known) => known.callId === callId && isActive(known));
    if (call === undefined) return;
    const text = ansiTextOf(content);
    if (text === call.text) return;
    if (text.startsWith(call.text)) {
      this.observe({ type: 'text-delta', id: call.id, delta: text.slice(call.text.length) });
    } else {
      this.observe({ type: 'item-changed', id: call.id, patch: { text } });
    }
    call.text = text;
  }

  ended(callId: string, name: string, outcome: ToolOutcome): void {
    const known = this.calls.filter((call) => call.callId === callId);
    const call =
      known.find((one) => one.started && !isOver(one)) ??
      known.find((one) => !isOver(one)) ??
      known.at(-1) ??
      this.add(undefined, callId, name, 'running');
    const { text, ...changes } = outcomeChanges(name, outcome);
    this.change(call, text === call.text ? changes : { ...changes, text });
    call.text = text;
  }

  /** Aborts the calls that pi won't run. */
  abandon(): void {
    for (const call of this.calls) {
      if (!isOver(call)) this.change(call, { state: 'aborted' });
    }
    this.calls = [];
  }

  private complete(call: Call, name: string, args: unknown): void {
    if (call.state === 'writing')
      this.change(call, { ...callChanges(name, args, this.folder), state: 'waiting' });
  }

  private add(index: number | undefined, callId: string, unchecked: unknown, state: ToolItem['state']): Call {
    const name = wholeText(unchecked) ?? '';
    const call: Call = {
      id: this.newId(),
      callId,
      index,
      started: false,
      name,
      subject: '',
      state,
      text: '',
      since: this.now(),
      awaitingApproval: false,
    };
    this.calls.push(call);
    const item = newToolItem(call.id, name, state);
    this.observe({ type: 'item-added', item: callId === '' ? item : { ...item, callId } });
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
