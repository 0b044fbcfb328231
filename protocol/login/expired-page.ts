// The page for a form that is no longer the current one of its tab.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { renderPage } from './page-layout.ts';

/** Renders "Page has expired" with both ways on. Nothing of what the form carried was used. */
export function renderExpiredPage(
  exchange: RealmExchange,
  urls: { restart: string; proceed: string },
): Reply {
  return renderPage(exchange, {
    status: 200,
    name: 'login-page-expired',
    heading: 'Page has expired',
    content: html`<p class="instruction" id="instruction1">This form was sent before, or a newer one was opened in this tab. Nothing was done with it.</p>
<p class="actions"><a id="loginContinueLink" href="${urls.proceed}">Continue signing in</a>
<a id="loginRestartLink" href="${urls.restart}">Start over</a></p>`,
  });
}
