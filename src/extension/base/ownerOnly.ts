import { chmodSync, mkdirSync, statSync } from 'node:fs';

/**
 * Makes a file readable for its owner alone. Returns false for a file that doesn't exist. Does nothing for a file whose
 * mode can't be changed because the file belongs to another user or the file system has no modes.
 */
export function ownerOnlyFile(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return false;
  try {
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch {
    // The content is worth more than its mode.
  }
  return true;
}

/** Creates a folder for its owner alone, or makes an existing one so. Throws when the folder can't be created. */
export function ownerOnlyFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  ownerOnlyFile(path);
}
