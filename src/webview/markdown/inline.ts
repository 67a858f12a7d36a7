import type { Token } from 'marked';
import { decodeEntities } from './entities';
import { linkTarget, type LinkTarget } from './links';
import type { AnyToken } from './read/tokens';

/** Called when the user opens a link. */
export type LinkOpener = (target: LinkTarget) => void;

/** Draws inline tokens. HTML is shown as text, except line breaks; images become links, and nothing is fetched. */
export function renderInline(tokens: readonly Token[], open: LinkOpener): Node[] {
  return tokens.flatMap((token) => renderToken(token as AnyToken, open));
}

/** Returns a footnote's label, for references and for the definition. */
export function footnoteLabel(label: string): HTMLElement {
  return wrap('sup', [text(label)]);
}

/** Draws text in which only tags for line breaks are interpreted. */
export function withBreaks(source: string): Node[] {
  const [first = '', ...others] = source.split(/<br\s*\/?>/i);
  return [text(first), ...others.flatMap((line) => [document.createElement('br'), text(line)])];
}

function renderToken(token: AnyToken, open: LinkOpener): Node[] {
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
    case 'footnote-mark':
      return [footnoteLabel(token.label)];
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? [document.createElement('br')] : [text(token.raw)];
    default:
      return [text(token.raw)];
  }
}

/** Draws a link without `href`, because a webview would follow it without the host's check. */
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
