import type { ImageContent } from '../../../protocol/item';
import { stripAnsi } from '../../base/ansi';
import { isRecord } from '../../base/guards';

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/** Returns the text of content blocks as a terminal would show the text. */
export function textOf(content: string | readonly ContentBlock[] | null | undefined): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return stripAnsi(content);
  return stripAnsi(content.map((block) => (block.type === 'text' ? block.text : '')).join(''));
}

export function imagesOf(content: string | readonly ContentBlock[] | null | undefined): ImageContent[] {
  if (content === null || content === undefined || typeof content === 'string') return [];
  return content.flatMap((block) =>
    block.type === 'image'
      ? [{ mimeType: block.mimeType.toWellFormed(), data: block.data.toWellFormed() }]
      : [],
  );
}

/** Returns the content of an unchecked message or tool result. Ignores blocks of unknown shape. */
export function contentIn(holder: unknown): readonly ContentBlock[] {
  if (!isRecord(holder)) return [];
  const { content } = holder;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isContent) : [];
}

function isContent(block: unknown): block is ContentBlock {
  if (!isRecord(block)) return false;
  if (block['type'] === 'text') return typeof block['text'] === 'string';
  return (
    block['type'] === 'image' && typeof block['data'] === 'string' && typeof block['mimeType'] === 'string'
  );
}
