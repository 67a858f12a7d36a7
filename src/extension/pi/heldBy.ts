import { basename, dirname } from 'node:path';
import type { DefaultResourceLoader } from '@earendil-works/pi-coding-agent';

type Extensions = ReturnType<DefaultResourceLoader['getExtensions']>;

/** An extension as a person would name it: its file, or its folder when the file is only an entry. */
export function extensionName(path: string): string {
  const inline = /^<(?:inline|builtin):(.+)>$/.exec(path)?.[1];
  if (inline !== undefined) return inline;
  const name = basename(path).replace(/\.[cm]?[jt]sx?$/, '');
  if (name !== 'index') return name;
  const folder = basename(dirname(path));
  return ['src', 'dist', 'lib'].includes(folder) ? basename(dirname(dirname(path))) : folder;
}

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

/** The path among `paths` that the innermost call of a stack lies in. */
export function callerIn(stack: string | undefined, paths: readonly string[]): string | undefined {
  for (const line of stack?.split('\n').slice(1) ?? []) {
    const found = paths.find((path) => line.includes(path));
    if (found !== undefined) return found;
  }
  return undefined;
}
