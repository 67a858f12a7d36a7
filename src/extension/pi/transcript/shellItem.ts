import type { ItemId } from '../../../protocol/ids';
import type { RuntimeObservation } from '../../core/ports/runtime';
import { callChanges, newToolItem } from './toolItems';
import { ansiTextOf } from './messageContent';

/** The end of the user's shell command, as pi reports it. */
export interface ShellEnding {
  readonly output: string;
  readonly exitCode: number | undefined;
  readonly cancelled: boolean;
}

/** Characters of output that a running command shows. pi truncates the final output to less. */
const maxShownChars = 100_000;

/** The user's shell command as a transcript item, drawn like a command of the agent. */
export class ShellItem {
  private readonly id: ItemId;
  private readonly startedAt: number;
  private text = '';

  constructor(
    command: string,
    private readonly options: {
      readonly observe: (observation: RuntimeObservation) => void;
      readonly newId: () => ItemId;
      readonly folder: string;
      readonly now: () => number;
    },
  ) {
    this.id = options.newId();
    this.startedAt = options.now();
    const details = callChanges('bash', { command }, options.folder);
    const item = {
      ...newToolItem(this.id, 'bash', 'running'),
      ...details,
      byUser: true,
      startedAt: this.startedAt,
    };
    options.observe({ type: 'item-added', item });
    const { subject } = item;
    options.observe({
      type: 'activity',
      activity: { kind: 'tool', name: 'bash', subject, since: this.startedAt },
    });
  }

  append(delta: string): void {
    if (this.text.length + delta.length <= maxShownChars) {
      this.text += delta;
      this.options.observe({ type: 'text-delta', id: this.id, delta });
      return;
    }
    this.text = (this.text + delta).slice(-maxShownChars / 2).toWellFormed();
    this.options.observe({ type: 'item-changed', id: this.id, patch: { text: this.text } });
  }

  end({ output, exitCode, cancelled }: ShellEnding): void {
    const failed = exitCode !== undefined && exitCode !== 0;
    const text = ansiTextOf(output);
    this.options.observe({
      type: 'item-changed',
      id: this.id,
      patch: {
        state: cancelled ? 'aborted' : failed ? 'failed' : 'done',
        ...(text === this.text ? {} : { text }),
        ...(exitCode === undefined ? {} : { exitCode }),
        durationMs: this.options.now() - this.startedAt,
      },
    });
    this.options.observe({ type: 'activity', activity: undefined });
  }

  /** Marks a command that couldn't start. */
  fail(): void {
    this.options.observe({ type: 'item-changed', id: this.id, patch: { state: 'failed' } });
    this.options.observe({ type: 'activity', activity: undefined });
  }
}
