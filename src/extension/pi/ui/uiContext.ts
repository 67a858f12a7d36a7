import type { ExtensionUIContext } from '@earendil-works/pi-coding-agent';
import type { SessionInfo } from '../../../protocol/session';
import type { RuntimeObservation } from '../../core/ports/runtime';
import type { CompletionProviders } from './completions/completionProviders';
import type { ComposerWriter } from './composerWriter';
import type { Dialogs } from './dialogs';
import { toTextList, toText } from '../../base/guards';
import type { FrameThrottle } from '../../base/frameThrottle';
import { keepSgr } from '../../base/ansi';
import { theme } from './theme';

export interface UiOptions {
  readonly dialogs: Dialogs;
  /** Observations by a key each, of which only the last in a frame counts. */
  readonly latest: FrameThrottle<RuntimeObservation>;
  readonly composer: ComposerWriter;
  readonly completions: Pick<CompletionProviders, 'add' | 'completing'>;
  readonly notify: (text: string, level: 'info' | 'warning' | 'error') => void;
  /** Takes what takes back all that extensions show: before they are loaded anew, as pi's terminal does. */
  readonly onReload: (forget: () => void) => void;
  /** An extension wants something that only a terminal has. */
  readonly terminalOnly: (what: string) => void;
}

const nothing = () => undefined;

/** More of one text than this nobody reads in a line. */
const longest = 20_000;

/** More lines of one kind than this find no room in any panel. */
const mostKeys = 100;

/** So many frames of a working mark are kept. */
const mostFrames = 100;

const shown = (value: unknown): string => keepSgr(toText(value).slice(0, longest));
const shownIfText = (value: unknown): string | undefined =>
  typeof value === 'string' ? shown(value) : undefined;

/**
 * What pi's extensions see of this window. pi copies its own members one by one, so it is a plain object of functions.
 * What only a terminal can do does nothing, or fails in a way that an extension can tell.
 */
export function uiContext({
  dialogs,
  latest,
  composer,
  completions,
  onReload,
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
  /** What takes each line back. */
  const lines = new Map<string, RuntimeObservation>();
  const line = (key: string, observation: RuntimeObservation, gone: RuntimeObservation): void => {
    if (observation === gone) lines.delete(key);
    else if (lines.size >= mostKeys && !lines.has(key)) return;
    else lines.set(key, gone);
    latest.set(key, observation);
  };
  const working = (message: string | undefined): void => {
    latest.set('working', { type: 'working-message', text: message });
  };
  onReload(() => {
    for (const [key, gone] of lines) latest.set(key, gone);
    lines.clear();
    working(undefined);
    session('heading', { heading: '' });
    session('working shown', { workingShown: true });
    session('working mark', { workingMark: undefined });
    session('thinking label', { thinkingLabel: undefined });
    session('completing', { completionTriggers: completions.completing });
  });
  const context = {
    ...dialogs,
    notify: (message: unknown, type?: unknown) => {
      notify(shown(message), type === 'warning' || type === 'error' ? type : 'info');
    },
    setStatus: (name: unknown, status: unknown) => {
      const key = toText(name);
      const words = shownIfText(status);
      const gone = { type: 'extension-status', key, text: undefined } as const;
      line(`status ${key}`, words === undefined ? gone : { ...gone, text: words }, gone);
    },
    setWidget: (name: unknown, content: unknown, options?: { placement?: unknown } | null) => {
      // A component draws on a terminal; there is no other way to show it.
      if (typeof content === 'function') {
        terminalOnly('a widget of its own making');
        return;
      }
      const key = toText(name);
      const rows = Array.isArray(content) ? toTextList(content).map(shown) : undefined;
      const placement = options?.placement === 'belowEditor' ? 'below' : 'above';
      const gone = { type: 'extension-widget', key, widget: undefined } as const;
      line(
        `widget ${key}`,
        rows === undefined ? gone : { ...gone, widget: { lines: rows, placement } },
        gone,
      );
    },
    setWorkingMessage: (message?: unknown) => {
      working(shownIfText(message));
    },
    setTitle: (title: unknown) => {
      session('heading', { heading: shown(title) });
    },
    setEditorText: (words: unknown) => {
      composer.put(toText(words), true);
    },
    pasteToEditor: (words: unknown) => {
      composer.put(toText(words), false);
    },
    getEditorText: () => composer.text,
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
    setWorkingIndicator: (indicator?: { frames?: unknown; intervalMs?: unknown } | null) => {
      const { frames, intervalMs } = indicator ?? {};
      const everyMs = typeof intervalMs === 'number' && intervalMs > 0 ? intervalMs : 0;
      // Without frames it is pi's own mark again; an empty list of them hides it.
      session('working mark', {
        workingMark: Array.isArray(frames)
          ? { frames: toTextList(frames).slice(0, mostFrames).map(shown), everyMs }
          : undefined,
      });
    },
    setHiddenThinkingLabel: (label?: unknown) => {
      session('thinking label', { thinkingLabel: shownIfText(label) });
    },
    setFooter: wants('a footer'),
    setHeader: wants('a header'),
    setToolsExpanded: nothing,
    getToolsExpanded: () => false,
    addAutocompleteProvider: (factory: unknown) => {
      completions.add(factory);
      session('completing', { completionTriggers: completions.completing });
    },
    setEditorComponent: wants('an editor of its own'),
    getEditorComponent: nothing,
    theme,
    getAllThemes: () => [],
    getTheme: nothing,
    setTheme: () => ({ success: false, error: 'VS Code’s theme is used here.' }),
  };
  return context as unknown as ExtensionUIContext & Dialogs;
}
