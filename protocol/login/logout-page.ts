// The sign-out pages: confirmation and result.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { renderBackLink, renderErrorPage } from './error-page.ts';
import { renderInfoPage } from './info-page.ts';
import { renderPage } from './page-layout.ts';
import { messageOf } from './texts/message.ts';
import { textsOf } from './texts/page-texts.ts';

export interface LogoutConfirmationPage {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly sessionCode: string;
  /** The user whose session would end; undefined when the browser has no session. */
  readonly username: string | undefined;
  readonly backTo: string | undefined;
}

/** Renders the sign-out confirmation. OIDC RP-Initiated Logout §2. */
export function renderLogoutConfirmation(exchange: RealmExchange, page: LogoutConfirmationPage): Reply {
  const { username } = page;
  const texts = textsOf(exchange);
  return renderPage(exchange, {
    status: 200,
    name: 'logout-confirm',
    heading: texts.say('logoutConfirmTitle'),
    content: html`<div id="kc-logout-confirm"><p class="instruction">${texts.say('logoutConfirmHeader')}</p>
${username !== undefined && html`<p class="us-lead">${texts.fill('understudy.signedInAs', html`<strong>${username}</strong>`)}</p>`}
<form class="form-actions" method="post" action="${page.action}">
<input type="hidden" name="session_code" value="${page.sessionCode}">
<button type="submit" id="kc-logout" name="confirmLogout" value="Logout" autofocus class="${texts.classes.primary}">${texts.say('doLogout')}</button>
</form>
${renderBackLink(texts, page.backTo)}</div>`,
  });
}

/** Renders the page for a sign-out that is no longer pending. */
export function renderStaleSignOut(exchange: RealmExchange): Reply {
  const error = new OAuthError('invalid_request', {
    description: 'Logout failed',
    reason: 'No sign-out is pending for this URL: it was already used, has expired or was never issued.',
    remedy: `Start the sign-out again. Each step may take up to accessCodeLifespanLogin of realm ${exchange.realm.name}, now ${exchange.realm.lifespans.accessCodeLogin} seconds.`,
    section: 'SAML Profiles §4.4.3',
  });
  exchange.activity.refused(error, 'resume-sign-out');
  return renderErrorPage(exchange, { status: 400, message: error.description, error });
}

/** Renders the final page of a sign-out without a redirect. */
export function renderLoggedOut(
  exchange: RealmExchange,
  page: { readonly backTo?: string | undefined } = {},
): Reply {
  return renderInfoPage(exchange, {
    title: messageOf('understudy.loggedOutTitle'),
    message: messageOf('understudy.loggedOut'),
    backTo: page.backTo,
  });
}
