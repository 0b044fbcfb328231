// Languages and texts of a realm (`supportedLocales`, `localizationTexts`) that nothing shows, or not as they are.
import { describeValue, isRecord } from '#protocol/contract/settings/kept.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { LANGUAGES } from '../texts/languages.ts';
import { findPatternProblem } from '../texts/message-format.ts';
import type { Findings } from './findings.ts';

/** The keys of texts that something reads. */
export interface TextKeys {
  /** On pages and in messages, with placeholders as in `java.text.MessageFormat`. */
  readonly messages: ReadonlySet<string>;
  /** In the account console, with placeholders of the form `{{name}}`. */
  readonly account: ReadonlySet<string>;
}

type Texts = Readonly<Record<string, string>>;

const MEMBER = 'localizationTexts';

const NOT_A_TAG =
  'This is not a language tag (BCP 47), so no browser asks for it. Write it like `de` or `pt-BR`, with a hyphen.';
const NO_TEXTS =
  'There are no texts in this language, so its pages and messages are in English. Add texts for it to localizationTexts, or remove it from supportedLocales.';
const NOT_SUPPORTED =
  'No page or message is in this language, so nothing shows its texts. Add it, spelled the same, to supportedLocales.';
const NOT_INTERNATIONAL =
  'Pages and messages of this realm are in English, so nothing shows the texts of other languages. Set internationalizationEnabled to true and add the language to supportedLocales.';
const NOT_READ =
  'No page, message or account console here shows texts with these keys. Those of pages that only Keycloak’s themes have are harmless; check the spelling of the others.';
const MARKUP =
  'Titles, labels and buttons show markup as text. Write plain text; only termsText, loginTitleHtml and keys that end with Message or BodyHtml may contain HTML.';

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

const languageOf = (tag: string): string => tag.split('-', 1)[0] ?? tag;

const OURS: ReadonlySet<string> = new Set([...LANGUAGES, ...LANGUAGES.map(languageOf)]);

/** Languages whose texts are looked for. */
function listReadLocales(realm: StoredRealm): ReadonlySet<string> {
  const { internationalizationEnabled, supportedLocales = [], defaultLocale = 'en' } = realm;
  const shown = internationalizationEnabled === true ? supportedLocales : [];
  return new Set([...shown.flatMap((tag) => [tag, languageOf(tag)]), defaultLocale, 'en']);
}

/** Opening and closing tags, and entities. */
const MARKUP_IN_TEXT = /<\/?[a-z][^<>]*>|&(?:[a-z]{2,8}|#x?[0-9a-f]{1,7});/i;

const mayHaveMarkup = (key: string): boolean =>
  /^(?:termsText|loginTitleHtml)$|(?:Message|BodyHtml)$/.test(key);

const REFERENCE = /\$\{([^{}"\\]+)\}|error-message\\*":\s*\\*"([^"\\]+)/g;

/** Keys that settings of the realm refer to: `${key}` in names and labels, and messages of validators. */
function findReferences(realm: StoredRealm): ReadonlySet<string> {
  const { [MEMBER]: _texts, ...others } = realm;
  const found = JSON.stringify(others).matchAll(REFERENCE);
  return new Set([...found].map(([, reference, message]) => reference ?? message ?? ''));
}

/** Whether a key is that of a required action or authenticator, which extensions may bring. */
const isOfExtension = (key: string): boolean => key.startsWith('requiredAction.');

export class TextReport {
  readonly #findings: Findings;
  readonly #realm: StoredRealm;
  readonly #keys: TextKeys | undefined;
  #references: ReadonlySet<string> | undefined;

  constructor(findings: Findings, realm: StoredRealm, keys: TextKeys | undefined) {
    this.#findings = findings;
    this.#realm = realm;
    this.#keys = keys;
  }

  /** All lines: those about languages first. */
  report(): void {
    const { localizationTexts = {}, internationalizationEnabled } = this.#realm;
    const read = listReadLocales(this.#realm);
    const languages = Object.entries(localizationTexts).filter(
      ([, texts]) => isRecord(texts) && Object.keys(texts).length > 0,
    );
    for (const [locale] of languages) {
      const message = internationalizationEnabled === true ? NOT_SUPPORTED : NOT_INTERNATIONAL;
      if (!isTag(locale)) this.#addLanguage(locale, NOT_A_TAG);
      else if (!read.has(locale)) this.#addLanguage(locale, message);
    }
    this.#reportLocales();
    for (const [locale, texts] of languages)
      if (read.has(locale) && isTag(locale)) this.#reportTexts(locale, texts);
  }

  #addLanguage(locale: string, message: string): void {
    this.#findings.add({ path: [MEMBER, { item: locale }], value: undefined, message });
  }

  #reportLocales(): void {
    const { internationalizationEnabled, supportedLocales = [], localizationTexts = {} } = this.#realm;
    if (internationalizationEnabled !== true) return;
    const hasTexts = (tag: string): boolean =>
      [tag, languageOf(tag)].some((each) => OURS.has(each) || Object.hasOwn(localizationTexts, each));
    const wrong = supportedLocales.filter((tag) => !isTag(tag));
    const empty = supportedLocales.filter((tag) => isTag(tag) && !hasTexts(tag));
    this.#addLocales(wrong, NOT_A_TAG);
    this.#addLocales(empty, NO_TEXTS);
  }

  #addLocales(tags: readonly string[], message: string): void {
    if (tags.length === 0) return;
    this.#findings.add({ path: ['supportedLocales'], value: describeValue(tags), message });
  }

  #reportTexts(locale: string, texts: Texts): void {
    const keys = this.#keys;
    if (keys === undefined) return;
    for (const [key, text] of Object.entries(texts)) {
      if (keys.messages.has(key) || isOfExtension(key) || this.#isReferred(key))
        this.#reportText(locale, key, text);
      else if (!keys.account.has(key)) this.#add(locale, key, undefined, NOT_READ);
    }
  }

  #isReferred(key: string): boolean {
    this.#references ??= findReferences(this.#realm);
    return this.#references.has(key);
  }

  #reportText(locale: string, key: string, text: string): void {
    const problem = findPatternProblem(text);
    if (problem !== undefined)
      this.#add(
        locale,
        key,
        text,
        `The text is passed over: ${problem}. Complete the placeholder, such as {0}, or put the brace between apostrophes.`,
      );
    if (!mayHaveMarkup(key) && MARKUP_IN_TEXT.test(text)) this.#add(locale, key, text, MARKUP);
  }

  #add(locale: string, key: string, text: string | undefined, message: string): void {
    const path = [MEMBER, { item: locale }, { item: key }];
    this.#findings.add({ path, value: text === undefined ? undefined : describeValue(text), message });
  }
}
