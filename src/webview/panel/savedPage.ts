import type { Draft } from '../../protocol/frames';
import type { ThreadId } from '../../protocol/ids';
import type { ImageContent } from '../../protocol/item';
import type { OutboxEntry } from '../composer/outbox';

/** The state that a page keeps over a reload. */
export interface SavedPage {
  readonly threadId?: ThreadId;
  readonly draft: Draft;
  /** True if the draft was typed before its thread came, so the thread's saved draft comes before it. */
  readonly unowned: boolean;
  /** Drafts of threads that the panel has left, which the host may not have received. */
  readonly left: Readonly<Record<ThreadId, Draft>>;
  readonly outbox: readonly OutboxEntry[];
  readonly taken: readonly string[];
  /** Commands that came back to the composer together with other text. */
  readonly commands: readonly string[];
  /** Text typed into questions, by dialog. */
  readonly answers: Readonly<Record<string, string>>;
}

export const emptySavedPage: SavedPage = {
  draft: { text: '', images: [], revision: 0 },
  unowned: false,
  left: {},
  outbox: [],
  taken: [],
  commands: [],
  answers: {},
};

/**
 * Parses the result of `getState`, which an earlier version may have written. Ignores anything it doesn't recognize.
 */
export function readSavedPage(value: unknown): SavedPage {
  if (!isRecord(value)) return emptySavedPage;
  return {
    ...(typeof value['threadId'] === 'string' ? { threadId: value['threadId'] } : {}),
    draft: draftOf(value['draft']),
    unowned: value['unowned'] === true,
    left: isRecord(value['left'])
      ? Object.fromEntries(Object.entries(value['left']).map(([id, draft]) => [id, draftOf(draft)]))
      : {},
    outbox: listOf(value['outbox']).flatMap(entryOf),
    taken: listOf(value['taken']).filter((id) => typeof id === 'string'),
    commands: listOf(value['commands']).filter((text) => typeof text === 'string'),
    answers: isRecord(value['answers'])
      ? Object.fromEntries(
          Object.entries(value['answers']).filter(
            (pair): pair is [string, string] => typeof pair[1] === 'string',
          ),
        )
      : {},
  };
}

function draftOf(value: unknown): Draft {
  const draft = isRecord(value) ? value : {};
  return {
    text: stringOf(draft['text']),
    images: picturesOf(draft['images']),
    revision: typeof draft['revision'] === 'number' ? draft['revision'] : 0,
  };
}

function entryOf(value: unknown): OutboxEntry[] {
  if (!isRecord(value) || typeof value['key'] !== 'string') return [];
  return [
    {
      key: value['key'],
      ...(typeof value['threadId'] === 'string' ? { threadId: value['threadId'] } : {}),
      text: stringOf(value['text']),
      images: picturesOf(value['images']),
      delivery: value['delivery'] === 'steer' ? 'steer' : 'enqueue',
    },
  ];
}

function picturesOf(value: unknown): ImageContent[] {
  return listOf(value).flatMap((picture) => {
    if (!isRecord(picture)) return [];
    const { mimeType, data, name } = picture;
    if (typeof mimeType !== 'string' || typeof data !== 'string') return [];
    return [{ mimeType, data, ...(typeof name === 'string' ? { name } : {}) }];
  });
}

const stringOf = (value: unknown) => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
