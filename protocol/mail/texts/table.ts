// The texts of messages by language.
import { ACTION_NAMES } from '#protocol/realm/texts/action-names.ts';
import type { TextTable } from '#protocol/realm/texts/find-text.ts';
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

type Texts = Readonly<Record<string, string>>;

/** What is written in each language: subjects, plain texts and names. */
const WRITTEN: Readonly<Record<Language, Texts>> = {
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

/** With the HTML of each plain text. */
export const MAIL_TEXTS: TextTable = byLanguage((language) => ({
  ...ACTION_NAMES[language],
  ...withHtml(WRITTEN[language]),
}));

function withHtml(texts: Texts): Texts {
  const bodies = Object.entries(texts).filter(([key]) => key.endsWith('Body'));
  return { ...texts, ...Object.fromEntries(bodies.map(([key, text]) => [`${key}Html`, toHtml(text)])) };
}

/** Our texts contain no markup. */
function toHtml(text: string): string {
  return text
    .split('\n\n')
    .map((part) => (/^\{\d\}$/.test(part) ? `<p><a href="${part}">${part}</a></p>` : `<p>${part}</p>`))
    .join('\n');
}
