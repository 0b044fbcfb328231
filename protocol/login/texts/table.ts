// The texts of the pages by language.
import { PROFILE_LABELS } from '#protocol/contract/settings/profile-input.ts';
import { ACTION_NAMES, type ActionNameKey } from '#protocol/realm/texts/action-names.ts';
import { byLanguage, type Language } from '#protocol/realm/texts/languages.ts';
import { AR } from './ar.ts';
import { DE } from './de.ts';
import { EN_LABELS } from './en.ts';
import { EN_MESSAGES } from './en-messages.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { IT } from './it.ts';
import { JA } from './ja.ts';
import { NL } from './nl.ts';
import { PT_BR } from './pt-br.ts';
import { STAND_IN_TEXTS, type StandInTextKey } from './stand-in-texts.ts';
import { SV } from './sv.ts';

/** English texts besides the names of actions. The names of a profile's attributes are shared with the console. */
const EN_WRITTEN: typeof EN_LABELS & typeof EN_MESSAGES & typeof PROFILE_LABELS = {
  ...EN_LABELS,
  ...EN_MESSAGES,
  ...PROFILE_LABELS,
};

/** What each language has in its file: not the names of actions, which messages have as well. */
export type WrittenTexts = Readonly<Record<keyof typeof EN_WRITTEN, string>>;

/** A key that every language has. */
export type PageTextKey = keyof typeof EN_WRITTEN | ActionNameKey | StandInTextKey;

export type Texts = Readonly<Record<PageTextKey, string>>;

const WRITTEN: Readonly<Record<Language, WrittenTexts>> = {
  ar: AR,
  de: DE,
  en: EN_WRITTEN,
  es: ES,
  fr: FR,
  it: IT,
  ja: JA,
  nl: NL,
  'pt-BR': PT_BR,
  sv: SV,
};

const LANGUAGE_TEXTS = byLanguage(
  (language): Texts => ({ ...ACTION_NAMES[language], ...STAND_IN_TEXTS[language], ...WRITTEN[language] }),
);

export const PAGE_TEXTS: Readonly<Record<string, Texts>> & { readonly en: Texts } = LANGUAGE_TEXTS;

export const EN: Texts = LANGUAGE_TEXTS.en;
