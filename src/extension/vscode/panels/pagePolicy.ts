/** The places from which a panel's page takes its own files. */
export interface PageSources {
  readonly nonce: string;
  /** The origin of the extension's files. */
  readonly source: string;
}

/**
 * Returns the content security policy of a panel: one script, one style sheet, one font and images that are in the page
 * already. The page can't send a form, and no element changes the base of its addresses.
 */
export function pagePolicy({ nonce, source }: PageSources): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${source} 'nonce-${nonce}'`,
    `font-src ${source}`,
    `img-src data: blob:`,
    // These don't fall back to default-src.
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
}
