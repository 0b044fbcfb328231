// The languages of a realm.
import type { Realm } from './realm.ts';

type Languages = Pick<Realm, 'stored'>;

/** The languages that users may choose from, without repetitions; none without `internationalizationEnabled`. */
export function listLocales({ stored }: Languages): readonly string[] {
  const { internationalizationEnabled, supportedLocales = [] } = stored;
  return internationalizationEnabled === true ? [...new Set(supportedLocales)] : [];
}

/** The realm's language for those who have named none. Compat: English without `internationalizationEnabled`. */
export function defaultLocaleOf({ stored }: Languages): string {
  return (stored.internationalizationEnabled === true && stored.defaultLocale) || 'en';
}

/** The first of the wanted languages that the realm has, or the language of its variant: `de` for `de-AT`. */
export function matchLocale(realm: Languages, wanted: readonly (string | undefined)[]): string | undefined {
  return findLocale(listLocales(realm), wanted);
}

/** The same among these languages. */
export function findLocale(
  locales: readonly string[],
  wanted: readonly (string | undefined)[],
): string | undefined {
  if (locales.length === 0) return undefined;
  const byTag = new Map(locales.toReversed().map((locale) => [locale.toLowerCase(), locale] as const));
  const find = (tag: string): string | undefined => byTag.get(tag.toLowerCase());
  for (const tag of wanted) {
    if (tag === undefined) continue;
    const found = find(tag) ?? find(tag.split('-', 1)[0] ?? '');
    if (found !== undefined) return found;
  }
  return undefined;
}

const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** In which direction the language is written, for `dir` in HTML. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(tag.split('-', 1)[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr';
}

/** The name of a language in that language, for people; the tag itself if it has no name. */
export function localeName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    // Not a language tag, as in realms with names of their own.
    return tag;
  }
}
