// The languages of a realm.
import type { Realm } from './realm.ts';

/** The languages that users may choose from, without repetitions; none without `internationalizationEnabled`. */
export function listLocales({ stored }: Pick<Realm, 'stored'>): readonly string[] {
  const { internationalizationEnabled, supportedLocales = [] } = stored;
  return internationalizationEnabled === true ? [...new Set(supportedLocales)] : [];
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
