// The pages of signing out: the question, and the end.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { renderBackLink, renderErrorPage } from './error-page.ts';
import { renderInfoPage } from './info-page.ts';
import { renderPage } from './page-layout.ts';

/** What the question needs. */
export interface LogoutConfirmationPage {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly sessionCode: string;
  /** Whose session would end; undefined where the browser has none. */
  readonly username: string | undefined;
  readonly backTo: string | undefined;
}

/** Renders the question whether to sign out. OIDC RP-Initiated Logout §2. */
export function renderLogoutConfirmation(exchange: RealmExchange, page: LogoutConfirmationPage): Reply {
  const who =
    page.username === undefined
      ? html``
      : html`<p class="lead">You are signed in as <strong>${page.username}</strong>.</p>`;
  return renderPage(exchange, {
    status: 200,
    name: 'logout-confirm',
    heading: 'Logging out',
    content: html`<div id="kc-logout-confirm"><p class="instruction">Do you want to log out?</p>
${who}
<form class="form-actions" method="post" action="${page.action}">
<input type="hidden" name="session_code" value="${page.sessionCode}">
<button class="primary" type="submit" id="kc-logout" name="confirmLogout" value="Logout" autofocus>Logout</button>
</form>
${renderBackLink(page.backTo)}</div>`,
  });
}

/** Renders what somebody sees who comes back to a sign-out that is over. */
export function renderStaleSignOut(exchange: RealmExchange): Reply {
  const error = new OAuthError('invalid_request', {
    description: 'Logout failed',
    reason:
      'No sign-out waits here: its address was used before, is older than the realm allows, or was made up.',
    remedy: `Begin the sign-out again; accessCodeLifespanLogin of realm ${exchange.realm.name} is how long one may take between two steps, now ${exchange.realm.lifespans.accessCodeLogin} seconds.`,
    section: 'SAML Profiles §4.4.3',
  });
  exchange.activity.refused(error, 'resume-sign-out');
  return renderErrorPage(exchange, { status: 400, message: error.description, error });
}

/** Renders the end of a sign-out that leads nowhere else. */
export function renderLoggedOut(
  exchange: RealmExchange,
  page: { readonly backTo?: string | undefined } = {},
): Reply {
  return renderInfoPage(exchange, {
    title: 'Logged out',
    message: 'You are logged out',
    backTo: page.backTo,
  });
}
