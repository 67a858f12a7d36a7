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
  /** What may follow it can be asked for. */
  readonly completes?: boolean;
}

/** What the thread runs with. */
export interface SessionInfo {
  readonly title: string;
  readonly folder: string;
  /** As shown to a person. Absent: no model is chosen or usable. */
  readonly model?: string;
  /** The embedded offline model answers. */
  readonly offline?: boolean;
  readonly thinking?: string;
  readonly usage?: Usage;
  readonly commands: readonly SlashCommand[];
  /** What an extension wants above the thread in place of its title; the thread keeps its own in lists. */
  readonly heading?: string;
  /** What an extension calls thoughts that are folded away. */
  readonly thinkingLabel?: string | undefined;
  /** What an extension puts in the place of the turning mark. */
  readonly workingMark?: WorkingMark | undefined;
  /** Extensions have something to say on what could stand at the caret. */
  readonly completionTriggers?: CompletionTriggers | undefined;
  /** False while an extension wants no line that says that pi works. */
  readonly workingShown?: boolean;
}

/** Texts that take turns; without any there is no mark. */
export interface WorkingMark {
  readonly frames: readonly string[];
  /** Milliseconds from one to the next. */
  readonly everyMs: number;
}

/** Lines that an extension keeps above or below the composer. */
export interface Widget {
  readonly lines: readonly string[];
  readonly placement: 'above' | 'below';
}

/** What a composer needs to know of completions beside commands' names. */
export interface CompletionTriggers {
  /** Characters that begin a word for which the host is to be asked. */
  readonly triggers: readonly string[];
}
