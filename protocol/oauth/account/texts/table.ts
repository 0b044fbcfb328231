// The texts of the account console by language.
import { PROFILE_LABELS } from '#protocol/contract/settings/profile-input.ts';
import { PAGE_TEXTS, type PageTextKey, type Texts as PageTexts } from '#protocol/login/texts/table.ts';
import { byLanguage, type Language } from '#protocol/realm/texts/languages.ts';
import { AR } from './ar.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { IT } from './it.ts';
import { JA } from './ja.ts';
import { NL } from './nl.ts';
import { PT_BR } from './pt-br.ts';
import { SV } from './sv.ts';

/** What each language has in its file. */
export type WrittenTexts = Readonly<Record<keyof typeof EN, string>>;

/** Texts that are those of the pages: the names of a profile's attributes and a few more. */
type SharedKey = Extract<PageTextKey, keyof typeof PROFILE_LABELS | 'accountUpdatedMessage' | 'doCancel'>;

const SHARED_KEYS: readonly SharedKey[] = [
  ...(Object.keys(PROFILE_LABELS) as readonly (keyof typeof PROFILE_LABELS)[]),
  'accountUpdatedMessage',
  'doCancel',
];

type SharedTexts = Readonly<Record<SharedKey, string>>;

function sharedTexts(texts: PageTexts): SharedTexts {
  return Object.fromEntries(SHARED_KEYS.map((key) => [key, texts[key]])) as SharedTexts;
}

const WRITTEN: Readonly<Record<Language, WrittenTexts>> = {
  ar: AR,
  de: DE,
  en: EN,
  es: ES,
  fr: FR,
  it: IT,
  ja: JA,
  nl: NL,
  'pt-BR': PT_BR,
  sv: SV,
};

type Texts = WrittenTexts & SharedTexts;

const LANGUAGE_TEXTS = byLanguage(
  (language): Texts => ({ ...sharedTexts(PAGE_TEXTS[language] ?? PAGE_TEXTS.en), ...WRITTEN[language] }),
);

export const ACCOUNT_TEXTS: Readonly<Record<string, Texts>> & { readonly en: Texts } = LANGUAGE_TEXTS;
