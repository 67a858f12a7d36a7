import * as l10n from '@vscode/l10n';
import type { PanelRequest } from '../../protocol/requests';

/** What the user wants to do with a block of code; the event of that name bubbles from the block. */
export type CodeUse = Pick<Extract<PanelRequest, { type: 'use-code' }>, 'use' | 'text' | 'language'>;

export const codeUseEvent = 'enso-code';

const shells = [
  'bash',
  'sh',
  'shell',
  'zsh',
  'console',
  'shellsession',
  'fish',
  'powershell',
  'ps1',
  'pwsh',
  'bat',
  'cmd',
];

/** Returns the buttons of a block of code. */
export function codeActions(language: string, text: () => string): HTMLElement {
  const element = document.createElement('span');
  element.className = 'code-actions';
  element.append(copyButton(text));
  const add = (icon: string, label: string, use: CodeUse['use']): void => {
    const button = iconButton(icon, label);
    button.addEventListener('click', () => {
      const detail: CodeUse = {
        use,
        text: text(),
        ...(language === '' ? {} : { language: language.slice(0, 100) }),
      };
      element.dispatchEvent(new CustomEvent(codeUseEvent, { bubbles: true, detail }));
    });
    element.append(button);
  };
  if (shells.includes(language)) add('codicon-terminal', l10n.t('Run in Terminal'), 'run-in-terminal');
  add('codicon-insert', l10n.t('Insert at Cursor'), 'insert-at-cursor');
  add('codicon-diff', l10n.t('Apply to File…'), 'apply-to-file');
  add('codicon-go-to-file', l10n.t('Open in Editor'), 'open-in-editor');
  return element;
}

/** Returns the use that an event asks for. */
export function codeUseOf(event: Event): CodeUse | undefined {
  return event instanceof CustomEvent && event.type === codeUseEvent ? (event.detail as CodeUse) : undefined;
}

function iconButton(icon: string, label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `icon-button codicon ${icon}`;
  button.title = label;
  button.setAttribute('aria-label', label);
  return button;
}

function copyButton(text: () => string): HTMLButtonElement {
  const button = iconButton('codicon-copy', l10n.t('Copy'));
  button.setAttribute('aria-label', l10n.t('Copy Code'));
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(text()).then(() => {
      button.classList.replace('codicon-copy', 'codicon-check');
      button.addEventListener(
        'pointerleave',
        () => button.classList.replace('codicon-check', 'codicon-copy'),
        { once: true },
      );
    });
  });
  return button;
}
