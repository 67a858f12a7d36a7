export interface Usage {
  readonly tokens?: number;
  readonly window?: number;
  /** US dollars. */
  readonly cost?: number;
}

export interface SlashCommand {
  readonly name: string;
  readonly description?: string;
  readonly kind: 'enso' | 'extension' | 'skill' | 'template';
  readonly hint?: string;
  /** The command offers completions for its arguments. */
  readonly completes?: boolean;
}

/** The session of a thread as panels show it. */
export interface SessionInfo {
  readonly title: string;
  readonly folder: string;
  /** The model's name for the user. Absent: no model is chosen or usable. */
  readonly model?: string;
  /** The offline demo model answers. */
  readonly offline?: boolean;
  readonly thinking?: string;
  readonly usage?: Usage;
  readonly commands: readonly SlashCommand[];
  /** A heading that an extension has set above the thread. Lists show the thread's own title. */
  readonly heading?: string;
  /** An extension's label for folded thoughts. */
  readonly thinkingLabel?: string | undefined;
  /** An extension's replacement for the progress icon. */
  readonly workingMark?: WorkingMark | undefined;
  /** Present if extensions offer completions. */
  readonly completionTriggers?: CompletionTriggers | undefined;
  /** False while an extension hides the activity line. */
  readonly workingShown?: boolean;
}

/** Texts that are shown in turn. Without texts there is no mark. */
export interface WorkingMark {
  readonly frames: readonly string[];
  /** Milliseconds between two texts. */
  readonly everyMs: number;
}

/** Lines that an extension keeps above or below the composer. */
export interface Widget {
  readonly lines: readonly string[];
  readonly placement: 'above' | 'below';
}

/** The conditions under which a composer requests completions. */
export interface CompletionTriggers {
  /** Characters at the beginning of a word for which the composer requests completions. */
  readonly triggers: readonly string[];
}
