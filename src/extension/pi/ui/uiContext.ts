import * as l10n from '@vscode/l10n';
import type { ExtensionUIContext } from '@earendil-works/pi-coding-agent';
import type { SessionInfo } from '../../../protocol/session';
import type { RuntimeObservation } from '../../core/ports/runtime';
import type { CompletionProviders } from './completions/completionProviders';
import type { ComposerWriter } from './composerWriter';
import type { Dialogs } from './dialogs';
import { toTextList, toText } from '../../base/guards';
import type { FrameThrottle } from '../../base/frameThrottle';
import { keepSgr } from '../../../protocol/text/terminalText';
import { theme } from './theme';

export interface UiOptions {
  readonly dialogs: Dialogs;
  /** Passes on the last observation of a frame for each key. */
  readonly throttle: FrameThrottle<RuntimeObservation>;
  readonly composer: ComposerWriter;
  readonly completions: Pick<CompletionProviders, 'add' | 'triggers'>;
  readonly notify: (text: string, level: 'info' | 'warning' | 'error') => void;
  /** Called when an extension uses a feature that only a terminal has. */
  readonly terminalOnly: (feature: TerminalFeature) => void;
}

export type UiContext = ExtensionUIContext & Dialogs;

/** A feature of pi's UI that a panel can't have. */
export type TerminalFeature = 'widget' | 'screen' | 'keyboard' | 'footer' | 'header' | 'editor';

/** Returns the notice for an extension that uses such a feature. */
export function terminalFeatureText(name: string, feature: TerminalFeature): string {
  switch (feature) {
    case 'widget':
      return l10n.t('{name} uses a custom widget, which only works in a terminal. Everything else works.', {
        name,
      });
    case 'screen':
      return l10n.t('{name} uses a custom screen, which only works in a terminal. Everything else works.', {
        name,
      });
    case 'keyboard':
      return l10n.t('{name} reads the keyboard, which only works in a terminal. Everything else works.', {
        name,
      });
    case 'footer':
      return l10n.t('{name} uses a footer, which only works in a terminal. Everything else works.', { name });
    case 'header':
      return l10n.t('{name} uses a header, which only works in a terminal. Everything else works.', { name });
    case 'editor':
      return l10n.t('{name} uses a custom editor, which only works in a terminal. Everything else works.', {
        name,
      });
  }
}

const nothing = () => undefined;

const maxTextChars = 20_000;
/** The limit of status lines and widgets together. */
const maxLines = 100;
/** The limit of a working mark. */
const maxFrames = 100;

const shown = (value: unknown): string => keepSgr(toText(value).slice(0, maxTextChars));
const shownIfText = (value: unknown): string | undefined =>
  typeof value === 'string' ? shown(value) : undefined;

/**
 * Returns the `ctx.ui` of a session's extensions, and a function that clears everything they show, as pi's terminal
 * does before a reload. pi copies the members, so the context is a plain object. Members that need a terminal do
 * nothing, or fail in a way that an extension can detect.
 */
export function uiContext({ dialogs, throttle, composer, completions, notify, terminalOnly }: UiOptions): {
  readonly context: UiContext;
  readonly clear: () => void;
} {
  const unsupported = (feature: TerminalFeature) => (value: unknown) => {
    // Undefined clears the feature, which was never shown.
    if (value !== undefined) terminalOnly(feature);
  };
  const session = (key: string, patch: Partial<SessionInfo>): void => {
    throttle.set(key, { type: 'session-changed', patch });
  };
  /** The observation that clears each line. */
  const lines = new Map<string, RuntimeObservation>();
  const line = (key: string, observation: RuntimeObservation, cleared: RuntimeObservation): void => {
    if (observation === cleared) lines.delete(key);
    else if (lines.size >= maxLines && !lines.has(key)) return;
    else lines.set(key, cleared);
    throttle.set(key, observation);
  };
  const working = (message: string | undefined): void => {
    throttle.set('working', { type: 'working-message', text: message });
  };
  const clear = (): void => {
    for (const [key, cleared] of lines) throttle.set(key, cleared);
    lines.clear();
    working(undefined);
    session('heading', { heading: '' });
    session('working shown', { workingShown: true });
    session('working mark', { workingMark: undefined });
    session('thinking label', { thinkingLabel: undefined });
    session('completing', { completionTriggers: completions.triggers });
  };
  const context = {
    ...dialogs,
    notify: (message: unknown, type?: unknown) => {
      notify(shown(message), type === 'warning' || type === 'error' ? type : 'info');
    },
    setStatus: (name: unknown, status: unknown) => {
      const key = toText(name);
      const text = shownIfText(status);
      const cleared = { type: 'extension-status', key, text: undefined } as const;
      line(`status ${key}`, text === undefined ? cleared : { ...cleared, text }, cleared);
    },
    setWidget: (name: unknown, content: unknown, options?: { placement?: unknown } | null) => {
      // A component can only draw on a terminal.
      if (typeof content === 'function') {
        terminalOnly('widget');
        return;
      }
      const key = toText(name);
      const rows = Array.isArray(content) ? toTextList(content).map(shown) : undefined;
      const placement = options?.placement === 'belowEditor' ? 'below' : 'above';
      const cleared = { type: 'extension-widget', key, widget: undefined } as const;
      line(
        `widget ${key}`,
        rows === undefined ? cleared : { ...cleared, widget: { lines: rows, placement } },
        cleared,
      );
    },
    setWorkingMessage: (message?: unknown) => {
      working(shownIfText(message));
    },
    setTitle: (title: unknown) => {
      session('heading', { heading: shown(title) });
    },
    setEditorText: (text: unknown) => {
      composer.write(toText(text), true);
    },
    pasteToEditor: (text: unknown) => {
      composer.write(toText(text), false);
    },
    getEditorText: () => composer.text,
    custom: () => {
      terminalOnly('screen');
      return Promise.resolve(undefined);
    },
    onTerminalInput: () => {
      terminalOnly('keyboard');
      return nothing;
    },
    setWorkingVisible: (visible: unknown) => {
      session('working shown', { workingShown: visible !== false });
    },
    setWorkingIndicator: (indicator?: { frames?: unknown; intervalMs?: unknown } | null) => {
      const { frames, intervalMs } = indicator ?? {};
      const everyMs = typeof intervalMs === 'number' && intervalMs > 0 ? intervalMs : 0;
      // Without frames, pi's own mark returns. An empty list hides the mark.
      session('working mark', {
        workingMark: Array.isArray(frames)
          ? { frames: toTextList(frames).slice(0, maxFrames).map(shown), everyMs }
          : undefined,
      });
    },
    setHiddenThinkingLabel: (label?: unknown) => {
      session('thinking label', { thinkingLabel: shownIfText(label) });
    },
    setFooter: unsupported('footer'),
    setHeader: unsupported('header'),
    setToolsExpanded: nothing,
    getToolsExpanded: () => false,
    addAutocompleteProvider: (factory: unknown) => {
      completions.add(factory);
      session('completing', { completionTriggers: completions.triggers });
    },
    setEditorComponent: unsupported('editor'),
    getEditorComponent: nothing,
    theme,
    getAllThemes: () => [],
    getTheme: nothing,
    setTheme: () => ({ success: false, error: "Themes can't be changed. Enso uses VS Code's theme." }),
  };
  return { context: context as unknown as UiContext, clear };
}
