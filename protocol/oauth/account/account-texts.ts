// The texts of the account console in a language: those of the realm before ours, as on pages.
import type { Realm } from '#protocol/realm/view/realm.ts';
import { ACCOUNT_TEXTS } from './texts/table.ts';

type Texts = Readonly<Record<string, string>>;

const ownMember = (texts: Readonly<Record<string, Texts>>, tag: string): Texts =>
  Object.hasOwn(texts, tag) ? (texts[tag] ?? {}) : {};

/** By key. Choice: docs/differences-to-keycloak.md, "Language of users". */
export function listAccountTexts({ stored }: Pick<Realm, 'stored'>, locale: string): Texts {
  const { localizationTexts = {}, defaultLocale = 'en' } = stored;
  const [language = locale] = locale.split('-', 1);
  // The later ones win.
  return Object.assign(
    {},
    ACCOUNT_TEXTS.en,
    ...['en', defaultLocale].map((tag) => ownMember(localizationTexts, tag)),
    ...[language, locale].flatMap((tag) => [
      ownMember(ACCOUNT_TEXTS, tag),
      ownMember(localizationTexts, tag),
    ]),
  );
}
