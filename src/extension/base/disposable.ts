export interface Disposable {
  dispose(): void;
}

/** A disposable that runs `dispose` at most once. */
export function toDisposable(dispose: () => void): Disposable {
  let done = false;
  return {
    dispose() {
      if (done) return;
      done = true;
      dispose();
    },
  };
}

/** Holds disposables and lets them go together. What is added after that is let go at once. */
export class DisposableStore implements Disposable {
  private readonly held = new Set<Disposable>();
  private disposed = false;

  add<T extends Disposable>(disposable: T): T {
    if (this.disposed) disposable.dispose();
    else this.held.add(disposable);
    return disposable;
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    for (const disposable of [...this.held].reverse()) disposable.dispose();
    this.held.clear();
  }
}
