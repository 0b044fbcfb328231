// The info page: a message with a link back to the client.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { renderBackLink } from './error-page.ts';
import { renderPage } from './page-layout.ts';

export interface InfoPage {
  readonly title: string;
  readonly message: string;
  /** Required actions that the link leads to, by their names for people. */
  readonly actions?: readonly string[];
  /** Target of "Click here to proceed". */
  readonly proceed?: string;
  /** Target of "Back to Application" (`clientHome`). */
  readonly backTo?: string | undefined;
}

export function renderInfoPage(exchange: RealmExchange, page: InfoPage): Reply {
  return renderPage(exchange, {
    status: 200,
    name: 'info',
    heading: page.title,
    content: html`<div id="kc-info-message"><p class="instruction">${page.message}${page.actions !== undefined && html`: <b>${page.actions.join(', ')}</b>`}</p>
${page.proceed !== undefined && html`<p class="actions"><a id="proceedWithAction" href="${page.proceed}">» Click here to proceed</a></p>`}
${renderBackLink(page.backTo)}</div>`,
  });
}
