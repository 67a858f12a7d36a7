import type { ExtensionUIContext } from '@earendil-works/pi-coding-agent';
import { messageOf } from '../../../base/errors';
import { isRecord } from '../../../base/guards';

export type Provider = ReturnType<Parameters<ExtensionUIContext['addAutocompleteProvider']>[0]>;
export type Suggestions = NonNullable<Awaited<ReturnType<Provider['getSuggestions']>>>;
export type CompletionItem = Suggestions['items'][number];

/** Whose completions can't be used, why, as the end of a sentence, and the error. */
export type TellFailure = (source: string, why: string, detail?: string) => void;

type Suggesting = Parameters<Provider['getSuggestions']>;
type Applying = Parameters<Provider['applyCompletion']>;
type Applied = ReturnType<Provider['applyCompletion']>;

/**
 * One extension's provider with a net around it: when it fails, or gives what is no list, the one below it has its turn.
 * One that thinks on when it was given up is passed over until it has done.
 */
export class GuardedProvider implements Provider {
  private thinking = 0;
  private passedOver = false;

  constructor(
    readonly source: string,
    private readonly own: Provider,
    private readonly below: Provider,
    private readonly failed: TellFailure,
  ) {}

  get isThinking(): boolean {
    return this.thinking > 0 && !this.passedOver;
  }

  giveUp(): void {
    this.passedOver = true;
    this.failed(this.source, 'take too long');
  }

  async getSuggestions(...asked: Suggesting): Promise<Suggestions | null> {
    const [, , , { signal }] = asked;
    if (this.passedOver) return this.below.getSuggestions(...asked);
    this.thinking += 1;
    try {
      const found: unknown = await this.own.getSuggestions(...own(asked));
      if (found === null || found === undefined) return null;
      if (isList(found)) return found;
      this.failed(this.source, 'are no list');
    } catch (error) {
      // Whoever was called off may say so.
      if (signal.aborted) return null;
      this.failed(this.source, 'failed', messageOf(error));
    } finally {
      this.thinking -= 1;
      if (this.thinking === 0) this.passedOver = false;
    }
    return this.below.getSuggestions(...asked);
  }

  applyCompletion(...asked: Applying): Applied {
    try {
      const applied: unknown = this.own.applyCompletion(...own(asked));
      if (isApplied(applied)) return applied;
      this.failed(this.source, 'could not be taken');
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

/** The lines are the provider's own to change. */
function own<T extends readonly [string[], ...unknown[]]>(asked: T): T {
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
