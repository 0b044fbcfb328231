// The languages of the pages.

/** Settings of a realm with every language that has texts. */
export const LANGUAGES = {
  internationalizationEnabled: true,
  supportedLocales: ['en', 'ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pt-BR', 'sv'],
};
