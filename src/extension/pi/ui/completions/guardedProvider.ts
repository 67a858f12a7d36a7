import * as l10n from '@vscode/l10n';
import type { ExtensionUIContext } from '@earendil-works/pi-coding-agent';
import { messageOf } from '../../../base/errors';
import { isRecord } from '../../../base/guards';

export type Provider = ReturnType<Parameters<ExtensionUIContext['addAutocompleteProvider']>[0]>;
export type Suggestions = NonNullable<Awaited<ReturnType<Provider['getSuggestions']>>>;
export type CompletionItem = Suggestions['items'][number];

/** The reason why completions of an extension can't be used. */
export type CompletionFailure = 'timed out' | 'invalid' | 'not applied' | 'failed';

/** A function that reports a failure of an extension's completions. */
export type ReportFailure = (source: string, failure: CompletionFailure, detail?: string) => void;

/** Returns the notice for such a failure. */
export function completionFailureText(name: string, failure: CompletionFailure): string {
  switch (failure) {
    case 'timed out':
      return l10n.t('Completions from {name} timed out.', { name });
    case 'invalid':
      return l10n.t('Completions from {name} are invalid.', { name });
    case 'not applied':
      return l10n.t("Completions from {name} couldn't be applied.", { name });
    case 'failed':
      return l10n.t('Completions from {name} failed.', { name });
  }
}

type Suggesting = Parameters<Provider['getSuggestions']>;
type Applying = Parameters<Provider['applyCompletion']>;
type Applied = ReturnType<Provider['applyCompletion']>;

/**
 * A provider of one extension that falls back to the provider below when it fails or returns an invalid list. After a
 * timeout, it is skipped until it has answered.
 */
export class GuardedProvider implements Provider {
  private calls = 0;
  private skipped = false;

  constructor(
    readonly source: string,
    private readonly own: Provider,
    private readonly below: Provider,
    private readonly failed: ReportFailure,
  ) {}

  get isWorking(): boolean {
    return this.calls > 0 && !this.skipped;
  }

  /** Skips this provider until its pending calls have ended. */
  timeOut(): void {
    this.skipped = true;
    this.failed(this.source, 'timed out');
  }

  async getSuggestions(...asked: Suggesting): Promise<Suggestions | null> {
    const [, , , { signal }] = asked;
    if (this.skipped) return this.below.getSuggestions(...asked);
    this.calls += 1;
    try {
      const found: unknown = await this.own.getSuggestions(...copied(asked));
      if (found === null || found === undefined) return null;
      if (isList(found)) return found;
      this.failed(this.source, 'invalid');
    } catch (error) {
      // A cancelled provider may throw.
      if (signal.aborted) return null;
      this.failed(this.source, 'failed', messageOf(error));
    } finally {
      this.calls -= 1;
      if (this.calls === 0) this.skipped = false;
    }
    return this.below.getSuggestions(...asked);
  }

  applyCompletion(...asked: Applying): Applied {
    try {
      const applied: unknown = this.own.applyCompletion(...copied(asked));
      if (isApplied(applied)) return applied;
      this.failed(this.source, 'not applied');
    } catch (error) {
      this.failed(this.source, 'failed', messageOf(error));
    }
    return this.below.applyCompletion(...asked);
  }

  shouldTriggerFileCompletion(...[lines, line, col]: [string[], number, number]): boolean {
    try {
      return this.own.shouldTriggerFileCompletion?.([...lines], line, col) !== false;
    } catch (error) {
      this.failed(this.source, 'failed', messageOf(error));
      return true;
    }
  }
}

/** Copies the lines, which a provider may change. */
function copied<T extends readonly [string[], ...unknown[]]>(asked: T): T {
  const [lines, ...rest] = asked;
  return [[...lines], ...rest] as unknown as T;
}

function isList(value: unknown): value is Suggestions {
  return isRecord(value) && Array.isArray(value['items']) && typeof value['prefix'] === 'string';
}

function isApplied(value: unknown): value is Applied {
  if (!isRecord(value)) return false;
  const { lines, cursorLine, cursorCol } = value;
  return (
    Array.isArray(lines) &&
    lines.every((line) => typeof line === 'string') &&
    Number.isSafeInteger(cursorLine) &&
    Number.isSafeInteger(cursorCol)
  );
}
