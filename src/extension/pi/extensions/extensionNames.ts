import { basename, dirname } from 'node:path';

/** An extension as a person would name it: its file, or its folder when the file is only an entry. */
export function extensionName(path: string): string {
  const inline = /^<(?:inline|builtin):(.+)>$/.exec(path)?.[1];
  if (inline !== undefined) return inline;
  const name = basename(path).replace(/\.[cm]?[jt]sx?$/, '');
  if (name !== 'index') return name;
  const folder = basename(dirname(path));
  return ['src', 'dist', 'lib'].includes(folder) ? basename(dirname(dirname(path))) : folder;
}

/** The path among `paths` that the innermost call of a stack lies in. */
export function callerIn(stack: string | undefined, paths: readonly string[]): string | undefined {
  for (const line of stack?.split('\n').slice(1) ?? []) {
    const found = paths.find((path) => line.includes(path));
    if (found !== undefined) return found;
  }
  return undefined;
}
