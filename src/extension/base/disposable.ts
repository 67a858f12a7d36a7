export interface Disposable {
  dispose(): void;
}

/** Returns a disposable that runs `dispose` at most once. */
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

/** Disposes of many disposables together, the last one first, and of later additions at once. */
export class DisposableStore implements Disposable {
  private readonly disposables = new Set<Disposable>();
  private disposed = false;

  add<T extends Disposable>(disposable: T): T {
    if (this.disposed) disposable.dispose();
    else this.disposables.add(disposable);
    return disposable;
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    for (const disposable of [...this.disposables].reverse()) disposable.dispose();
    this.disposables.clear();
  }
}
