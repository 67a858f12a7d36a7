const fallback = 'en';

let locale = fallback;
let pluralRules = new Intl.PluralRules(fallback);
let lists = new Intl.ListFormat(fallback);

/** Sets the display language for `plural`, `formatList` and `formatNumber`; English until then. */
export function setLocale(wanted: string): void {
  locale = isLocale(wanted) ? wanted : fallback;
  pluralRules = new Intl.PluralRules(locale);
  lists = new Intl.ListFormat(locale);
}

/**
 * Returns the plural form of a message for this count in the display language. Uses `one` only for 1, because its
 * message may contain the number as text; French also has that form for 0, Russian for 21.
 */
export function plural(
  count: number,
  forms: { readonly one: string; readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string {
  const rule = pluralRules.select(count);
  return (rule === 'one' && count !== 1 ? undefined : forms[rule]) ?? forms.other;
}

/** Joins items as the display language does: `a, b, and c`. */
export function formatList(items: readonly string[]): string {
  return lists.format(items);
}

/** Writes a number with the separators of the display language: `12,000`. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(locale, options);
}

/** VS Code also reports languages that Intl rejects, such as `qps-ploc` with a suffix. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
