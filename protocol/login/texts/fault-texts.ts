// The texts of pages for requests that did not get to an endpoint: unknown addresses and realms, faults of the server.
import { parseCookies } from '#protocol/http/cookies.ts';
import type { FaultTexts } from '#protocol/http/errors.ts';
import type { Exchange, RealmExchange } from '#protocol/http/exchange.ts';
import type { PageRequest } from '#protocol/http/reply-to-error.ts';
import { findLocale } from '#protocol/realm/view/locales.ts';
import { LOCALE_COOKIE } from '../browser-cookies.ts';
import { readAcceptLanguage } from '../choose-locale.ts';
import { languageTexts, type PageTexts, textsOf } from './page-texts.ts';
import { PAGE_TEXTS } from './table.ts';

/** A longer address does not choose a language. */
const MAX_URL_LENGTH = 4096;
const MAX_UI_LOCALES = 50;

const OURS: readonly string[] = Object.keys(PAGE_TEXTS);

function listWanted({ headers, url = '' }: PageRequest): readonly (string | undefined)[] {
  const accepted = [
    parseCookies(headers.cookie).get(LOCALE_COOKIE),
    ...readAcceptLanguage(headers['accept-language'] ?? ''),
  ];
  if (url.length > MAX_URL_LENGTH || !url.includes('?')) return accepted;
  const query = new URLSearchParams(url.slice(url.indexOf('?')));
  const uiLocales = query.get('ui_locales')?.split(' ', MAX_UI_LOCALES) ?? [];
  return [query.get('kc_locale') ?? undefined, ...uiLocales, ...accepted];
}

function isInRealm(exchange: Exchange | undefined): exchange is RealmExchange {
  return exchange !== undefined && 'realm' in exchange;
}

/** In a realm its languages count; outside of realms, all that we have texts in. */
function pageTextsOf(request: PageRequest, exchange: Exchange | undefined): PageTexts {
  return isInRealm(exchange)
    ? textsOf(exchange)
    : languageTexts(findLocale(OURS, listWanted(request)) ?? 'en');
}

export function faultTextsOf(request: PageRequest, exchange: Exchange | undefined): FaultTexts {
  let texts: PageTexts | undefined;
  const find = (): PageTexts => {
    texts ??= pageTextsOf(request, exchange);
    return texts;
  };
  // Most failed requests are those of programs, which get no page.
  return {
    get locale() {
      return find().locale;
    },
    get direction() {
      return find().direction;
    },
    translate: (english) => find().translate(english),
  };
}
