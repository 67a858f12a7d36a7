import * as l10n from '@vscode/l10n';
import { setLocale } from '../../protocol/text/plural';

/** Reads the display language and its translations from the page. Must be called before anything is drawn. */
export function configureLanguage(page: Document): void {
  setLocale(page.documentElement.lang);
  const contents = page.getElementById('l10n')?.textContent;
  if (contents) l10n.config({ contents });
}
