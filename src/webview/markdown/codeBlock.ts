import { codeActions } from './codeActions';
import { highlightLater } from './highlight/highlight';

/** A code block on the page: its language, a copy button, the text. */
export interface CodeBlock {
  readonly element: HTMLElement;
  /** Adds text at the end, at a cost that doesn't depend on what is there. */
  append(text: string): void;
  /** The text is complete: colour it when there is time. */
  close(): void;
}

export function codeBlock(language: string, text = ''): CodeBlock {
  const element = document.createElement('div');
  element.className = 'code';
  element.dir = 'ltr';

  const bar = document.createElement('div');
  bar.className = 'code-bar';
  const name = document.createElement('span');
  name.className = 'code-language';
  name.dataset['language'] = language;
  bar.append(
    name,
    codeActions(language, () => code.textContent),
  );

  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  const code = document.createElement('code');
  const content = document.createTextNode(text);
  code.append(content);
  pre.append(code);
  element.append(bar, pre);

  return {
    element,
    append: (more) => content.appendData(more),
    close: () => highlightLater(code, language),
  };
}
