import type { ExtensionUIContext } from '@earendil-works/pi-coding-agent';
import type { SessionInfo } from '../../protocol/observation';
import type { RuntimeObservation, RuntimeHost } from '../core/ports';
import { text, type Dialogs } from './dialogs';
import type { Latest } from './latest';
import { plainTheme } from './plainTheme';
import { terminalText } from './terminalText';

export interface UiOptions {
  readonly host: RuntimeHost;
  readonly dialogs: Dialogs;
  /** Observations by a key each, of which only the last in a frame counts. */
  readonly latest: Latest<RuntimeObservation>;
  readonly notify: (text: string, level: 'info' | 'warning' | 'error') => void;
  /** An extension wants something that only a terminal has. */
  readonly terminalOnly: (what: string) => void;
}

const nothing = () => undefined;

/**
 * What pi's extensions see of this window. pi copies its own members one by one, so it is a plain object of functions.
 * What only a terminal can do does nothing, or fails in a way that an extension can tell.
 */
export function uiContext({
  host,
  dialogs,
  latest,
  notify,
  terminalOnly,
}: UiOptions): ExtensionUIContext & Dialogs {
  const wants = (what: string) => (value: unknown) => {
    // Taking something back that was never shown is no wish.
    if (value !== undefined) terminalOnly(what);
  };
  const session = (key: string, patch: Partial<SessionInfo>): void => {
    latest.set(key, { type: 'session-changed', patch });
  };
  const context = {
    ...dialogs,
    notify: (message: string, type?: string) => {
      notify(terminalText(text(message)), type === 'warning' || type === 'error' ? type : 'info');
    },
    setStatus: (key: string, status: string | undefined) => {
      const shown = typeof status === 'string' ? terminalText(status) : undefined;
      latest.set(`status ${key}`, { type: 'extension-status', key, text: shown });
    },
    setWidget: (key: string, content: unknown, options?: { placement?: string }) => {
      // A component draws on a terminal; there is no other way to show it.
      if (typeof content === 'function') {
        terminalOnly('a widget of its own making');
        return;
      }
      const lines = Array.isArray(content) ? content.map((line) => terminalText(text(line))) : undefined;
      const placement = options?.placement === 'belowEditor' ? 'below' : 'above';
      const widget = lines === undefined ? undefined : ({ lines, placement } as const);
      latest.set(`widget ${key}`, { type: 'extension-widget', key, widget });
    },
    setWorkingMessage: (message?: string) => {
      const shown = typeof message === 'string' ? terminalText(message) : undefined;
      latest.set('working', { type: 'working-message', text: shown });
    },
    setTitle: (title: string) => {
      session('heading', { heading: terminalText(text(title)) });
    },
    setEditorText: (words: string) => {
      host.setComposerText(text(words), true);
    },
    pasteToEditor: (words: string) => {
      host.setComposerText(text(words), false);
    },
    getEditorText: () => host.composerText(),
    custom: () => {
      terminalOnly('a screen of its own');
      return Promise.resolve(undefined);
    },
    onTerminalInput: () => {
      terminalOnly('to read the keyboard');
      return nothing;
    },
    setWorkingVisible: (visible: unknown) => {
      session('working shown', { workingShown: visible !== false });
    },
    setWorkingIndicator: (indicator?: { frames?: unknown }) => {
      const frames = indicator?.frames;
      // Without frames it is pi's own mark again; an empty list of them hides it.
      session('working mark', {
        workingMark: Array.isArray(frames) ? terminalText(text(frames[0] ?? '')) : undefined,
      });
    },
    setHiddenThinkingLabel: (label?: string) => {
      session('thinking label', {
        thinkingLabel: typeof label === 'string' ? terminalText(label) : undefined,
      });
    },
    setFooter: wants('a footer'),
    setHeader: wants('a header'),
    setToolsExpanded: nothing,
    getToolsExpanded: () => false,
    addAutocompleteProvider: wants('completions of its own'),
    setEditorComponent: wants('an editor of its own'),
    getEditorComponent: nothing,
    theme: plainTheme,
    getAllThemes: () => [],
    getTheme: nothing,
    setTheme: () => ({ success: false, error: 'VS Code’s theme is used here.' }),
  };
  return context as unknown as ExtensionUIContext & Dialogs;
}
