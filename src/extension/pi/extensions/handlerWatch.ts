import type { DefaultResourceLoader } from '@earendil-works/pi-coding-agent';
import { extensionName } from './extensionNames';

type Extensions = ReturnType<DefaultResourceLoader['getExtensions']>;

/** Watches which extensions' handlers pi is waiting for. */
export class HandlerWatch {
  private readonly running = new Set<{ readonly name: string }>();

  /** The extensions that keep pi waiting, the one that has for longest first. */
  get names(): readonly string[] {
    return [...this.running].map(({ name }) => name);
  }

  /** Puts itself around every handler of freshly loaded extensions; for a resource loader's `extensionsOverride`. */
  readonly watch = (loaded: Extensions): Extensions => {
    for (const extension of loaded.extensions) {
      // Enso's own don't keep anyone waiting, and nobody could do anything about them.
      if (extension.path.startsWith('<inline:')) continue;
      const entry = { name: extensionName(extension.path) };
      for (const [event, handlers] of extension.handlers) {
        extension.handlers.set(
          event,
          handlers.map((handler) => this.around({ ...entry }, handler)),
        );
      }
    }
    return loaded;
  };

  private around<A extends unknown[]>(
    entry: { readonly name: string },
    handler: (...args: A) => Promise<unknown>,
  ) {
    return async (...args: A): Promise<unknown> => {
      const call = { ...entry };
      this.running.add(call);
      try {
        return await handler(...args);
      } finally {
        this.running.delete(call);
      }
    };
  }
}
