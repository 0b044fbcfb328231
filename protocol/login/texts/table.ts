// The texts of the pages by language.
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

export const EN: typeof EN_LABELS & typeof EN_MESSAGES = { ...EN_LABELS, ...EN_MESSAGES };

/** A key that every language has. */
export type PageTextKey = keyof typeof EN;

export type Texts = Readonly<Record<PageTextKey, string>>;

export const PAGE_TEXTS: Readonly<Record<string, Texts>> & { readonly en: Texts } = {
  en: EN,
  ar: AR,
  de: DE,
  es: ES,
  fr: FR,
  it: IT,
  ja: JA,
  nl: NL,
  'pt-BR': PT_BR,
  pt: PT_BR,
};
