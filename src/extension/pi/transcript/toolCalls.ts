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
  /** It has been told to run, and a person is asked first. */
  awaitingApproval: boolean;
}

/** The tool calls of the run, as items of the transcript. */
export class ToolCalls {
  /** By pi's id of the call, in the order in which they began. */
  private readonly calls = new Map<string, Call>();

  constructor(
    private readonly observe: (observation: RuntimeObservation) => void,
    private readonly newId: () => ItemId,
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  /** The call that began last and still runs. */
  get running(): { readonly name: string; readonly subject: string; readonly since: number } | undefined {
    return [...this.calls.values()].findLast(isActive);
  }

  /** The names of all calls that run. */
  get allRunning(): readonly string[] {
    return [...this.calls.values()].flatMap((call) => (isActive(call) ? [call.name] : []));
  }

  /** A new answer begins: the calls of the one before have ended, told or not. Providers may use their ids again. */
  begin(): void {
    this.abandon();
  }

  /** The model writes a call. */
  writing(callId: string, name: string): void {
    if (!this.calls.has(callId)) this.add(callId, name, 'writing');
  }

  /** The call is written. */
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

  /** A person is asked about a call. pi asks about all calls of an answer before it does any, so none of them runs. */
  pauseForApproval(): void {
    for (const call of this.calls.values()) {
      if (call.state !== 'running') continue;
      call.awaitingApproval = true;
      this.change(call, { state: 'waiting' });
    }
  }

  /** The question is over, whatever came of it: pi tells next of a call that is not to be done. */
  resumeAfterApproval(): void {
    for (const call of this.calls.values()) {
      if (!call.awaitingApproval) continue;
      call.awaitingApproval = false;
      if (isOver(call)) continue;
      call.since = this.now();
      this.change(call, { state: 'running', startedAt: call.since });
    }
  }

  /** `content` is all that the tool has to show by now, or the tail of it. */
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

  /** Calls that pi will not run any more. */
  abandon(): void {
    for (const call of this.calls.values()) {
      if (!isOver(call)) this.change(call, { state: 'aborted' });
    }
    this.calls.clear();
  }

  private add(callId: string, called: unknown, state: ToolItem['state']): Call {
    const name = wholeText(called) ?? '';
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
    this.observe({ type: 'item-added', item: newToolItem(call.id, name, state) });
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
