// The language of a page and its texts.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { findText } from '#protocol/realm/texts/find-text.ts';
import { formatMessage } from '#protocol/realm/texts/message-format.ts';
import { directionOf } from '#protocol/realm/view/locales.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession } from '../authentication-session.ts';
import { chooseLocale } from '../choose-locale.ts';
import { proceedUrl } from '../login-action-url.ts';
import { requestedLocale } from '../requested-locale.ts';
import { messageOfDescription, type PageMessage } from './message.ts';
import { EN, PAGE_TEXTS, type PageTextKey, type Texts } from './table.ts';

/** The texts of a page in one language. */
export interface PageTexts {
  /** BCP 47 tag, for `lang`. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  say(key: PageTextKey, ...values: readonly (string | number)[]): string;
  /** The text with markup in the place of its placeholders. */
  fill(key: PageTextKey, ...parts: readonly Html[]): Html;
  show(message: PageMessage): string;
  showProblem(message: PageMessage | undefined): string | undefined;
  /** Between the items of a list, and at its end. */
  readonly listSeparator: string;
  readonly fullStop: string;
  /** The message of an English description, which is shown as it is if it is none of ours. */
  showDescription(description: string): string;
  /** The message with this English text; undefined: there is none. */
  translate(english: string): string | undefined;
  /** A text of the realm's settings: itself, or the text of the key in `${key}`. */
  resolve(text: string, fallback?: string): string;
}

/** The exchange that pages of a tab get. */
interface LocalizedExchange extends RealmExchange {
  readonly texts: PageTexts;
  /** Absolute URL of the page, to which a language is added. */
  readonly pageUrl: () => string;
}

const languageOf = (locale: string): string => locale.split('-', 1)[0] ?? locale;

function ourTexts(locale: string): Texts | undefined {
  for (const tag of [locale, languageOf(locale)]) if (Object.hasOwn(PAGE_TEXTS, tag)) return PAGE_TEXTS[tag];
  return undefined;
}

/** Problems of a realm's texts that were logged; a change makes a new object of texts. */
const REPORTED = new WeakMap<object, Set<string>>();

function report({ log, realm }: RealmExchange, texts: object, problems: readonly string[]): void {
  const reported = REPORTED.get(texts) ?? new Set();
  REPORTED.set(texts, reported);
  for (const problem of problems) {
    if (reported.has(problem)) continue;
    reported.add(problem);
    log.warn(`Realm ${realm.name}: ${problem}`);
  }
}

type Find = (key: string, values: readonly string[]) => string | undefined;

function findOurs(locale: string): Find {
  const texts: Readonly<Record<string, string>> = ourTexts(locale) ?? EN;
  return (key, values) =>
    Object.hasOwn(texts, key) ? formatMessage(texts[key] ?? '', values).text : undefined;
}

function findOwnOrOurs(
  exchange: RealmExchange,
  locale: string,
  own: NonNullable<Realm['stored']['localizationTexts']>,
): Find {
  const sources = { realm: exchange.realm, locale, table: PAGE_TEXTS };
  return (key, values) => {
    const { text, problems } = findText(sources, key, values);
    if (problems.length > 0) report(exchange, own, problems);
    return text;
  };
}

/** Around the numbers of the parts that `fill` replaces; a private-use character. */
const MARK = '\uE000';

function fillParts(text: string, parts: readonly Html[]): Html {
  const pieces = text.split(MARK).map((piece, index) => (index % 2 === 0 ? piece : parts[Number(piece)]));
  return html`${pieces}`;
}

function punctuationOf(language: string): Pick<PageTexts, 'listSeparator' | 'fullStop'> {
  if (language === 'ja') return { listSeparator: '、', fullStop: '。' };
  return { listSeparator: language === 'ar' ? '، ' : ', ', fullStop: '.' };
}

/** Of realms without texts of their own, by language: most sign-ins are in one of these realms. */
const OURS = new Map<string, PageTexts>();

/** A language without texts is not announced: the page is in English then. */
function createTexts(exchange: RealmExchange, locale: string): PageTexts {
  const own = exchange.realm.stored.localizationTexts;
  const isOurs = ourTexts(locale) !== undefined;
  if (own !== undefined && Object.keys(own).length > 0) {
    const shown = isOurs || Object.hasOwn(own, locale) ? locale : 'en';
    return textsFrom(findOwnOrOurs(exchange, locale, own), shown);
  }
  return languageTexts(isOurs ? locale : 'en');
}

const MOST_LANGUAGES = 1000;

/** Our texts in a language that we have. */
export function languageTexts(locale: string): PageTexts {
  const texts = OURS.get(locale) ?? textsFrom(findOurs(locale), locale);
  // As many as there are languages and their regions in realms; `de-AT` is one of them.
  if (OURS.size < MOST_LANGUAGES) OURS.set(locale, texts);
  return texts;
}

function textsFrom(find: Find, shown: string): PageTexts {
  const say: PageTexts['say'] = (key, ...values) => find(key, values.map(String)) ?? key;
  const show: PageTexts['show'] = ({ key, params, text }) => find(key, params) ?? text;
  return {
    locale: shown,
    direction: directionOf(shown),
    say,
    show,
    showProblem: (message) => (message === undefined ? undefined : show(message)),
    ...punctuationOf(languageOf(shown)),
    fill: (key, ...parts) => fillParts(say(key, ...parts.map((_part, index) => MARK + index + MARK)), parts),
    showDescription: (description) => show(messageOfDescription(description)),
    translate(english) {
      const message = messageOfDescription(english);
      return message.key === '' ? undefined : show(message);
    },
    resolve(text, fallback) {
      const key = /^\$\{([^{}]+)\}$/.exec(text)?.[1];
      return key === undefined ? text : (find(key, []) ?? fallback ?? key);
    },
  };
}

/** Whose page it is. */
interface TabOfPerson {
  readonly tab: Pick<AuthenticationSession, 'locale' | 'request'>;
  readonly user: StoredUser | undefined;
}

/** Tabs by their exchanges. */
const TABS = new WeakMap<object, TabOfPerson>();

/**
 * From now on pages of this exchange are in the language of its tab, also those that are not pages of the tab: errors,
 * and what sends the browser back to the client.
 */
export function rememberTab(exchange: RealmExchange, tab: TabOfPerson['tab'], user?: StoredUser): void {
  TABS.set(exchange, { tab, user });
}

function isLocalized(exchange: object): exchange is LocalizedExchange {
  return 'texts' in exchange;
}

/** The exchange for the pages of a tab: in the language of the person who uses it. */
export function inLanguageOf(
  exchange: RealmExchange,
  tab: AuthenticationSession,
  user: StoredUser | undefined,
  urlOf: (exchange: RealmExchange, tab: AuthenticationSession) => string = proceedUrl,
): RealmExchange {
  const localized: LocalizedExchange = {
    ...exchange,
    texts: createTexts(exchange, chooseLocale(exchange, tab, user)),
    pageUrl: () => urlOf(exchange, tab),
  };
  return localized;
}

const MAX_UI_LOCALES_LENGTH = 1000;

/** OIDC Core §3.1.2.1, RP-Initiated Logout §2: languages, separated by spaces; empty if there are none, or very many. */
export function readUiLocales({ query, form }: Pick<RealmExchange, 'query' | 'form'>): string {
  const text = query.get('ui_locales') ?? form.get('ui_locales') ?? '';
  return text.length > MAX_UI_LOCALES_LENGTH ? '' : text;
}

/** The texts of a page: in the language of its tab or, without one, of the request and the user, if one is given. */
export function textsOf(exchange: RealmExchange, user?: StoredUser): PageTexts {
  if (isLocalized(exchange)) return exchange.texts;
  const known = TABS.get(exchange);
  if (known !== undefined) return createTexts(exchange, chooseLocale(exchange, known.tab, known.user));
  const request = { uiLocales: readUiLocales(exchange).split(' ') };
  return createTexts(exchange, chooseLocale(exchange, { locale: requestedLocale(exchange), request }, user));
}

/** Longer queries are not repeated for each language. */
const MAX_QUERY_LENGTH = 4096;

/**
 * Where the page is in another language: without the parameter for it. Undefined: the page is the answer to a form and
 * has no address.
 */
export function pageUrlOf(exchange: RealmExchange): string | undefined {
  if (isLocalized(exchange)) return exchange.pageUrl();
  const { method, rawQuery } = exchange;
  if (method !== 'GET' || rawQuery.length > MAX_QUERY_LENGTH) return undefined;
  const left = rawQuery.split('&').filter((part) => part !== '' && !part.startsWith('kc_locale='));
  return `?${left.join('&')}`;
}
