// The texts of the account console in a language: ours, and those of the realm before them.
import type { Realm } from '#protocol/realm/view/realm.ts';
import { ACCOUNT_TEXTS } from './account-text-table.ts';

type Texts = Readonly<Record<string, string>>;

const own = (texts: Readonly<Record<string, Texts>>, locale: string): Texts =>
  Object.hasOwn(texts, locale) ? (texts[locale] ?? {}) : {};

/** By key. Ours are in English; a realm brings other languages with its localization texts. */
export function listAccountTexts({ stored }: Pick<Realm, 'stored'>, locale: string): Texts {
  const { localizationTexts = {}, defaultLocale = 'en' } = stored;
  const [language = locale] = locale.split('-');
  // The later ones win.
  const order = [...new Set(['en', defaultLocale, language, locale])];
  return Object.assign({}, ACCOUNT_TEXTS, ...order.map((tag) => own(localizationTexts, tag)));
}
