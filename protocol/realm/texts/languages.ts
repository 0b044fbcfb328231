// The languages that we have texts in. Claims, codes and logs are not translated.

/** BCP 47 tags. */
export const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pt-BR', 'sv'] as const;

export type Language = (typeof LANGUAGES)[number];

/** What each language has. Portuguese of any region has what Brazilian Portuguese has. */
export function byLanguage<Value>(
  make: (language: Language) => Value,
): Readonly<Record<Language | 'pt', Value>> {
  const table = Object.fromEntries(LANGUAGES.map((language) => [language, make(language)]));
  return { ...(table as Record<Language, Value>), pt: make('pt-BR') };
}
