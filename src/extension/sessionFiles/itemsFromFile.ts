import * as l10n from '@vscode/l10n';
import { addToPrompt } from '../../protocol/reduce';
import { indexOfCall, withQuestion } from '../../protocol/callQuestions';
import type { DialogItem, Item, NoticeItem, ToolItem } from '../../protocol/item';
import { dialogEntryType, parseDialogRecord } from './dialogRecord';
import { compactionText, cutOffText, emptyAnswerNotice, errorNotice } from '../pi/transcript/problems';
import { type Entry, originalPrompt } from './entries';
import { callChanges, newToolItem, outcomeChanges } from '../pi/transcript/toolItems';
import {
  answerBlocks,
  callIdOf,
  contentIn,
  imagesOf,
  isWordless,
  ansiTextOf,
  textOf,
} from '../pi/transcript/messageContent';
import { isRecord } from '../base/guards';

type Data = Readonly<Record<string, unknown>>;

/**
 * Returns the items of a branch, from root to leaf. They equal the items that the live events produced.
 * @param folder the thread's working folder
 */
export function itemsFromFile(branch: readonly Entry[], folder: string): Item[] {
  const builder = new ItemBuilder(folder, omittedIn(branch));
  for (const entry of branch) builder.add(entry);
  return withDistinctIds(builder.finish());
}

/** Returns the items with unique ids. In a damaged file, two records can share an id. */
export function withDistinctIds(items: Item[]): Item[] {
  const ids = new Set<string>();
  return items.map((item) => {
    let { id } = item;
    while (ids.has(id)) id = `${id}'`;
    ids.add(id);
    return id === item.id ? item : { ...item, id };
  });
}

/** Returns the ids of records that pi later removed from the context: attempts that pi retried. */
function omittedIn(branch: readonly Entry[]): ReadonlySet<unknown> {
  return new Set(
    branch
      .filter(({ type, data }) => type === 'context_edit' && data['replacement'] === null)
      .map(({ data }) => data['targetId']),
  );
}

class ItemBuilder {
  private readonly items: Item[] = [];
  /** Item indexes of the last answer's calls, by pi's call id. */
  private calls = new Map<string, number[]>();
  private attempts = 0;

  constructor(
    private readonly folder: string,
    private readonly omitted: ReadonlySet<unknown>,
  ) {}

  add({ id, type, data }: Entry): void {
    switch (type) {
      case 'message':
        if (isRecord(data['message'])) this.message(id, data['message']);
        return;
      case 'custom_message':
        this.custom(id, data);
        return;
      case 'compaction':
        this.notice(id, {
          level: 'info',
          text: compactionText(typeof data['tokensBefore'] === 'number' ? data['tokensBefore'] : 0),
          ...(typeof data['summary'] === 'string' ? { detail: data['summary'] } : {}),
        });
        return;
      case 'branch_summary':
        this.notice(id, {
          level: 'info',
          text: l10n.t('Switched from another branch of this conversation.'),
          ...(typeof data['summary'] === 'string' ? { detail: data['summary'] } : {}),
        });
        return;
      case 'custom':
        if (data['customType'] === dialogEntryType) this.dialog(id, data['data']);
        return;
      default:
        return;
    }
  }

  finish(): Item[] {
    this.abandonCalls();
    return this.items;
  }

  private message(id: string, message: Data): void {
    switch (message['role']) {
      case 'user': {
        this.attempts = 0;
        const content = contentIn(message);
        const text = originalPrompt(textOf(content));
        this.items.push({ kind: 'user', id, text, images: imagesOf(content), state: 'delivered' });
        return;
      }
      case 'assistant':
        this.answer(id, message);
        return;
      case 'toolResult':
        this.result(message);
        return;
      case 'custom':
      case 'hookMessage':
        this.custom(id, message);
        return;
      case 'bashExecution':
        this.shell(id, message);
        return;
      default:
        return;
    }
  }

  private answer(id: string, message: Data): void {
    this.abandonCalls();
    answerBlocks(message).forEach((block, index) => {
      if (isRecord(block)) this.block(`${id}:${index}`, block);
    });
    const stop = message['stopReason'];
    if (stop === 'error' || stop === 'aborted') this.abandonCalls();
    if (stop === 'length') this.notice(`${id}:cut`, { level: 'warning', text: cutOffText() });
    if (stop === 'stop' && isWordless(message) && !this.omitted.has(id))
      this.notice(`${id}:empty`, emptyAnswerNotice());
    if (stop !== 'error') {
      this.attempts = 0;
    } else if (this.omitted.has(id)) {
      this.attempts += 1;
    } else {
      const error = typeof message['errorMessage'] === 'string' ? message['errorMessage'] : '';
      this.notice(`${id}:error`, errorNotice(error, this.attempts));
      this.attempts = 0;
    }
  }

  private block(id: string, block: Data): void {
    const { type, text, thinking, name } = block;
    if (type === 'text' && typeof text === 'string' && text.trim() !== '') {
      this.items.push({ kind: 'text', id, text, open: false });
    } else if (type === 'thinking' && typeof thinking === 'string' && thinking.trim() !== '') {
      this.items.push({ kind: 'thinking', id, text: thinking, open: false });
    } else if (type === 'toolCall' && typeof name === 'string') {
      const callId = callIdOf(block['id']);
      this.calls.set(callId, [...(this.calls.get(callId) ?? []), this.items.length]);
      const item = { ...newToolItem(id, name, 'waiting'), ...(callId === '' ? {} : { callId }) };
      this.items.push({ ...item, ...callChanges(name, block['arguments'], this.folder) });
    }
  }

  private result(message: Data): void {
    const { toolCallId, toolName, details, isError, durationMs } = message;
    // Calls with the same id, or without any, get their results in the order of the calls.
    const index = this.calls.get(callIdOf(toolCallId))?.find((at) => isOpenCall(this.items[at]));
    const item = index === undefined ? undefined : this.items[index];
    if (index === undefined || item?.kind !== 'tool') return;
    const outcome = {
      content: contentIn(message),
      details,
      isError: isError === true,
      durationMs: typeof durationMs === 'number' ? durationMs : undefined,
    };
    const name = typeof toolName === 'string' ? toolName : item.name;
    const changed: ToolItem = { ...item, ...outcomeChanges(name, outcome) };
    this.items[index] = changed;
    if (changed.change !== undefined) addToPrompt(this.items, item.id, changed.change);
  }

  /** Aborts calls without a result: the run was stopped, or the host ended, before they completed. */
  private abandonCalls(): void {
    for (const index of [...this.calls.values()].flat()) {
      const item = this.items[index];
      if (isOpenCall(item)) this.items[index] = { ...item, state: 'aborted' };
    }
    this.calls = new Map();
  }

  private custom(id: string, data: Data): void {
    if (data['display'] !== true) return;
    this.notice(id, {
      level: 'info',
      text: textOf(contentIn(data)),
      ...(typeof data['customType'] === 'string' ? { source: data['customType'] } : {}),
    });
  }

  /** Adds a shell command of the user. */
  private shell(id: string, message: Data): void {
    const { command, output, exitCode, cancelled } = message;
    const failed = typeof exitCode === 'number' && exitCode !== 0;
    const item: ToolItem = {
      ...newToolItem(id, 'bash', cancelled === true ? 'aborted' : failed ? 'failed' : 'done'),
      ...callChanges('bash', { command }, this.folder),
      byUser: true,
      text: typeof output === 'string' ? ansiTextOf(output) : '',
      ...(typeof exitCode === 'number' ? { exitCode } : {}),
    };
    this.items.push(item);
  }

  private dialog(id: string, data: unknown): void {
    const record = parseDialogRecord(data);
    if (record === undefined) return;
    const request = { ...record.spec, id };
    const index = indexOfCall(this.items, request);
    const call = this.items[index];
    const owner = call?.kind === 'tool' ? { toolItemId: call.id } : {};
    const item: DialogItem = { kind: 'dialog', id, request, ...owner, ending: record.ending };
    if (call?.kind === 'tool') this.items[index] = withQuestion(call, item);
    this.items.push(item);
  }

  private notice(id: string, notice: Omit<NoticeItem, 'kind' | 'id'>): void {
    this.items.push({ kind: 'notice', id, ...notice });
  }
}

function isOpenCall(item: Item | undefined): item is ToolItem {
  return item?.kind === 'tool' && item.state === 'waiting';
}
