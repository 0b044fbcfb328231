// The error page: what is wrong in plain words, and for whoever runs the server also why and what would help.
import type { Refusal } from '#protocol/errors/refusal.ts';
import type { Exchange, RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { isOperator } from './operator.ts';
import { renderPage } from './page-layout.ts';

/** What an error page says. The caller tells Activity about the refusal, because only it knows the rule. */
export interface ErrorPage {
  readonly status: number;
  /** Heading; default `We are sorry...`. */
  readonly title?: string;
  /** For the person, in Keycloak's words where it has some. */
  readonly message: string;
  /** For the operator: its reason and remedy are shown to requests from this machine only. */
  readonly error?: Refusal;
  /** Where "Back to Application" leads, when a safe place is known (`clientHome`). */
  readonly backTo?: string | undefined;
}

/** The link back to the client, or nothing where no safe place is known. */
export function renderBackLink(backTo: string | undefined): Html {
  return backTo === undefined
    ? html``
    : html`<p class="actions"><a id="backToApplication" href="${backTo}">« Back to Application</a></p>`;
}

function renderOperatorPart(exchange: Exchange | RealmExchange, error: Refusal | undefined): Html {
  const remedy = error?.remedy;
  const facts = [
    error === undefined ? html`` : html`<dt>Reason</dt><dd>${error.reason}</dd>`,
    remedy === undefined ? html`` : html`<dt>What would accept it</dt><dd>${remedy}</dd>`,
    error === undefined ? html`` : html`<dt>Defined in</dt><dd>${error.section}</dd>`,
  ];
  return html`<section class="operator" aria-labelledby="operator-heading">
<h2 id="operator-heading">For whoever runs this server</h2>
${error === undefined ? html`` : html`<dl>${facts}</dl>`}
<p><a href="/console/#/activity/${encodeURIComponent(exchange.id)}">See why in Activity</a></p>
</section>`;
}

/** Renders an error page; works inside and outside a realm. Status and message are the caller's. */
export function renderErrorPage(exchange: Exchange | RealmExchange, page: ErrorPage): Reply {
  const heading = page.title ?? 'We are sorry...';
  const operatorPart = isOperator(exchange) ? renderOperatorPart(exchange, page.error) : html``;
  return renderPage(exchange, {
    status: page.status,
    name: 'error',
    heading,
    documentTitle: `${heading} ${page.message}`,
    content: html`<div id="kc-error-message"><p class="instruction">${page.message}</p>
${renderBackLink(page.backTo)}</div>
${operatorPart}`,
  });
}
