import { html, nothing, type TemplateResult } from 'lit-html';
import { styledRuns } from '../../protocol/text/ansiText';
import { keepSgr } from '../../protocol/text/terminalText';
import { longText, type Folds } from './longText';
import { styleClasses } from './pieces';

const limits = { lines: 200, characters: 20_000 };

/** Shows a program's output as a terminal does, in colour. Shows only the beginning or the end of a long output. */
export function output(
  folds: Folds,
  foldId: string,
  raw: string,
  { atEnd = false, isLive = false }: { readonly atEnd?: boolean; readonly isLive?: boolean } = {},
): TemplateResult {
  const text = keepSgr(raw);
  const shown = longText(folds, foldId, text, { limits, atEnd, draw: styledParts() });
  return html`<pre class="output ${isLive ? 'live' : ''}" tabindex="0" dir="ltr"><div>${shown}</div></pre>`;
}

const sgr = /\u001b\[[\d;:]*m/g;
/** A sequence that is cut at the end of a part. */
const cutSequence = /\u001b(?:\[[\d;:]*)?$/;

/** Returns a function that draws the parts of a text in order and continues the style from part to part. */
function styledParts(): (part: string) => unknown {
  let style = '';
  return (part) => {
    if (style === '' && !part.includes('\u001b')) return part;
    const runs = styledRuns(style + part.replace(cutSequence, ''));
    for (const [sequence] of part.matchAll(sgr))
      style = /^\u001b\[[0;:]*m$/.test(sequence) ? '' : style + sequence;
    style = style.slice(-400).replace(/^[^\u001b]*/, '');
    return runs.map(({ text, style: look }) => {
      const classes = styleClasses(look);
      if (text === '') return nothing;
      return classes === '' ? text : html`<span class=${classes}>${text}</span>`;
    });
  };
}
