import { win32 } from 'node:path';

/** Characters before a name that some reader of the name drops. */
const dropped = /^[\s@"'\p{Cc}\p{Cf}]+/u;

/**
 * Whether a name stands for a place on another computer on some system: `\\host\share`, `//host/share`,
 * `file://host/share`, `\\?\UNC\host\share`. On Windows, only looking at such a place sends the user's sign-in there.
 */
export function isNetworkPath(name: string): boolean {
  const plain = name.replace(dropped, '');
  const url = /^file:(.*)$/is.exec(plain)?.[1];
  if (url === undefined) return /^[\\/]{2}|^[\\/]\?\?[\\/]/.test(plain);
  const way = decoded(url).replace(/^[\\/]{2}(?:localhost)?(?=[\\/])/i, '');
  return /^[\\/]{2}/.test(way);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Throws for a place on another computer, unless the place lies in one of these folders: a workspace may be there. Has to
 * be called before anything looks at the file.
 */
export function refuseNetworkPath(name: string, folders: readonly string[] = []): void {
  if (!isNetworkPath(name)) return;
  const isOwn = folders.some((folder) => isNetworkPath(folder) && isBelow(folder, name));
  if (!isOwn) throw new Error(`${name} is a network path. Enso doesn't open network paths.`);
}

function isBelow(folder: string, name: string): boolean {
  const way = win32.relative(folder, name);
  return way !== '..' && !/^\.\.[\\/]/.test(way) && !win32.isAbsolute(way);
}
