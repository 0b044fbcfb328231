// The page for a forgotten password.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { renderField } from './form-field.ts';
import { renderPage } from './page-layout.ts';
import { usernameLabel } from './sign-in-page.ts';

export interface ResetCredentialsPage {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  /** Absolute URL of the sign-in page; undefined if no sign-in is in progress. */
  readonly signInUrl: string | undefined;
  /** Initial value. */
  readonly username: string;
  readonly problem: string | undefined;
}

/** Field `username`. */
export function renderResetCredentialsPage(exchange: RealmExchange, page: ResetCredentialsPage): Reply {
  const { realm } = exchange;
  const hint =
    realm.emailAsUsername || !realm.loginWithEmail
      ? 'Enter your username and we will send you instructions on how to create a new password.'
      : 'Enter your username or email address and we will send you instructions on how to create a new password.';
  return renderPage(exchange, {
    status: 200,
    name: 'login-reset-password',
    heading: 'Forgot Your Password?',
    content: html`<form id="kc-reset-password-form" method="post" action="${page.action}" novalidate>
<div id="kc-info" class="field"><p class="hint" id="kc-info-wrapper">${hint}</p></div>
${renderField({ id: 'username', name: 'username', label: usernameLabel(exchange), autocomplete: 'username', autofocus: true, value: page.username, problem: page.problem })}
<button class="primary" type="submit" id="kc-form-buttons">Submit</button>
${page.signInUrl !== undefined && html`<p class="actions" id="kc-form-options"><a id="kc-back-to-login" href="${page.signInUrl}">« Back to Login</a></p>`}
</form>`,
  });
}
