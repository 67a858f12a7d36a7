import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import l10nDev from '@vscode/l10n-dev';
import { withBrowser, type Texts } from './panelPage';
import { conversation, everything } from './samples';
import type { ScriptedHost } from './scriptedHost';

/** A pseudo-language: accents in place of letters, and texts that are 40 % longer. */
function pseudoTexts(): Texts {
  const bundle = JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')) as Parameters<
    typeof l10nDev.getL10nPseudoLocalized
  >[0];
  const texts = Object.entries(l10nDev.getL10nPseudoLocalized(bundle));
  return Object.fromEntries(
    texts.map(([key, entry]) => {
      const text = typeof entry === 'string' ? entry : entry.message;
      const source = bundle[key];
      const english = typeof source === 'string' ? source : (source?.message ?? '');
      const missing = Math.max(0, Math.ceil(english.length * 1.4) - text.length);
      return [key, text + ' ŧŧŧŧŧ'.repeat(Math.ceil(missing / 6)).slice(0, missing)];
    }),
  );
}

/** Fields that tell the panel what to do; all other strings are shown. */
const controlFields = new Set(
  [
    'kind',
    'id',
    'threadId',
    'messageId',
    'callId',
    'name',
    'state',
    'delivery',
    'mimeType',
    'data',
    'level',
  ].concat(['outcome', 'from', 'decisions', 'decision', 'next', 'placement']),
);

/** Replaces the letters of everything that a thread shows, so that letters on the page come from the panel. */
function withoutLetters(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return controlFields.has(field) ? value : value.replace(/[a-z]/gi, 'я');
  if (Array.isArray(value)) return value.map((each) => withoutLetters(each, field));
  if (typeof value !== 'object' || value === null) return value;
  const isShownName = field === 'widgets' || field === 'statuses';
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      isShownName ? name.replace(/[a-z]/gi, 'я') : name,
      withoutLetters(each, name),
    ]),
  );
}

const masked = (before: (host: ScriptedHost) => void) => (host: ScriptedHost) => {
  before(host);
  host.state = withoutLetters(host.state) as ScriptedHost['state'];
};

/** Names that no language translates: of products, keys, and a tool. */
const names = /\b(Enso|pi|Ctrl|Enter|Alt|Shift|Cmd|mcp_search)\b/g;

interface ShownText {
  readonly text: string;
  readonly cut: boolean;
}

/** Runs in the page. Returns each visible text and label, and whether a part of it is cut off. */
function shownTexts(): ShownText[] {
  const parentOf = (node: Node): Element | null =>
    (node instanceof Element || node instanceof Text ? node.assignedSlot : null) ??
    node.parentElement ??
    (node.parentNode instanceof ShadowRoot ? node.parentNode.host : null);
  const isCut = (node: Text): boolean => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
    if (rects.some(({ left, right }) => left < -1 || right > window.innerWidth + 1)) return true;
    for (let parent = parentOf(node); parent; parent = parentOf(parent)) {
      const { overflowX, overflowY } = getComputedStyle(parent);
      const box = parent.getBoundingClientRect();
      const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (overflowX !== 'visible' && rects.some(({ right }) => right > box.right + 1)) return true;
      if (clips(overflowY) && rects.some(({ bottom }) => bottom > box.bottom + 1)) return true;
    }
    return false;
  };
  const found: ShownText[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      for (const name of ['title', 'aria-label', 'placeholder', 'alt', 'aria-roledescription']) {
        const text = node.getAttribute(name);
        if (text) found.push({ text, cut: false });
      }
      continue;
    }
    const parent = node.parentElement;
    if (!(node instanceof Text) || !parent || parent.closest('script, .unseen, .visually-hidden')) continue;
    if (node.data.trim() === '' || !parent.checkVisibility({ visibilityProperty: true })) continue;
    found.push({ text: node.data.trim(), cut: isCut(node) });
  }
  return found;
}

describe('The panel in a pseudo-language', () => {
  const browser = withBrowser();
  const texts = pseudoTexts();
  const threads: Readonly<Record<string, (host: ScriptedHost) => void>> = {
    'an empty thread': () => undefined,
    'a conversation': conversation,
    'one of everything': everything,
  };

  for (const [name, before] of Object.entries(threads)) {
    it(`The panel leaves no text of ${name} untranslated and cuts none off at 250 px`, async () => {
      const panel = await browser.open({ texts, width: 250, height: 1500, before: masked(before) });
      await panel.screenshot(`pseudo-${name.replaceAll(' ', '-')}`);
      const shown = await panel.page.evaluate(shownTexts);
      assert.ok(shown.some(({ text }) => text.includes('ŧ')));
      const english = shown.filter(({ text }) => /[a-z]{2,}/i.test(text.replace(names, '')));
      assert.deepEqual(
        english.map(({ text }) => text),
        [],
        'untranslated',
      );
      const cut = shown.filter(({ text, cut }) => cut && /[ŧḗȧǿīŭ]/.test(text));
      assert.deepEqual(
        cut.map(({ text }) => text),
        [],
        'cut off',
      );
    });
  }
});
