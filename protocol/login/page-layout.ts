// The layout shared by all pages: head, realm name, card, footer.
import type { FaultTexts } from '#protocol/http/errors.ts';
import type { Exchange, RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { escapeHtml, type Html, html } from '#protocol/http/html.ts';
import { type HtmlReplyOptions, htmlReply } from '#protocol/http/replies.ts';
import { OUR_THEME } from '#protocol/themes/load-theme.ts';
import { localeCookie, withCookies } from './browser-cookies.ts';
import { renderLanguages, SWITCH_SCRIPT_HASH } from './language-switch.ts';
import { requestedLocale } from './requested-locale.ts';
import { type PageTexts, textsOf, themeOf } from './texts/page-texts.ts';
import { EN } from './texts/table.ts';
import { type ClassNames, classNamesOf } from './theming/class-names.ts';
import { headOf, ourHead, type ThemeHead } from './theming/theme-head.ts';

export interface Page {
  readonly status: number;
  /** `data-page-id` is `login-<name>`, which browser tests look for. */
  readonly name: string;
  /** Title of the browser tab; default: the heading, which is a text then. */
  readonly documentTitle?: string;
  readonly heading: string | Html;
  readonly content: Html;
  /** Two columns on wide screens. */
  readonly wide?: boolean;
  /** Additional permissions: scripts, frames. */
  readonly policy?: HtmlReplyOptions;
}

const MARK: Html = html`<svg class="us-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill="currentColor" d="M12 1.5 3 5v6.2c0 5.4 3.7 9.6 9 11.3 5.3-1.7 9-5.9 9-11.3V5l-9-3.5Zm0 5.2a2.9 2.9 0 1 1 0 5.8 2.9 2.9 0 0 1 0-5.8Zm0 12.5a8 8 0 0 1-5.3-3.7c.9-1.6 3-2.5 5.3-2.5s4.4.9 5.3 2.5a8 8 0 0 1-5.3 3.7Z"/></svg>`;

/** The exchange that a page answers, or the base URL of a request outside of realms and its language. */
export type PageHost = (Pick<Exchange, 'baseUrl'> & { readonly texts: FaultTexts }) | RealmExchange;

/** The name in the page's header: the realm's display name, or the product name outside a realm. */
export function placeName(exchange: PageHost): string {
  return 'realm' in exchange ? exchange.realm.displayName || exchange.realm.name : 'Understudy';
}

/**
 * The name with its markup. Compat: `loginTitleHtml` of the realm's texts or of its theme, whose value is the realm's
 * HTML display name.
 */
function renderPlaceName({ realm: { stored } }: RealmExchange, texts: PageTexts): Html {
  const { displayNameHtml, displayName, realm } = stored;
  return texts.sayHtml('loginTitleHtml', displayNameHtml || escapeHtml(displayName || realm));
}

const FOOTER = 'understudy.footer';

/** What surrounds the content of a page. */
interface Frame {
  readonly name: Html;
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly classes: ClassNames;
  readonly footer: string;
  /** Undefined: there is no choice. */
  readonly languages: Html | undefined;
  readonly head: ThemeHead;
}

const pathOf = ({ baseUrl }: Pick<Exchange, 'baseUrl'>): string =>
  new URL(baseUrl).pathname.replace(/\/$/, '');

/** Outside of realms there is one look, and no choice of languages: it could not be remembered. */
function frameOf(exchange: PageHost): Frame {
  if (!('realm' in exchange)) {
    const { locale, direction, translate } = exchange.texts;
    const footer = translate(EN[FOOTER]) ?? EN[FOOTER];
    const classes = classNamesOf(OUR_THEME);
    const head = ourHead(pathOf(exchange));
    return {
      name: html`${placeName(exchange)}`,
      locale,
      direction,
      classes,
      footer,
      languages: undefined,
      head,
    };
  }
  const texts = textsOf(exchange);
  const { locale, direction, classes } = texts;
  const languages = renderLanguages(exchange, texts);
  const head = headOf(exchange, themeOf(exchange));
  const name = renderPlaceName(exchange, texts);
  return { name, locale, direction, classes, footer: texts.say(FOOTER), languages, head };
}

/** In names and texts. */
const IMAGE = /<img [^>]*src="https?:/;

/** Where the logo in a realm's name may be. */
const ANY_HOST = ['http:', 'https:'];

/** What a page may do, with its theme and its choice of languages. */
function addPolicies(page: Page, { name, languages, head }: Frame): HtmlReplyOptions | undefined {
  const hasImage = [name, page.heading, page.content].some((part) => IMAGE.test(part.toString()));
  if (languages === undefined && head.policy === undefined && !hasImage) return page.policy;
  const { policy = {} } = page;
  const join = (...lists: readonly (readonly string[] | undefined)[]): readonly string[] =>
    lists.flatMap((list) => list ?? []);
  return {
    ...policy,
    ...head.policy,
    ...(hasImage ? { imageSources: ANY_HOST } : {}),
    scriptSources: join(
      policy.scriptSources,
      head.policy?.scriptSources,
      languages === undefined ? [] : [SWITCH_SCRIPT_HASH],
    ),
    styleSources: join(policy.styleSources, head.policy?.styleSources),
    connectSources: join(policy.connectSources, head.policy?.connectSources),
  };
}

/** Compat: a language that was chosen with `kc_locale` is remembered. */
function rememberLanguage(exchange: PageHost, reply: Reply): Reply {
  const locale = 'realm' in exchange ? requestedLocale(exchange) : undefined;
  return locale === undefined || !('realm' in exchange)
    ? reply
    : withCookies(reply, [localeCookie(exchange, locale)]);
}

/** Our mark and footer are not part of a theme's look, in which the languages are beside the title. */
function renderBody(page: Page, { name, classes, languages, footer, head }: Frame): Html {
  const { isOurs } = head;
  return html`<header id="kc-header" class="${classes.header}">${isOurs && MARK}<div id="kc-header-wrapper" class="${classes.headerText}">${name}</div>${isOurs && languages}</header>
<main class="${classes.card}">
<div class="${classes.cardHeader}"><h1 id="kc-page-title" class="${classes.title}">${page.heading}</h1>${!isOurs && languages}</div>
<div id="kc-content" class="${classes.content}"><div id="kc-content-wrapper">
${page.content}
</div></div>
</main>
${isOurs && html`<footer class="us-footer">${footer}</footer>`}`;
}

/** Compat: only the pages of `keycloak.v2` have it. */
const renderContainer = ({ classes }: Frame, body: Html): Html =>
  classes.container === ''
    ? body
    : html`<div class="${classes.container}">
${body}
</div>`;

/** Renders a page in the layout. Never cached, so that Back does not show a stale form. */
export function renderPage(exchange: PageHost, page: Page): Reply {
  const frame = frameOf(exchange);
  const width = !frame.head.isOurs ? 'us-themed' : page.wide === true ? 'us-wide' : 'us-narrow';
  const { locale, direction, head, classes } = frame;
  const reply = htmlReply(
    page.status,
    html`<!doctype html>
<html lang="${locale}" dir="${direction}" class="${classes.html}" data-color-scheme="${head.colorScheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${head.colorScheme}">
<meta name="robots" content="noindex, nofollow">
<title>${page.documentTitle ?? page.heading}</title>
${head.elements}
</head>
<body id="keycloak-bg" class="${classes.body}" data-page-id="login-${page.name}">
<div class="${classes.page} ${width}">${renderContainer(frame, renderBody(page, frame))}</div>
</body>
</html>
`,
    addPolicies(page, frame),
  );
  return rememberLanguage(exchange, reply);
}
