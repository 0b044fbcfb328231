// The sign-in page: the form and, if the realm allows one-click sign-in, its named users.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { renderNotice } from './form-field.ts';
import type { NamedUser, NamedUsers } from './named-users.ts';
import { placeName, renderPage } from './page-layout.ts';

export interface SignInPage {
  /** Absolute URL that a form posts to, by execution. */
  readonly action: (execution: 'username-password' | 'one-click') => string;
  /** Absolute URL that restarts the sign-in with another account. */
  readonly anotherUserUrl: string;
  readonly clientName: string;
  /** Initial value of the user name field. */
  readonly username: string;
  readonly rememberMe: boolean;
  /** The session's user, who must reauthenticate; undefined: any user may sign in. */
  readonly knownUsername: string | undefined;
  readonly notice: string | undefined;
  /** Why the last attempt failed. */
  readonly problem: string | undefined;
  /** Users for one-click sign-in; undefined if the realm does not allow it. */
  readonly namedUsers: NamedUsers | undefined;
}

function usernameLabel({ realm }: RealmExchange): string {
  if (realm.emailAsUsername) return 'Email';
  return realm.loginWithEmail ? 'Username or email' : 'Username';
}

function renderUsername(exchange: RealmExchange, page: SignInPage): Html {
  if (page.knownUsername !== undefined) {
    return html`<div class="known"><span class="out-of-sight">Signing in as</span>
<span id="kc-attempted-username">${page.knownUsername}</span>
<input type="text" value="${page.knownUsername}" autocomplete="username" hidden readonly>
<a id="reset-login" href="${page.anotherUserUrl}">Use another account</a></div>`;
  }
  return html`<div class="field"><label for="username">${usernameLabel(exchange)}</label>
<input type="text" id="username" name="username" value="${page.username}" autocomplete="username" autocapitalize="none" spellcheck="false" required ${page.username === '' && html`autofocus`} ${errorMarks(page)}></div>`;
}

function renderPassword(page: SignInPage): Html {
  const isFirst = page.username !== '' || page.knownUsername !== undefined;
  return html`<div class="field"><label for="password">Password</label>
<input type="password" id="password" name="password" autocomplete="current-password" required ${isFirst && html`autofocus`} ${errorMarks(page)}></div>`;
}

/** Both fields are marked, so that the page does not reveal which one was wrong. */
function errorMarks({ problem }: SignInPage): Html {
  return problem === undefined
    ? html`aria-invalid="false" aria-describedby=""`
    : html`aria-invalid="true" aria-describedby="input-error"`;
}

function renderRememberMe(exchange: RealmExchange, page: SignInPage): Html {
  if (!exchange.realm.rememberMe || page.knownUsername !== undefined) return html``;
  return html`<div class="check"><input type="checkbox" id="rememberMe" name="rememberMe" value="on" ${page.rememberMe && html`checked`}>
<label for="rememberMe">Remember me</label></div>`;
}

function renderForm(exchange: RealmExchange, page: SignInPage): Html {
  const { problem } = page;
  return html`<form id="kc-form-login" method="post" action="${page.action('username-password')}">
${problem !== undefined && html`<span id="input-error" role="alert"><span id="input-error-username">${problem}</span></span>`}
${renderUsername(exchange, page)}
${renderPassword(page)}
${renderRememberMe(exchange, page)}
<input type="hidden" id="id-hidden-input" name="credentialId" value="">
<button class="primary" type="submit" id="kc-login" name="login" value="Sign In">Sign In</button>
</form>`;
}

/** The detail describes the button but is no part of its name, so that suites find `Continue as Alice` exactly. */
function renderPerson({ id, label, detail, initial }: NamedUser, index: number): Html {
  const ids = { name: `one-click-name-${index}`, detail: `one-click-detail-${index}` };
  return html`<li><button type="submit" name="user_id" value="${id}" aria-labelledby="${ids.name}" aria-describedby="${ids.detail}">
<span class="initial" aria-hidden="true">${initial}</span>
<span class="who"><span class="name" id="${ids.name}">Continue as ${label}</span>
<span class="login" id="${ids.detail}">${detail}</span></span></button></li>`;
}

function renderNamedUsers(page: SignInPage, named: NamedUsers): Html {
  return html`<section class="aside" aria-labelledby="one-click-heading">
<h2 id="one-click-heading">One-click sign-in</h2>
<p class="hint">For development: no password required.</p>
<form id="understudy-one-click" method="post" action="${page.action('one-click')}">
<ul class="people">${named.users.map(renderPerson)}</ul>
</form>
${named.more && html`<p class="hint">More users are in the console.</p>`}</section>`;
}

/** Renders the sign-in page. Status 200 even after a wrong password, like Keycloak. */
export function renderSignInPage(exchange: RealmExchange, page: SignInPage): Reply {
  const form = renderForm(exchange, page);
  const named = page.namedUsers;
  const hasPeople = named !== undefined && named.users.length > 0;
  return renderPage(exchange, {
    status: 200,
    name: 'login',
    heading: 'Sign in to your account',
    documentTitle: `Sign in to ${placeName(exchange)}`,
    wide: hasPeople,
    content: html`<p class="lead">to continue to <strong>${page.clientName}</strong></p>
${renderNotice(page.notice)}
${hasPeople ? html`<div class="columns"><div>${form}</div>${renderNamedUsers(page, named)}</div>` : form}`,
  });
}
