// The page shown when a form is not from the tab's latest page.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { renderPage } from './page-layout.ts';
import { textsOf } from './texts/page-texts.ts';

/** Renders "Page has expired" with links to continue and to start over. */
export function renderExpiredPage(
  exchange: RealmExchange,
  urls: { restart: string; proceed: string },
): Reply {
  const texts = textsOf(exchange);
  return renderPage(exchange, {
    status: 200,
    name: 'login-page-expired',
    heading: texts.say('pageExpiredTitle'),
    content: html`<p class="instruction" id="instruction1">${texts.say('pageExpiredMsg1')}</p>
<p class="us-actions"><a id="loginContinueLink" href="${urls.proceed}">${texts.say('pageExpiredMsg2')}</a>
<a id="loginRestartLink" href="${urls.restart}">${texts.say('doClickHere')}</a></p>`,
  });
}
