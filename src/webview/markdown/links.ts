/** The target of a link. Any other link is shown as text. */
export type LinkTarget =
  | { readonly kind: 'web'; readonly href: string }
  | { readonly kind: 'file'; readonly path: string; readonly line?: number };

const scheme = /^([a-z][a-z0-9+.-]*):/i;

/** Parses an address that a model has written: a web page, or a file with an optional line. */
export function linkTarget(href: string): LinkTarget | undefined {
  const address = href.trim();
  const named = scheme.exec(address)?.[1]?.toLowerCase();
  if (named === 'http' || named === 'https' || named === 'mailto') return { kind: 'web', href: address };
  if (named === 'file')
    return file(address.replace(/^file:(\/\/)?/i, '').replace(/^\/(?=[a-z](:|%3a))/i, ''));
  // A single letter is a drive, and `a.ts:12` is a file with a line.
  if (named !== undefined && named.length > 1 && !/^[^:]+\.[a-z0-9]+:\d+(:\d+)?$/i.test(address))
    return undefined;
  if (address === '' || address.startsWith('#') || address.startsWith('//')) return undefined;
  return file(address);
}

function file(address: string): LinkTarget | undefined {
  const match = /^(.*?)(?:#L(\d+)(?:C\d+)?(?:-L?\d+(?:C\d+)?)?|:(\d+)(?::\d+)?)?$/s.exec(address);
  const path = decoded(match?.[1] ?? address);
  const line = Number(match?.[2] ?? match?.[3] ?? 0);
  if (path === '') return undefined;
  return line > 0 ? { kind: 'file', path, line } : { kind: 'file', path };
}

/** Decodes a path once. A file may be named `100%.md`. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
