// The texts of the screens, in the user's language, and what the document says about the language.
import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { environment } from './environment.ts';

interface TextWire {
  readonly key: string;
  readonly value: string;
}

async function loadTexts(locale: string): Promise<Readonly<Record<string, string>>> {
  const { serverBaseUrl, realm } = environment;
  const path = `resources/${encodeURIComponent(realm)}/account/${encodeURIComponent(locale)}`;
  const response = await fetch(`${serverBaseUrl}/${path}`);
  if (!response.ok) throw new Error(`The texts cannot be loaded: ${response.status}`);
  const texts = (await response.json()) as readonly TextWire[];
  return Object.fromEntries(texts.map(({ key, value }) => [key, value]));
}

/** Title, language and direction of the document. */
function describeDocument(texts: i18n): void {
  document.title = texts.t('understudy.title');
  document.documentElement.lang = texts.language;
  document.documentElement.dir = texts.dir();
}

/** Loads the texts, and again when the user chooses another language. */
export async function startTexts(): Promise<i18n> {
  const { locale } = environment;
  const texts = createInstance();
  await texts.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    showSupportNotice: false,
    interpolation: { escapeValue: false },
    resources: { [locale]: { translation: await loadTexts(locale) } },
  });
  describeDocument(texts);
  window.addEventListener('languageChanged', (event) => {
    const { language } = (event as CustomEvent<{ readonly language: string }>).detail;
    void changeLanguage(texts, language);
  });
  return texts;
}

/** The screens take the language of dates from the environment. */
async function changeLanguage(texts: i18n, language: string): Promise<void> {
  texts.addResourceBundle(language, 'translation', await loadTexts(language));
  environment.locale = language;
  await texts.changeLanguage(language);
  describeDocument(texts);
}
