import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposable } from '../../base/disposable';
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { RuntimeHost } from '../../core/ports/runtime';
import { codeOf } from '../../base/errors';

/** pi's files that one pi at a time may use, with what is missing without them. Another one waits half a minute. */
const files = [
  ['auth.json', 'keys that are kept there may be missing'],
  ['models-store.json', 'models that are kept there may be missing'],
] as const;

/** Milliseconds after which a start that takes long is looked into, and from then on again. */
const lookEveryMs = 2000;

interface Held {
  readonly file: string;
  readonly missing: string;
}

/** Says in the panel for which file of pi's a start waits, for as long as it does. */
export class StartupLocks {
  private timer: Disposable;
  private said: Held | undefined;
  private over = false;

  constructor(
    private readonly agentDir: string,
    private readonly options: { readonly host: RuntimeHost; readonly clock: Clock; readonly log: Log },
  ) {
    this.timer = this.later();
  }

  /**
   * Waits for the start. What it rejects with names the file that is held, if one is.
   * @returns its value, and a word for the person if pi has given up on a file that is held still
   */
  async during<T>(start: Promise<T>): Promise<{ readonly value: T; readonly word: string | undefined }> {
    try {
      const value = await start;
      const held = await this.end();
      return {
        value,
        word: held === undefined ? undefined : `${whose(held)} pi went on without it: ${held.missing}.`,
      };
    } catch (error) {
      const held = await this.end();
      // pi's own words for it name no file.
      throw held === undefined || codeOf(error) !== 'ELOCKED'
        ? error
        : new Error(whose(held), { cause: error });
    }
  }

  /** Resolves with what was waited for and is held still. */
  private async end(): Promise<Held | undefined> {
    const waited = this.said !== undefined;
    this.over = true;
    this.timer.dispose();
    this.say(undefined);
    return waited ? this.held() : undefined;
  }

  private later(): Disposable {
    return this.options.clock.after(lookEveryMs, () => {
      this.timer = this.later();
      void this.held().then((held) => {
        if (!this.over) this.say(held);
      });
    });
  }

  private say(held: Held | undefined): void {
    if (held?.file === this.said?.file) return;
    if (held !== undefined) this.options.log.warn(`starting waits for the lock of ${held.file}`);
    this.options.host.observe({
      type: 'working-message',
      text: held === undefined ? undefined : `Waiting for another pi that holds ${held.file}`,
    });
    this.said = held;
  }

  private async held(): Promise<Held | undefined> {
    for (const [file, missing] of files) {
      // pi locks what a link leads to.
      const path = join(this.agentDir, file);
      const lock = `${await realpath(path).catch(() => path)}.lock`;
      const there = await stat(lock).then(
        () => true,
        () => false,
      );
      if (there) return { file, missing };
    }
    return undefined;
  }
}

function whose({ file }: Held): string {
  return `Another pi holds ${file}; if none is at work, delete ${file}.lock beside it.`;
}
