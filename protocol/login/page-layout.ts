// The layout shared by all pages: head, realm name, card, footer.
import type { FaultTexts } from '#protocol/http/errors.ts';
import type { Exchange, RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { type HtmlReplyOptions, htmlReply } from '#protocol/http/replies.ts';
import { localeCookie, withCookies } from './browser-cookies.ts';
import { renderLanguages, SWITCH_SCRIPT_HASH } from './language-switch.ts';
import { requestedLocale } from './requested-locale.ts';
import { STYLESHEET_PATH } from './stylesheet.ts';
import { textsOf } from './texts/page-texts.ts';
import { EN } from './texts/table.ts';

export interface Page {
  readonly status: number;
  /** `data-page-id` is `login-<name>`, which browser tests look for. */
  readonly name: string;
  /** Title of the browser tab; default: the heading. */
  readonly documentTitle?: string;
  readonly heading: string;
  readonly content: Html;
  /** Two columns on wide screens. */
  readonly wide?: boolean;
  /** Additional permissions: scripts, frames. */
  readonly policy?: HtmlReplyOptions;
}

const MARK: Html = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill="currentColor" d="M12 1.5 3 5v6.2c0 5.4 3.7 9.6 9 11.3 5.3-1.7 9-5.9 9-11.3V5l-9-3.5Zm0 5.2a2.9 2.9 0 1 1 0 5.8 2.9 2.9 0 0 1 0-5.8Zm0 12.5a8 8 0 0 1-5.3-3.7c.9-1.6 3-2.5 5.3-2.5s4.4.9 5.3 2.5a8 8 0 0 1-5.3 3.7Z"/></svg>`;

/** The exchange that a page answers, or the base URL of a request outside of realms and its language. */
export type PageHost = (Pick<Exchange, 'baseUrl'> & { readonly texts: FaultTexts }) | RealmExchange;

/** The name in the page's header: the realm's display name, or the product name outside a realm. */
export function placeName(exchange: PageHost): string {
  return 'realm' in exchange ? exchange.realm.displayName || exchange.realm.name : 'Understudy';
}

const FOOTER = 'understudy.footer';

/** Outside of realms there is no choice of languages: it could not be remembered. */
function frameOf(exchange: PageHost): Frame {
  if (!('realm' in exchange)) {
    const { locale, direction, translate } = exchange.texts;
    return { locale, direction, footer: translate(EN[FOOTER]) ?? EN[FOOTER], languages: undefined };
  }
  const texts = textsOf(exchange);
  const { locale, direction } = texts;
  return { locale, direction, footer: texts.say(FOOTER), languages: renderLanguages(exchange, texts) };
}

interface Frame {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly footer: string;
  /** Undefined: there is no choice. */
  readonly languages: Html | undefined;
}

function withSwitchScript(policy: HtmlReplyOptions | undefined): HtmlReplyOptions {
  return { ...policy, scriptSources: [...(policy?.scriptSources ?? []), SWITCH_SCRIPT_HASH] };
}

/** Compat: a language that was chosen with `kc_locale` is remembered. */
function rememberLanguage(exchange: PageHost, reply: Reply): Reply {
  const locale = 'realm' in exchange ? requestedLocale(exchange) : undefined;
  return locale === undefined || !('realm' in exchange)
    ? reply
    : withCookies(reply, [localeCookie(exchange, locale)]);
}

/** Renders a page in the layout. Never cached, so that Back does not show a stale form. */
export function renderPage(exchange: PageHost, page: Page): Reply {
  const bodyClass = page.wide === true ? 'wide' : 'narrow';
  const { locale, direction, footer, languages } = frameOf(exchange);
  const reply = htmlReply(
    page.status,
    html`<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${page.documentTitle ?? page.heading}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLESHEET_PATH}">
</head>
<body id="keycloak-bg" class="${bodyClass}" data-page-id="login-${page.name}">
<header id="kc-header">${MARK}<div id="kc-header-wrapper">${placeName(exchange)}</div>${languages}</header>
<main id="kc-content">
<h1 id="kc-page-title">${page.heading}</h1>
${page.content}
</main>
<footer>${footer}</footer>
</body>
</html>
`,
    languages === undefined ? page.policy : withSwitchScript(page.policy),
  );
  return rememberLanguage(exchange, reply);
}
