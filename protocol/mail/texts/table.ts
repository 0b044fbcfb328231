// The texts of messages by language.
import type { TextTable } from '#protocol/realm/texts/find-text.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';

type Texts = Readonly<Record<string, string>>;

/** What is written in the languages: subjects, plain texts and names. */
const WRITTEN: Readonly<Record<'en' | 'de', Texts>> = { en: EN, de: DE };

/** With the HTML of each plain text. */
export const MAIL_TEXTS: TextTable = { en: withHtml(WRITTEN.en), de: withHtml(WRITTEN.de) };

function withHtml(texts: Texts): Texts {
  const bodies = Object.entries(texts).filter(([key]) => key.endsWith('Body'));
  return { ...texts, ...Object.fromEntries(bodies.map(([key, text]) => [`${key}Html`, toHtml(text)])) };
}

/** Our texts contain no markup. */
function toHtml(text: string): string {
  return text
    .split('\n\n')
    .map((part) => (part === '{0}' ? '<p><a href="{0}">{0}</a></p>' : `<p>${part}</p>`))
    .join('\n');
}
