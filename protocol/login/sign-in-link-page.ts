// The pages of a sign-in link: asks before it signs in, and says that it has.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { renderInfoPage } from './info-page.ts';
import { renderPage } from './page-layout.ts';

export interface SignInLinkPage {
  /** Absolute URL that the form posts to. */
  readonly action: string;
  readonly sessionCode: string;
  readonly username: string;
  /** The client that opens; undefined: none. */
  readonly clientId: string | undefined;
  /** The user whom the browser is signed in as. */
  readonly current: string | undefined;
}

/** Asks whether to sign in as the user. */
export function renderSignInLink(exchange: RealmExchange, page: SignInLinkPage): Reply {
  const { username, clientId, current, action, sessionCode } = page;
  const isReplaced = current !== undefined && current !== username;
  return renderPage(exchange, {
    status: 200,
    name: 'sign-in-link',
    heading: `Sign in as ${username}`,
    content: html`<p class="instruction">An administrator created this link. It signs this browser in as <strong>${username}</strong>${clientId !== undefined && html` and opens <strong>${clientId}</strong>`}.</p>
${isReplaced && html`<p class="lead">You are signed in as <strong>${current}</strong>, who will be signed out.</p>`}
<form class="form-actions" method="post" action="${action}">
<input type="hidden" name="session_code" value="${sessionCode}">
<button class="primary" type="submit" id="understudy-sign-in-as" autofocus>Continue as ${username}</button>
</form>
<p class="hint">If you did not expect it, close this page.</p>`,
  });
}

/** Shown when no application opens. */
export function renderSignedInByLink(exchange: RealmExchange, username: string): Reply {
  return renderInfoPage(exchange, {
    title: `Signed in as ${username}`,
    message: 'The applications of this realm now sign this browser in without a password.',
  });
}
