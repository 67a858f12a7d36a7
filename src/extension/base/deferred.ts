/** A promise that its owner settles. */
export class Deferred<T = void> {
  readonly promise: Promise<T>;
  private resolver: (value: T) => void = () => undefined;
  private rejecter: (error: Error) => void = () => undefined;

  constructor() {
    this.promise = new Promise<T>((resolve, reject) => {
      this.resolver = resolve;
      this.rejecter = reject;
    });
  }

  resolve(value: T): void {
    this.resolver(value);
  }

  reject(error: Error): void {
    this.rejecter(error);
  }
}
