// The language of a page and its texts.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { escapeHtml, type Html, html } from '#protocol/http/html.ts';
import { sanitizeHtml } from '#protocol/http/sanitize-html.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { findText } from '#protocol/realm/texts/find-text.ts';
import { formatMessage } from '#protocol/realm/texts/message-format.ts';
import { directionOf } from '#protocol/realm/view/locales.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { OUR_THEME } from '#protocol/themes/load-theme.ts';
import type { Theme } from '#protocol/themes/theme.ts';
import type { AuthenticationSession } from '../authentication-session.ts';
import { chooseLocale } from '../choose-locale.ts';
import { proceedUrl } from '../login-action-url.ts';
import { requestedLocale } from '../requested-locale.ts';
import { type ClassNames, classNamesOf } from '../theming/class-names.ts';
import { messageOfDescription, type PageMessage } from './message.ts';
import { EN, PAGE_TEXTS, type PageTextKey, type Texts } from './table.ts';

/** The texts of a page in one language, and the classes of its theme. */
export interface PageTexts {
  /** BCP 47 tag, for `lang`. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly classes: ClassNames;
  say(key: PageTextKey, ...values: readonly (string | number)[]): string;
  /** A text of the realm or theme alone, such as `loginTitleHtml`, whose value may contain markup; else the value. */
  sayHtml(key: string, value: string): Html;
  /** The text with markup in the place of its placeholders. */
  fill(key: PageTextKey, ...parts: readonly Html[]): Html;
  show(message: PageMessage): string;
  /** The message with its markup, sanitized. */
  showHtml(message: PageMessage): Html;
  showProblem(message: PageMessage | undefined): Html | undefined;
  /** Between the items of a list, and at its end. */
  readonly listSeparator: string;
  readonly fullStop: string;
  /** The message of an English description, which is shown as it is if it is none of ours. */
  showDescription(description: string): string;
  /** The message with this English text; undefined: there is none. */
  translate(english: string): string | undefined;
  /** The same with the markup of the text. */
  showDescriptionHtml(description: string): Html;
  /** A text of the realm's settings: itself, or the text of the key in `${key}`. */
  resolve(text: string, fallback?: string): string;
}

/** The exchange that pages of a tab get. */
interface LocalizedExchange extends RealmExchange {
  readonly theme: Theme;
  readonly texts: PageTexts;
  /** Absolute URL of the page, to which a language is added. */
  readonly pageUrl: () => string;
}

const languageOf = (locale: string): string => locale.split('-', 1)[0] ?? locale;

function ourTexts(locale: string): Texts | undefined {
  for (const tag of [locale, languageOf(locale)]) if (Object.hasOwn(PAGE_TEXTS, tag)) return PAGE_TEXTS[tag];
  return undefined;
}

/** Whose texts are looked through. It outlives the exchange. */
interface TextOwner {
  readonly log: Logger;
  /** For people: `Realm demo`. */
  readonly place: string;
  /** What is new when texts change. */
  readonly owner: object;
  readonly realm: Pick<Realm, 'stored'>;
}

/** Problems of texts that were logged, by the texts of a realm or by a theme; a change makes a new object. */
const REPORTED = new WeakMap<object, Set<string>>();

function report({ log, place, owner }: TextOwner, problems: readonly string[]): void {
  const reported = REPORTED.get(owner) ?? new Set();
  REPORTED.set(owner, reported);
  for (const problem of problems) {
    if (reported.has(problem)) continue;
    reported.add(problem);
    log.warn(`${place}: ${problem}`);
  }
}

type Find = (key: string, values: readonly string[]) => string | undefined;

function findOurs(locale: string): Find {
  const texts: Readonly<Record<string, string>> = ourTexts(locale) ?? EN;
  return (key, values) =>
    Object.hasOwn(texts, key) ? formatMessage(texts[key] ?? '', values).text : undefined;
}

function findInAll(owner: TextOwner, locale: string, theme: Theme): Find {
  const sources = { realm: owner.realm, locale, table: PAGE_TEXTS, theme: theme.messages };
  return (key, values) => {
    const { text, problems } = findText(sources, key, values);
    if (problems.length > 0) report(owner, problems);
    return text;
  };
}

/** Around the numbers of the parts that `fill` replaces; a private-use character. */
const MARK = '\uE000';

/** Compat: a realm's text without placeholders follows what it is about, as in Keycloak's theme. */
function fillParts(text: string, parts: readonly Html[]): Html {
  if (!text.includes(MARK)) return html`${parts} ${text}`;
  const pieces = text.split(MARK).map((piece, index) => (index % 2 === 0 ? piece : parts[Number(piece)]));
  return html`${pieces}`;
}

function punctuationOf(language: string): Pick<PageTexts, 'listSeparator' | 'fullStop'> {
  if (language === 'ja') return { listSeparator: '、', fullStop: '。' };
  return { listSeparator: language === 'ar' ? '، ' : ', ', fullStop: '.' };
}

/** Of realms without texts of their own, by theme and language: most sign-ins are in one of these realms. */
const SHARED = new WeakMap<Theme, Map<string, PageTexts>>();

/** A language without texts is not announced: the page is in English then. */
function createTexts(exchange: RealmExchange, locale: string, theme: Theme): PageTexts {
  const own = exchange.realm.stored.localizationTexts;
  if (own !== undefined && Object.keys(own).length > 0) {
    const shown = hasTexts(locale, theme) || Object.hasOwn(own, locale) ? locale : 'en';
    const owner = {
      log: exchange.log,
      place: `Realm ${exchange.realm.name}`,
      owner: own,
      realm: exchange.realm,
    };
    return textsFrom(findInAll(owner, locale, theme), shown, theme);
  }
  const shown = hasTexts(locale, theme) ? locale : 'en';
  return sharedTexts(theme, shown, () => findShared(exchange, shown, theme));
}

function hasTexts(locale: string, theme: Theme): boolean {
  return (
    ourTexts(locale) !== undefined ||
    [locale, languageOf(locale)].some((tag) => theme.messages(tag).length > 0)
  );
}

/** Several realms have the theme: what is wrong with it belongs to none of them. */
function findShared({ log }: RealmExchange, locale: string, theme: Theme): Find {
  if (theme.texts.length === 0) return findOurs(locale);
  return findInAll({ log, place: `Theme ${theme.name}`, owner: theme, realm: NO_TEXTS }, locale, theme);
}

const NO_TEXTS: Pick<Realm, 'stored'> = { stored: { id: '', realm: '' } };

const MOST_LANGUAGES = 1000;

/** Texts that many realms share. */
function sharedTexts(theme: Theme, locale: string, find: () => Find): PageTexts {
  const shared = SHARED.get(theme) ?? new Map<string, PageTexts>();
  SHARED.set(theme, shared);
  const texts = shared.get(locale) ?? textsFrom(find(), locale, theme);
  // As many as there are languages and their regions in realms; `de-AT` is one of them.
  if (shared.size < MOST_LANGUAGES) shared.set(locale, texts);
  return texts;
}

/** Our texts in a language that we have. */
export const languageTexts = (locale: string): PageTexts =>
  sharedTexts(OUR_THEME, locale, () => findOurs(locale));

function textsFrom(find: Find, shown: string, theme: Theme): PageTexts {
  const say: PageTexts['say'] = (key, ...values) => find(key, values.map(String)) ?? key;
  // A message of no key is a text of its own.
  const findMessage: Find = (key, values) => (key === '' ? undefined : find(key, values));
  const show: PageTexts['show'] = ({ key, params, text }) => findMessage(key, params) ?? text;
  // Values may be what a user has entered.
  const showHtml: PageTexts['showHtml'] = ({ key, params, text }) =>
    sanitizeHtml(findMessage(key, params.map(escapeHtml)) ?? escapeHtml(text));
  return {
    locale: shown,
    direction: directionOf(shown),
    classes: classNamesOf(theme),
    say,
    sayHtml: (key, value) => sanitizeHtml(find(key, [value]) ?? value),
    show,
    showHtml,
    showProblem: (message) => (message === undefined ? undefined : showHtml(message)),
    ...punctuationOf(languageOf(shown)),
    fill: (key, ...parts) => fillParts(say(key, ...parts.map((_part, index) => MARK + index + MARK)), parts),
    showDescription: (description) => show(messageOfDescription(description)),
    translate(english) {
      const message = messageOfDescription(english);
      return message.key === '' ? undefined : show(message);
    },
    showDescriptionHtml: (description) => showHtml(messageOfDescription(description)),
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
  const theme = findTheme(exchange, tab.request.clientId);
  const localized: LocalizedExchange = {
    ...exchange,
    theme,
    texts: createTexts(exchange, chooseLocale(exchange, tab, user), theme),
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
  if (known !== undefined)
    return createTexts(exchange, chooseLocale(exchange, known.tab, known.user), themeOf(exchange));
  return requestedTexts(exchange, requestedLocale(exchange), user);
}

/** The texts of a page without a tab: in this language, if the realm has it, or in that of the request. */
export function requestedTexts(
  exchange: RealmExchange,
  locale: string | undefined,
  user?: StoredUser,
): PageTexts {
  const request = { uiLocales: readUiLocales(exchange).split(' ') };
  return createTexts(exchange, chooseLocale(exchange, { locale, request }, user), themeOf(exchange));
}

/** The theme of a page: that of its tab's client or, without a tab, of the client that the request names. */
export function themeOf(exchange: RealmExchange): Theme {
  if (isLocalized(exchange)) return exchange.theme;
  const tab = TABS.get(exchange)?.tab;
  if (tab !== undefined) return findTheme(exchange, tab.request.clientId);
  return findTheme(exchange, exchange.query.get('client_id') ?? exchange.form.get('client_id'));
}

/** Compat: a client's theme comes before the realm's. */
function findTheme({ realm, themes }: RealmExchange, clientId: string | undefined): Theme {
  const client = clientId === undefined ? undefined : realm.clients.get(clientId);
  return themes.find(client?.attributes['login_theme'] || realm.stored.loginTheme);
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
