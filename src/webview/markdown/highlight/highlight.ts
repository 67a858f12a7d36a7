import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { ScopeTree } from './scopeTree';

/** Above this many characters colouring takes longer than it is worth. */
const atMost = 30_000;

const languages = {
  bash,
  cpp,
  csharp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};

let ready = false;

function prepare(): void {
  if (ready) return;
  for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
  hljs.registerAliases(['console', 'shell', 'shellsession', 'zsh'], { languageName: 'bash' });
  hljs.registerAliases(['c', 'h'], { languageName: 'cpp' });
  hljs.registerAliases(['jsonc', 'json5'], { languageName: 'json' });
  hljs.configure({ __emitter: ScopeTree });
  ready = true;
}

const waiting: { readonly code: HTMLElement; readonly language: string }[] = [];

/** Colours a finished code block when the page has nothing better to do; unknown languages stay plain. */
export function highlightLater(code: HTMLElement, language: string): void {
  if (language === '' || code.textContent.length > atMost) return;
  if (waiting.push({ code, language }) === 1) requestIdleCallback(work);
}

function work(deadline: IdleDeadline): void {
  prepare();
  do {
    const next = waiting.shift();
    if (!next) return;
    if (next.code.isConnected) colour(next.code, next.language);
  } while (deadline.timeRemaining() > 5);
  if (waiting.length > 0) requestIdleCallback(work);
}

function colour(code: HTMLElement, language: string): void {
  if (!hljs.getLanguage(language)) return;
  const result = hljs.highlight(code.textContent, { language, ignoreIllegals: true });
  if (result.errorRaised === undefined && result._emitter instanceof ScopeTree)
    code.replaceChildren(result._emitter.toNodes());
}
