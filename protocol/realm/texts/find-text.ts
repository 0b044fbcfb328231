// Finds a text in a language: the realm's own texts first, then ours, then the realm's default language, then English.
import type { Realm } from '../view/realm.ts';
import { formatMessage } from './message-format.ts';

/** Texts of one language by key. */
type Texts = Readonly<Record<string, string>>;

/** Our texts by language; English is complete. */
export type TextTable = Readonly<Record<string, Texts>> & { readonly en: Texts };

/** Texts of one file of a theme. */
interface ThemeTexts {
  readonly texts: Texts;
  /** For people: `messages_de.properties of theme acme`. */
  readonly place: string;
}

/** Where texts are looked for. */
export interface TextSources {
  readonly realm: Pick<Realm, 'stored'>;
  readonly locale: string;
  readonly table: TextTable;
  /** The files of a theme in a language, the ones that come first, first. */
  readonly theme?: (tag: string) => readonly ThemeTexts[];
}

/** A text with its values, and what is wrong with texts of the realm that were passed over. */
export interface FoundText {
  /** Undefined: the key has no text. */
  readonly text: string | undefined;
  /** Each names key and language. */
  readonly problems: readonly string[];
}

/** `de-AT`, then `de`. */
function broaden(locale: string): readonly string[] {
  const [language = locale] = locale.split('-');
  return language === locale ? [locale] : [locale, language];
}

interface Candidate {
  readonly texts: Texts | undefined;
  /** Where the text of a key is and how it is corrected, if its pattern may be broken. */
  readonly explain?: (key: string) => { readonly where: string; readonly remedy: string };
}

/** Choice: docs/differences-to-keycloak.md, "Language of users". */
function listCandidates({ realm, locale, table, theme }: TextSources): readonly Candidate[] {
  const { localizationTexts = {}, defaultLocale = 'en' } = realm.stored;
  const own = (tag: string): Candidate => ({
    texts: ownMember(localizationTexts, tag),
    explain: (key) => ({
      where: `of language ${tag}`,
      remedy: `Correct localizationTexts.${tag}.${key}.`,
    }),
  });
  const ours = (tag: string): Candidate => ({ texts: ownMember(table, tag) });
  const themed = (tag: string): readonly Candidate[] =>
    (theme?.(tag) ?? []).map(({ texts, place }) => ({
      texts,
      explain: (key) => ({ where: `in ${place}`, remedy: `Correct ${key} in that file.` }),
    }));
  // Compat: in the language, ours come before those of the realm in another one.
  const inLanguage = broaden(locale).flatMap((tag) => [own(tag), ...themed(tag), ours(tag)]);
  return [...inLanguage, own(defaultLocale), own('en'), ...themed('en'), ours('en')];
}

function ownMember<Value>(members: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** A text of the realm or theme with a placeholder that has no value falls back to the next one, with a problem. */
export function findText(sources: TextSources, key: string, values: readonly string[] = []): FoundText {
  const problems = new Set<string>();
  for (const { texts, explain } of listCandidates(sources)) {
    const pattern = texts === undefined ? undefined : ownMember(texts, key);
    if (pattern === undefined) continue;
    const { text, problem } = formatMessage(pattern, values);
    if (explain === undefined || problem === undefined) return { text, problems: [...problems] };
    const { where, remedy } = explain(key);
    problems.add(`Text ${key} ${where} is broken: ${problem}. ${remedy}`);
  }
  return { text: undefined, problems: [...problems] };
}
