// The page shown when a form is not from the tab's latest page.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { renderPage } from './page-layout.ts';

/** Renders "Page has expired" with links to continue and to start over. */
export function renderExpiredPage(
  exchange: RealmExchange,
  urls: { restart: string; proceed: string },
): Reply {
  return renderPage(exchange, {
    status: 200,
    name: 'login-page-expired',
    heading: 'Page has expired',
    content: html`<p class="instruction" id="instruction1">This form was already submitted, or a newer page was opened in this tab. The form was not processed.</p>
<p class="actions"><a id="loginContinueLink" href="${urls.proceed}">Continue signing in</a>
<a id="loginRestartLink" href="${urls.restart}">Start over</a></p>`,
  });
}
