// The console's texts in the language that is shown. English is part of the page; other languages are loaded
// when they are chosen.
import { createInstance, type i18n } from 'i18next';
import * as EN from './en/index.ts';
import type { CountKey, PlainKey, TextKey, TextValues } from './text-key.ts';

const texts: i18n = createInstance();
void texts.init({
  lng: 'en',
  fallbackLng: false,
  keySeparator: false,
  initAsync: false,
  showSupportNotice: false,
  interpolation: { escapeValue: false },
  ns: Object.keys(EN),
  resources: { en: { ...EN } },
});

/** The tables of a language by namespace. */
export type LanguageTables = Readonly<Record<keyof typeof EN, Readonly<Record<string, string>>>>;

/** A page shows no text before its language is known; the tests of single files read English. */
let isReady = !('document' in globalThis);

/** Shows the texts of `language` from now on. `tables`: its texts; absent if they are loaded. */
export async function showTables(language: string, tables?: LanguageTables): Promise<void> {
  for (const [namespace, table] of Object.entries(tables ?? {}))
    texts.addResourceBundle(language, namespace, table);
  await texts.changeLanguage(language);
  isReady = true;
}

/** The language of the texts, as a BCP 47 tag. */
export const shownLanguage = (): string => texts.language;

function read(key: string, values: object | undefined, raw: boolean): string {
  if (!isReady)
    throw new TypeError(`The text ${key} is read before the language is known. Read it in a function.`);
  return texts.t(key, { ...values, skipInterpolation: raw });
}

/** A text: `text('mail:title')`, `text('mail:count', { count })`. Numbers are written as the text says. */
export function text<Key extends TextKey>(key: Key, ...[values]: TextValues<Key>): string {
  return read(key, values, false);
}

/** A text with its placeholders and marks, in the plural form of `count`. */
export const rawText = (key: TextKey, count: number | undefined): string => read(key, { count }, true);

/** Calls `make` once for each language, so that a table of texts keeps its identity until the language changes. */
export function perLanguage<Made>(make: () => Made): () => Made {
  const made = new Map<string, Made>();
  return () => {
    const language = shownLanguage();
    const existing = made.get(language);
    if (existing !== undefined) return existing;
    const fresh = make();
    made.set(language, fresh);
    return fresh;
  };
}

export type { CountKey, PlainKey };
