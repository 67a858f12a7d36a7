import type { Token, Tokens } from 'marked';
import { closesFence, fenceAt } from './blocks';
import { codeBlock } from './codeBlock';
import { renderInline, footnoteLabel, withBreaks, type LinkOpener } from './inline';
import type { AnyToken, FootnoteToken } from './read/tokens';

/** Draws block tokens as elements. Shows unknown tokens as text. */
export function renderBlocks(tokens: readonly Token[], open: LinkOpener): Node[] {
  return tokens.flatMap((token) => renderBlock(token as AnyToken, open));
}

function renderBlock(token: AnyToken, open: LinkOpener): Node[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'hr':
      return [document.createElement('hr')];
    case 'heading':
      return [block(headings[token.depth - 1] ?? 'h6', renderInline(token.tokens, open))];
    case 'paragraph':
      return [block('p', renderInline(token.tokens, open))];
    case 'text':
      return [...renderInline(token.tokens ?? [token], open)];
    case 'code':
      return [finishedCode(token)];
    case 'blockquote':
      return [block('blockquote', renderBlocks(token.tokens, open))];
    case 'list':
      return [list(token, open)];
    case 'table':
      return [table(token, open)];
    case 'footnote':
      return [footnote(token, open)];
    case 'plain':
    case 'html':
      return [plainBlock(token.text)];
    default:
      return [...renderInline([token], open)];
  }
}

/** Draws text with its line feeds and with its tags for line breaks. */
function plainBlock(text: string): HTMLElement {
  return block('p', withBreaks(text.trimEnd()), 'raw');
}

function footnote({ label, tokens }: FootnoteToken, open: LinkOpener): HTMLElement {
  return block('p', [footnoteLabel(label), ' ', ...renderInline(tokens, open)], 'footnote');
}

// The page itself has a heading of a higher level.
const headings = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

function block(name: string, children: readonly (Node | string)[], className = ''): HTMLElement {
  const element = document.createElement(name);
  element.dir = 'auto';
  if (className !== '') element.className = className;
  element.append(...children);
  return element;
}

function finishedCode(token: Tokens.Code): HTMLElement {
  const code = codeBlock(languageOf(token.lang ?? ''), codeText(token));
  code.close();
  return code.element;
}

/** Returns the lines between the fences. The lexer counts a blank last line twice; the stream doesn't. */
function codeText(token: Tokens.Code): string {
  const fence = fenceAt(token.raw);
  if (!fence) return token.text;
  const lines = token.raw.slice(fence.length).replace(/\n$/, '').split('\n');
  if (closesFence(lines.at(-1) ?? '', fence.marker)) lines.pop();
  return lines.join('\n');
}

/** Returns the first word of a fence's info string. */
export function languageOf(info: string): string {
  return /^[^\s{,:]+/.exec(info.trim())?.[0].toLowerCase() ?? '';
}

function list(token: Tokens.List, open: LinkOpener): HTMLElement {
  const element = listElement(token);
  for (const item of token.items) element.append(listItem(item, open));
  return element;
}

/** Returns the list without its items. */
export function listElement(token: Tokens.List): HTMLElement {
  const element = document.createElement(token.ordered ? 'ol' : 'ul');
  element.dir = 'auto';
  if (element instanceof HTMLOListElement && token.start !== '') element.start = token.start;
  return element;
}

export function listItem(item: Tokens.ListItem, open: LinkOpener): HTMLElement {
  const element = block('li', []);
  if (item.task) {
    element.className = 'task';
    element.append(item.checked ? '☑ ' : '☐ ');
  }
  for (const token of item.tokens) {
    if (token.type !== 'checkbox') element.append(...renderBlock(token as AnyToken, open));
  }
  return element;
}

function table(token: Tokens.Table, open: LinkOpener): HTMLElement {
  const { element, body } = tableElement(token, open);
  for (const cells of token.rows) body.append(tableRow(cells, 'td', open));
  return element;
}

/** Returns the table without its rows. */
export function tableElement(
  token: Tokens.Table,
  open: LinkOpener,
): { readonly element: HTMLElement; readonly body: HTMLElement } {
  const element = document.createElement('div');
  element.className = 'table';
  element.tabIndex = 0;
  const inner = document.createElement('table');
  inner.createTHead().append(tableRow(token.header, 'th', open));
  const body = inner.createTBody();
  element.append(inner);
  return { element, body };
}

export function tableRow(
  cells: readonly Tokens.TableCell[],
  name: 'th' | 'td',
  open: LinkOpener,
): HTMLElement {
  const element = document.createElement('tr');
  for (const cell of cells) {
    element.append(
      block(name, renderInline(cell.tokens, open), cell.align === null ? '' : `align-${cell.align}`),
    );
  }
  return element;
}
