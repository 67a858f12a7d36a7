import { toDisposable, type Disposable } from './disposable';

export type Listener<T> = (value: T) => void;

/**
 * Tells many of what happened. A listener that throws delays and starves no other; its error goes to `onError`.
 */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<Listener<T>>();

  constructor(private readonly onError: (error: unknown) => void = () => undefined) {}

  get size(): number {
    return this.listeners.size;
  }

  readonly event = (listener: Listener<T>): Disposable => {
    // Wrapped, so that the same function registered twice is two listeners.
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
