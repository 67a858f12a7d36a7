import { toDisposable, type Disposable } from './disposable';

export type Listener<T> = (value: T) => void;

/** Passes each value to all listeners. An error of one listener goes to `onError` and never stops the others. */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<Listener<T>>();

  constructor(private readonly onError: (error: unknown) => void = () => undefined) {}

  get size(): number {
    return this.listeners.size;
  }

  readonly event = (listener: Listener<T>): Disposable => {
    // The same function may be registered twice.
    const entry: Listener<T> = (value) => {
      listener(value);
    };
    this.listeners.add(entry);
    return toDisposable(() => this.listeners.delete(entry));
  };

  fire(value: T): void {
    for (const listener of [...this.listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.onError(error);
      }
    }
  }

  dispose(): void {
    this.listeners.clear();
  }
}
