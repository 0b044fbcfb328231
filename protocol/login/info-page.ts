// The info page: a message with a link back to the client.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { renderBackLink } from './error-page.ts';
import { renderPage } from './page-layout.ts';
import { actionLabel } from './required-actions/action-labels.ts';
import type { PageMessage } from './texts/message.ts';
import { textsOf } from './texts/page-texts.ts';

export interface InfoPage {
  readonly title: PageMessage;
  readonly message: PageMessage;
  /** Aliases of required actions that the link leads to. */
  readonly actions?: readonly string[];
  /** Target of "Click here to proceed". */
  readonly proceed?: string;
  /** Target of "Back to Application" (`clientHome`). */
  readonly backTo?: string | undefined;
}

export function renderInfoPage(exchange: RealmExchange, page: InfoPage): Reply {
  const texts = textsOf(exchange);
  return renderPage(exchange, {
    status: 200,
    name: 'info',
    heading: texts.show(page.title),
    content: html`<div id="kc-info-message"><p class="instruction">${texts.showHtml(page.message)}${page.actions !== undefined && html`: <b>${page.actions.map((alias) => actionLabel(texts, alias)).join(', ')}</b>`}</p>
${page.proceed !== undefined && html`<p class="us-actions"><a id="proceedWithAction" href="${page.proceed}">${texts.say('proceedWithAction')}</a></p>`}
${renderBackLink(texts, page.backTo)}</div>`,
  });
}
