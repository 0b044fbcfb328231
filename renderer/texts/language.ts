// Which language the console speaks: that of the system, or the one that was chosen here.
import { type OptionTables, showOptions } from './option-text.ts';
import { type SettingTables, showSettings } from './setting-text.ts';
import { type LanguageTables, showTables } from './text.ts';

/** A language of the console. */
export type Language = 'en' | 'de';
/** What the user chose. */
export type LanguageChoice = 'system' | Language;

/** The texts of a language that is not part of the page. */
export interface LoadedLanguage {
  readonly tables: LanguageTables;
  readonly settings: SettingTables;
  readonly options: OptionTables;
}

/** The languages, each with its own name and its texts. English is part of the page. */
export const LANGUAGES: Readonly<
  Record<Language, { readonly name: string; readonly load?: () => Promise<LoadedLanguage> }>
> = {
  en: { name: 'English' },
  de: { name: 'Deutsch', load: async () => (await import('./de/german.ts')).GERMAN },
};

const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);

/** The first language that the console has, of those that the system prefers; else English. */
export function matchLanguage(preferred: readonly string[]): Language {
  const bases = preferred.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return bases.find(isLanguage) ?? 'en';
}

/** Where the choice is remembered, beside that of the theme. */
const STORAGE_KEY = 'understudy.console.language';

function readChoice(): LanguageChoice {
  const stored = localStorage.getItem(STORAGE_KEY) ?? '';
  return isLanguage(stored) ? stored : 'system';
}

function writeChoice(choice: LanguageChoice): void {
  if (choice === 'system') localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, choice);
}

/** The choice, and the language that it leads to. */
export interface LanguageState {
  readonly choice: LanguageChoice;
  readonly language: Language;
}

let state: LanguageState = { choice: 'system', language: 'en' };
const listeners = new Set<() => void>();

/** The choice that was made last, while its texts are loaded. */
let wanted: LanguageChoice = 'system';

async function show(choice: LanguageChoice): Promise<void> {
  wanted = choice;
  const language = choice === 'system' ? matchLanguage(navigator.languages) : choice;
  const loaded = await LANGUAGES[language].load?.();
  if (wanted !== choice) return;
  // Before the tables: constants that are made anew with these read the others as well.
  showSettings(loaded?.settings ?? {});
  showOptions(loaded?.options);
  await showTables(language, loaded?.tables);
  document.documentElement.lang = language;
  state = { choice, language };
  for (const listener of listeners) listener();
}

/** Loads the language; English if its texts cannot be loaded. Nothing is rendered before. */
export async function startLanguage(): Promise<void> {
  const choice = readChoice();
  try {
    await show(choice);
  } catch {
    await show('en');
  }
}

/** Shows and remembers another language. @throws if its texts cannot be loaded; then nothing changes. */
export async function chooseLanguage(choice: LanguageChoice): Promise<void> {
  await show(choice);
  writeChoice(choice);
}

export const languageState = (): LanguageState => state;

export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
