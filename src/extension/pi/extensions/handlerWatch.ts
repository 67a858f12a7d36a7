import type { DefaultResourceLoader } from '@earendil-works/pi-coding-agent';
import { extensionName } from './extensionNames';

type Extensions = ReturnType<DefaultResourceLoader['getExtensions']>;

/** Knows which handlers of extensions pi is waiting for. */
export class HandlerWatch {
  private readonly running = new Set<{ readonly name: string }>();

  /** Returns the extensions that pi is waiting for, the longest wait first. */
  get names(): readonly string[] {
    return [...this.running].map(({ name }) => name);
  }

  /** Wraps each handler of loaded extensions, for a resource loader's `extensionsOverride`. */
  readonly wrapHandlers = (loaded: Extensions): Extensions => {
    for (const extension of loaded.extensions) {
      // A user can't do anything about Enso's own extensions.
      if (extension.path.startsWith('<inline:')) continue;
      const entry = { name: extensionName(extension.path) };
      for (const [event, handlers] of extension.handlers) {
        extension.handlers.set(
          event,
          handlers.map((handler) => this.wrap({ ...entry }, handler)),
        );
      }
    }
    return loaded;
  };

  private wrap<A extends unknown[]>(
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
