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
import { languageFile, loadLanguage } from './lazyLanguages';
import { ScopeTree } from './scopeTree';

/** Longer code stays plain. */
const maxCharacters = 60_000;
/** A single longer line leaves the whole block plain: rules of some languages take the square of a line's length. */
const maxLineLength = 500;
/** Rules of some languages take the square of the text's length, so that it is coloured in pieces of this size. */
const maxPieceCharacters = 4000;

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

interface Job {
  readonly code: HTMLElement;
  readonly language: string;
  /** The text that isn't coloured yet. */
  rest: Text;
}

const waiting: Job[] = [];

/** Colours a finished code block while the page is idle. Code in unknown languages and very long lines stay plain. */
export function highlightLater(code: HTMLElement, language: string): void {
  const [rest] = code.childNodes;
  if (language === '' || !(rest instanceof Text) || !isHighlightable(rest.data)) return;
  if (waiting.push({ code, language, rest }) === 1) requestIdleCallback(work);
}

function isHighlightable(text: string): boolean {
  if (text.length > maxCharacters) return false;
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    if ((end < 0 ? text.length : end) - start > maxLineLength) return false;
    start = end < 0 ? text.length : end + 1;
  }
  return true;
}

function work(deadline: IdleDeadline): void {
  prepare();
  do {
    const [next] = waiting;
    if (!next) return;
    if (!next.code.isConnected || !isKnown(next) || !colourPiece(next)) waiting.shift();
  } while (deadline.timeRemaining() > 5);
  if (waiting.length > 0) requestIdleCallback(work);
}

const loading = new Map<string, Promise<void>>();

/** Returns whether the language of a job is there. Otherwise the job comes back once its language is. */
function isKnown(job: Job): boolean {
  if (hljs.getLanguage(job.language)) return true;
  const file = languageFile(job.language);
  if (file === undefined) return false;
  const loaded = loading.get(file) ?? load(file);
  loading.set(file, loaded);
  void loaded.then(() => {
    if (hljs.getLanguage(job.language) && waiting.push(job) === 1) requestIdleCallback(work);
  });
  return false;
}

/** A language that can't be loaded leaves its code plain. */
async function load(file: string): Promise<void> {
  const language = await loadLanguage(file).catch(() => undefined);
  if (language !== undefined) hljs.registerLanguage(file, language);
}

/** Colours the next piece. Returns whether there are more. */
function colourPiece(job: Job): boolean {
  const end = endOfPiece(job.rest.data);
  const piece = job.rest;
  const more = end < piece.data.length;
  if (more) job.rest = piece.splitText(end);
  const result = hljs.highlight(piece.data, { language: job.language, ignoreIllegals: true });
  if (result.errorRaised === undefined && result._emitter instanceof ScopeTree)
    piece.replaceWith(result._emitter.toNodes());
  return more;
}

/** Returns where to cut: where nothing is likely to span the cut, hence at a blank line, or else at the end of a line. */
function endOfPiece(text: string): number {
  if (text.length <= maxPieceCharacters) return text.length;
  const blankLine = text.lastIndexOf('\n\n', maxPieceCharacters);
  if (blankLine > maxPieceCharacters / 2) return blankLine + 2;
  return text.lastIndexOf('\n', maxPieceCharacters) + 1;
}
