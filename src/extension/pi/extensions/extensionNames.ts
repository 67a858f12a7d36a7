import { basename, dirname } from 'node:path';

/** Returns an extension's name for the user: its file, or its folder if the file is an entry point. */
export function extensionName(path: string): string {
  const inline = /^<(?:inline|builtin):(.+)>$/.exec(path)?.[1];
  if (inline !== undefined) return inline;
  const name = basename(path).replace(/\.[cm]?[jt]sx?$/, '');
  if (name !== 'index') return name;
  const folder = basename(dirname(path));
  return ['src', 'dist', 'lib'].includes(folder) ? basename(dirname(dirname(path))) : folder;
}

/** Returns the path of the innermost call on a stack that is in one of `paths`. */
export function callerIn(stack: string | undefined, paths: readonly string[]): string | undefined {
  for (const line of stack?.split('\n').slice(1) ?? []) {
    const found = paths.find((path) => line.includes(path));
    if (found !== undefined) return found;
  }
  return undefined;
}
