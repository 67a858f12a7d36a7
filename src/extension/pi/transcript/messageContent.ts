import type { ImageContent } from '../../../protocol/item';
import { keepSgr, stripAnsi } from '../../../protocol/text/terminalText';
import { isRecord } from '../../base/guards';
import { jsonOf } from '../../base/text';

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/** Returns the text of content blocks as a terminal would show it, without colours. */
export function textOf(content: string | readonly ContentBlock[] | null | undefined): string {
  return stripAnsi(joined(content));
}

/** Returns the text of content blocks as a terminal would show it, with colours for `styledRuns`. */
export function ansiTextOf(content: string | readonly ContentBlock[] | null | undefined): string {
  return keepSgr(joined(content));
}

/** Joins the text of blocks, each on lines of its own. */
function joined(content: string | readonly ContentBlock[] | null | undefined): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  return content
    .flatMap((block) => (block.type === 'text' && block.text !== '' ? [block.text] : []))
    .reduce((text, next) => (text === '' || text.endsWith('\n') ? text + next : `${text}\n${next}`), '');
}

export function imagesOf(content: string | readonly ContentBlock[] | null | undefined): ImageContent[] {
  if (content === null || content === undefined || typeof content === 'string') return [];
  return content.flatMap((block) =>
    block.type === 'image'
      ? [{ mimeType: block.mimeType.toWellFormed(), data: block.data.toWellFormed() }]
      : [],
  );
}

/** Returns the content of an unchecked message or tool result. Blocks of an unknown kind are text. */
export function contentIn(holder: unknown): readonly ContentBlock[] {
  if (!isRecord(holder)) return [];
  const { content } = holder;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.flatMap(contentBlocks) : [];
}

function contentBlocks(block: unknown): readonly ContentBlock[] {
  if (isContent(block)) return [block];
  const text = typeof block === 'string' ? block : unknownBlockText(block);
  return text === undefined ? [] : [{ type: 'text', text }];
}

const knownKinds: readonly unknown[] = ['text', 'image', 'thinking', 'toolCall'];
const maxUnknownText = 20_000;

/** Returns the text of a block of unknown kind, or its JSON. Damaged blocks of a known kind have none. */
export function unknownBlockText(block: unknown): string | undefined {
  if (!isRecord(block) || typeof block['type'] !== 'string' || knownKinds.includes(block['type']))
    return undefined;
  const text = typeof block['text'] === 'string' ? block['text'] : jsonOf(block, 2);
  return text?.slice(0, maxUnknownText).toWellFormed();
}

function isContent(block: unknown): block is ContentBlock {
  if (!isRecord(block)) return false;
  if (block['type'] === 'text') return typeof block['text'] === 'string';
  return (
    block['type'] === 'image' && typeof block['data'] === 'string' && typeof block['mimeType'] === 'string'
  );
}

/**
 * Returns the blocks of an unchecked answer by pi's indexes: a plain string is one block of text, and a block of
 * unknown kind is text as well.
 */
export function answerBlocks(message: unknown): readonly unknown[] {
  const content: unknown = isRecord(message) ? message['content'] : undefined;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.map((block: unknown) => {
    const text = typeof block === 'string' ? block : unknownBlockText(block);
    return text === undefined ? block : { type: 'text', text };
  });
}

/** Returns whether an unchecked answer has neither text nor calls. */
export function isWordless(message: unknown): boolean {
  return !answerBlocks(message).some((block) => {
    if (!isRecord(block)) return false;
    const { type, text } = block;
    return type === 'text' ? typeof text === 'string' && text.trim() !== '' : type !== 'thinking';
  });
}

/** Returns a call's id; the calls of providers that send none share one. */
export function callIdOf(id: unknown): string {
  return typeof id === 'string' ? id.toWellFormed() : '';
}

/** A tool call in an unchecked answer. */
export function isCall(
  block: unknown,
): block is Readonly<Record<string, unknown>> & { readonly name: string } {
  return isRecord(block) && block['type'] === 'toolCall' && typeof block['name'] === 'string';
}
