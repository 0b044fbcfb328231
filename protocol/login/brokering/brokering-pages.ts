// The pages of a first sign-in through an identity provider. Ids and fields as in Keycloak's theme.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import type { ProfileField } from '#protocol/realm/profile/profile-fields.ts';
import { renderNotice, wrapButtons } from '../form-field.ts';
import { renderPage } from '../page-layout.ts';
import { enteredValues, renderProfileFields } from '../profile-form/profile-form.ts';
import type { FieldProblems } from '../required-actions/required-action.ts';
import { textsOf } from '../texts/page-texts.ts';
import type { BrokeredFacts } from './brokered.ts';
import { profileOfIdentity } from './load-brokered.ts';

/** The field that says which button of {@link renderConfirmLinkPage} was pressed. */
export const CHOICE = 'submitAction';
export const REVIEW = 'updateProfile';
export const LINK = 'linkAccount';

export interface ReviewProfilePage {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly brokered: BrokeredFacts;
  readonly fields: readonly ProfileField[];
  readonly problems: FieldProblems;
}

/** What the provider says of the person, to be completed or corrected. */
export function renderReviewProfilePage(exchange: RealmExchange, page: ReviewProfilePage): Reply {
  const texts = textsOf(exchange);
  const { fields, problems, brokered } = page;
  const known = { ...profileOfIdentity(brokered.identity), ...brokered.reviewed };
  return renderPage(exchange, {
    status: 200,
    name: 'idp-review-user-profile',
    heading: texts.say('loginIdpReviewProfileTitle'),
    content: html`<form id="kc-idp-review-profile-form" method="post" action="${page.action}" novalidate class="${texts.classes.form}">
${renderProfileFields(exchange.realm, texts, {
  fields,
  valuesOf: (name) =>
    (Object.keys(problems).length === 0 ? undefined : enteredValues(exchange, name)) ?? known[name] ?? [],
  problems,
})}
${wrapButtons(texts, html`<input type="submit" value="${texts.say('doSubmit')}" class="${texts.classes.primary}">`)}
</form>`,
  });
}

export interface ConfirmLinkPage {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly brokered: BrokeredFacts;
  /** Why the last answer was not understood. */
  readonly problem: Html | undefined;
}

/** A user has the same name or address: is the person this user, or should the profile be another one? */
export function renderConfirmLinkPage(exchange: RealmExchange, page: ConfirmLinkPage): Reply {
  const { action, brokered } = page;
  const texts = textsOf(exchange);
  const { existing } = brokered;
  const field = existing?.field === 'username' ? 'username' : 'email';
  return renderPage(exchange, {
    status: 200,
    name: 'login-idp-link-confirm',
    heading: texts.say('confirmLinkIdpTitle'),
    content: html`${renderNotice(texts, page.problem)}
<p class="instruction">${texts.say('federatedIdentityConfirmLinkMessage', texts.say(field), existing?.value ?? '')}</p>
<form id="kc-register-form" method="post" action="${action}" class="${texts.classes.form}">
${wrapButtons(
  texts,
  html`${renderChoice(LINK, texts.say('confirmLinkIdpContinue'), texts.classes.primary)}
${renderChoice(REVIEW, texts.say('confirmLinkIdpReviewProfile'), texts.classes.secondary)}`,
)}
</form>`,
  });
}

function renderChoice(value: string, label: string, style: string): Html {
  return html`<button type="submit" id="${value}" name="${CHOICE}" value="${value}" class="${style}">${label}</button>`;
}

export interface LinkEmailPage {
  readonly brokered: BrokeredFacts;
  /** Absolute URL that sends the link again. */
  readonly resendUrl: string;
  /** Absolute URL of the tab's next page. */
  readonly continueUrl: string;
}

/** A link has been sent to the user who has the same name or address. */
export function renderLinkEmailPage(exchange: RealmExchange, page: LinkEmailPage): Reply {
  const { resendUrl, continueUrl, brokered } = page;
  const { realm } = exchange;
  const { providerName, identity } = brokered;
  const texts = textsOf(exchange);
  const clickHere = (url: string): Html => html`<a href="${url}">${texts.say('understudy.clickHere')}</a>`;
  return renderPage(exchange, {
    status: 200,
    name: 'login-idp-link-email',
    heading: texts.say('emailLinkIdpTitle', providerName),
    content: html`<p id="instruction1" class="instruction">${texts.say('emailLinkIdp1', providerName, identity.username, realm.displayName || realm.name)}</p>
<p id="instruction2" class="instruction">${texts.say('emailLinkIdp2')} ${texts.fill('emailLinkIdp3', clickHere(resendUrl))}</p>
<p id="instruction3" class="instruction">${texts.say('emailLinkIdp4')} ${texts.fill('emailLinkIdp5', clickHere(continueUrl))}</p>`,
  });
}
