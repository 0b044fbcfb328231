// The error page: what went wrong, and for developers the reason and how to fix it.
import type { Refusal } from '#protocol/errors/refusal.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { isOperator } from './operator.ts';
import { renderPage } from './page-layout.ts';
import { type PageTexts, textsOf } from './texts/page-texts.ts';

/** Content of an error page. The caller records the refusal in Activity, because only it knows the rule. */
export interface ErrorPage {
  readonly status: number;
  /** For the user, in Keycloak's wording where it has one: in English, shown in the language of the page. */
  readonly message: string;
  /** Its reason and remedy are shown only to requests from this machine. */
  readonly error?: Refusal;
  /** Target of "Back to Application" (`clientHome`). */
  readonly backTo?: string | undefined;
}

/** The link back to the client; empty without a target. */
export function renderBackLink(texts: Pick<PageTexts, 'say'>, backTo: string | undefined): Html {
  return backTo === undefined
    ? html``
    : html`<p class="us-actions"><a id="backToApplication" href="${backTo}">${texts.say('backToApplication')}</a></p>`;
}

/**
 * Fixes are only linked: the console applies them with its administrator's token, after a preview. A form on this
 * page would have to be protected from other sites' pages, and to find out who is signed in to the console.
 */
function renderOperatorPart(exchange: RealmExchange, error: Refusal | undefined): Html {
  const facts =
    error !== undefined &&
    html`<dl><dt>Reason</dt><dd>${error.reason}</dd>${error.remedy !== undefined && html`<dt>How to fix it</dt><dd>${error.remedy}</dd>`}<dt>Defined in</dt><dd>${error.section}</dd></dl>`;
  return html`<section class="us-operator" aria-labelledby="operator-heading" lang="en" dir="ltr">
<h2 id="operator-heading">For developers</h2>
${facts}
<p><a href="${exchange.basePath}/console/#/activity/${encodeURIComponent(exchange.id)}${error?.fix === undefined ? '' : '?preview=fix'}">${error?.fix === undefined ? 'See why in Activity' : 'Show in Activity and fix'}</a></p>
</section>`;
}

export function renderErrorPage(exchange: RealmExchange, page: ErrorPage): Reply {
  const texts = textsOf(exchange);
  const heading = texts.say('errorTitle');
  const message = texts.showDescription(page.message);
  return renderPage(exchange, {
    status: page.status,
    name: 'error',
    heading,
    documentTitle: `${heading} ${message}`,
    content: html`<div id="kc-error-message"><p class="instruction">${texts.showDescriptionHtml(page.message)}</p>
${renderBackLink(texts, page.backTo)}</div>
${isOperator(exchange) && renderOperatorPart(exchange, page.error)}`,
  });
}
