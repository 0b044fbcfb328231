// The consent page: the client and the scopes it requests.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { isClientShown } from '#protocol/realm/users/consents.ts';
import { clientNameOf } from './client-name.ts';
import { renderNotice } from './form-field.ts';
import { renderPage } from './page-layout.ts';
import type { ConsentQuestion } from './sign-in.ts';
import { type PageTexts, textsOf } from './texts/page-texts.ts';

export interface ConsentPage {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly sessionCode: string;
  readonly username: string;
  /** The client and the scopes that require consent. */
  readonly question: ConsentQuestion;
  /** What was wrong with the last answer. */
  readonly notice: Html | undefined;
}

function listConsentTexts(
  texts: PageTexts,
  { client, scopes }: ConsentQuestion,
  clientName: string,
): readonly string[] {
  const own = texts.resolve(client.attributes['consent.screen.text'] ?? '', clientName) || clientName;
  const shown = scopes.map(({ consentText, name }) => texts.resolve(consentText, name) || name);
  return isClientShown(client) ? [own, ...shown] : shown;
}

function renderConsentTexts(texts: readonly string[]): Html {
  if (texts.length === 0) return html``;
  return html`<ul class="us-requested">${texts.map((text) => html`<li><span>${text}</span></li>`)}</ul>`;
}

/** Renders the page; Yes and No are buttons of one form. OIDC Core §3.1.2.4. */
export function renderConsentPage(exchange: RealmExchange, page: ConsentPage): Reply {
  const { client } = page.question;
  const texts = textsOf(exchange);
  const clientName = clientNameOf(client, client.clientId);
  return renderPage(exchange, {
    status: 200,
    name: 'login-oauth-grant',
    heading: texts.fill('oauthGrantTitle', clientName.html),
    documentTitle: texts.say('oauthGrantTitle', clientName.text),
    content: html`${renderNotice(texts, page.notice)}<div id="kc-oauth">
<p class="us-lead">${texts.fill('understudy.signedInAs', html`<strong>${page.username}</strong>`)}</p>
<p class="instruction">${texts.say('oauthGrantRequest')}</p>
${renderConsentTexts(listConsentTexts(texts, page.question, clientName.text))}
<form id="understudy-consent" method="post" action="${page.action}" class="${texts.classes.form}">
<input type="hidden" name="code" value="${page.sessionCode}">
<div class="us-choice"><button type="submit" id="kc-login" name="accept" value="Yes" class="${texts.classes.primary}">${texts.say('doYes')}</button>
<button type="submit" id="kc-cancel" name="cancel" value="No" class="${texts.classes.secondary}">${texts.say('doNo')}</button></div>
</form></div>`,
  });
}
