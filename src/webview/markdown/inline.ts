import type { MarkedToken, Token } from 'marked';
import { decodeEntities } from './entities';
import { linkTarget, type LinkTarget } from './links';

/** What happens when a person opens a link. */
export type LinkOpener = (target: LinkTarget) => void;

/** Draws inline tokens. HTML stays the text that it is; pictures become links, nothing is fetched. */
export function renderInline(tokens: readonly Token[], open: LinkOpener): Node[] {
  return tokens.flatMap((token) => renderToken(token as MarkedToken, open));
}

function renderToken(token: MarkedToken, open: LinkOpener): Node[] {
  switch (token.type) {
    case 'text':
      return token.tokens ? renderInline(token.tokens, open) : [text(decodeEntities(token.text))];
    case 'escape':
      return [text(token.text)];
    case 'strong':
    case 'em':
    case 'del':
      return [wrap(token.type, renderInline(token.tokens, open))];
    case 'codespan': {
      const code = wrap('code', [text(token.text)]);
      code.dir = 'ltr';
      return [code];
    }
    case 'br':
      return [document.createElement('br')];
    case 'link':
      return link(token.href, renderInline(token.tokens, open), open);
    case 'image':
      return link(token.href, [text(token.text === '' ? token.href : token.text)], open);
    default:
      return [text(token.raw)];
  }
}

/**
 * An anchor without an address: a webview would follow one by itself, past our own decision on what may be opened.
 */
function link(href: string, children: readonly Node[], open: LinkOpener): Node[] {
  const target = linkTarget(decodeEntities(href));
  if (!target) return [...children];
  const anchor = wrap('a', children);
  anchor.className = 'link';
  anchor.tabIndex = 0;
  anchor.setAttribute('role', 'link');
  anchor.title = target.kind === 'web' ? target.href : target.path;
  anchor.addEventListener('click', () => open(target));
  anchor.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') open(target);
  });
  return [anchor];
}

const text = (content: string) => document.createTextNode(content);

function wrap(name: string, children: readonly Node[]): HTMLElement {
  const element = document.createElement(name);
  element.append(...children);
  return element;
}
