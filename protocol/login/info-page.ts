// The info page: something is done or needs no doing, with a way back.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { renderBackLink } from './error-page.ts';
import { renderPage } from './page-layout.ts';

/** What an info page says. */
export interface InfoPage {
  readonly title: string;
  readonly message: string;
  /** Where "Back to Application" leads, when a safe place is known (`clientHome`). */
  readonly backTo?: string | undefined;
}

/** Renders an info page, answered with 200. */
export function renderInfoPage(exchange: RealmExchange, page: InfoPage): Reply {
  return renderPage(exchange, {
    status: 200,
    name: 'info',
    heading: page.title,
    content: html`<div id="kc-info-message"><p class="instruction">${page.message}</p>
${renderBackLink(page.backTo)}</div>`,
  });
}
