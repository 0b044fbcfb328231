// The sign-in page: the form and, if the realm allows one-click sign-in, its named users.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { EXECUTION_OF, type ExecutionName } from './executions/table.ts';
import { renderCheck, renderLabel, renderLoginButton, renderNotice, wrapInput } from './form-field.ts';
import type { NamedUser, NamedUsers } from './named-users.ts';
import { placeName, renderPage } from './page-layout.ts';
import { type OfferedProvider, renderProviders } from './provider-buttons.ts';
import { renderAnotherWay, renderKnownUser, type StepLinks } from './step-links.ts';
import { type PageTexts, textsOf } from './texts/page-texts.ts';

export interface SignInPage extends StepLinks {
  /** Both fields, or the one of a form that asks for just that. */
  readonly fields: 'sign-in' | 'username' | 'password';
  /** Absolute URL that a form posts to, by execution. */
  readonly action: (execution: ExecutionName) => string;
  readonly clientName: Html;
  /** Initial value of the user name field. */
  readonly username: string;
  readonly rememberMe: boolean;
  /** The session's user, who must reauthenticate; undefined: any user may sign in. */
  readonly knownUsername: string | undefined;
  readonly notice: Html | undefined;
  /** Absolute URL of the page for a forgotten password; undefined if the realm has none. */
  readonly forgotPasswordUrl: string | undefined;
  /** Absolute URL of the page on which people register; undefined if the realm has none. */
  readonly registrationUrl: string | undefined;
  /** Why the last attempt failed. */
  readonly problem: Html | undefined;
  /** Identity providers that the page offers. */
  readonly providers: readonly OfferedProvider[];
  /** Users for one-click sign-in; undefined if the realm does not allow it. */
  readonly namedUsers: NamedUsers | undefined;
}

/** What the realm's users enter to sign in. */
export function usernameLabel({ realm }: RealmExchange, texts: PageTexts): string {
  if (realm.emailAsUsername) return texts.say('email');
  return texts.say(realm.loginWithEmail ? 'usernameOrEmail' : 'username');
}

function renderUsername(exchange: RealmExchange, texts: PageTexts, page: SignInPage): Html {
  if (page.knownUsername !== undefined) return renderKnownUser(texts, page, page.knownUsername);
  const input = html`<input type="text" id="username" name="username" value="${page.username}" autocomplete="username" autocapitalize="none" spellcheck="false" required ${page.username === '' && html`autofocus`} ${errorMarks(page)} class="${texts.classes.input}">`;
  return html`<div class="${texts.classes.group}">${renderLabel(texts, 'username', usernameLabel(exchange, texts))}
${wrapInput(texts, input)}</div>`;
}

function renderPassword(texts: PageTexts, page: SignInPage): Html {
  if (page.fields === 'username') return html``;
  const isFirst = page.username !== '' || page.knownUsername !== undefined;
  const input = html`<input type="password" id="password" name="password" autocomplete="current-password" required ${isFirst && html`autofocus`} ${errorMarks(page)} class="${texts.classes.input}">`;
  return html`<div class="${texts.classes.group}">${renderLabel(texts, 'password', texts.say('password'))}
${wrapInput(texts, input)}</div>`;
}

/** Both fields are marked, so that the page does not reveal which one was wrong. */
function errorMarks({ problem }: SignInPage): Html {
  return problem === undefined
    ? html`aria-invalid="false" aria-describedby=""`
    : html`aria-invalid="true" aria-describedby="input-error"`;
}

function renderRememberMe(exchange: RealmExchange, texts: PageTexts, page: SignInPage): Html {
  if (!exchange.realm.rememberMe || page.knownUsername !== undefined) return html``;
  return renderCheck(texts, {
    id: 'rememberMe',
    name: 'rememberMe',
    value: 'on',
    label: texts.say('rememberMe'),
    attributes: page.rememberMe && html`checked`,
  });
}

function renderForgotPassword(texts: PageTexts, { forgotPasswordUrl }: SignInPage): Html {
  if (forgotPasswordUrl === undefined) return html``;
  return html`<div class="${texts.classes.optionsWrapper}"><span><a id="kc-forgot-password" href="${forgotPasswordUrl}">${texts.say('doForgotPassword')}</a></span></div>`;
}

function renderRegistration(texts: PageTexts, { registrationUrl }: SignInPage): Html {
  if (registrationUrl === undefined) return html``;
  return html`<div id="kc-info" class="${texts.classes.signUp}"><div id="kc-info-wrapper" class="${texts.classes.signUpWrapper}"><div id="kc-registration-container"><div id="kc-registration"><span>${texts.say('noAccount')} <a href="${registrationUrl}">${texts.say('doRegister')}</a></span></div></div></div></div>`;
}

function renderForm(exchange: RealmExchange, texts: PageTexts, page: SignInPage): Html {
  const { problem, knownUsername } = page;
  const { classes } = texts;
  const problemId = `input-error-${knownUsername === undefined ? 'username' : 'password'}`;
  return html`<div id="kc-form"><div id="kc-form-wrapper"><form id="kc-form-login" method="post" action="${page.action(EXECUTION_OF[page.fields])}" novalidate class="${classes.form}">
${problem !== undefined && html`<span id="input-error" role="alert"><span id="${problemId}" class="${classes.problem}">${problem}</span></span>`}
${renderUsername(exchange, texts, page)}
${renderPassword(texts, page)}
<div id="kc-form-options" class="${classes.options}">
${renderRememberMe(exchange, texts, page)}
${renderForgotPassword(texts, page)}
</div>
<input type="hidden" id="id-hidden-input" name="credentialId" value="">
${renderLoginButton(texts)}
</form></div></div>
${renderAnotherWay(texts, page)}
${renderProviders(texts, page.providers)}
${renderRegistration(texts, page)}`;
}

/** The detail describes the button but is no part of its name, so that suites find `Continue as Alice` exactly. */
function renderPerson(texts: PageTexts, { id, label, detail, initial }: NamedUser, index: number): Html {
  const ids = { name: `one-click-name-${index}`, detail: `one-click-detail-${index}` };
  return html`<li><button type="submit" name="user_id" value="${id}" aria-labelledby="${ids.name}" aria-describedby="${ids.detail}">
<span class="us-initial" aria-hidden="true">${initial}</span>
<span class="us-who"><span class="us-name" id="${ids.name}">${texts.say('understudy.continueAs', label)}</span>
<span class="us-login" id="${ids.detail}">${detail}</span></span></button></li>`;
}

function renderNamedUsers(texts: PageTexts, page: SignInPage, named: NamedUsers): Html {
  return html`<section class="us-aside" aria-labelledby="one-click-heading">
<h2 id="one-click-heading">${texts.say('understudy.oneClickTitle')}</h2>
<p class="us-hint">${texts.say('understudy.oneClickHint')}</p>
<form id="understudy-one-click" method="post" action="${page.action('one-click')}">
<ul class="us-people">${named.users.map((user, index) => renderPerson(texts, user, index))}</ul>
</form>
${named.more && html`<p class="us-hint">${texts.say('understudy.oneClickMore')}</p>`}</section>`;
}

/** As in Keycloak's theme. */
const NAMES = { 'sign-in': 'login', username: 'login-username', password: 'login-password' } as const;

/** Renders the sign-in page. Status 200 even after a wrong password, like Keycloak. */
export function renderSignInPage(exchange: RealmExchange, page: SignInPage): Reply {
  const texts = textsOf(exchange);
  const form = renderForm(exchange, texts, page);
  const named = page.namedUsers;
  const hasPeople = named !== undefined && named.users.length > 0;
  return renderPage(exchange, {
    status: 200,
    name: NAMES[page.fields],
    heading: texts.say('loginAccountTitle'),
    documentTitle: texts.say('loginTitle', placeName(exchange)),
    wide: hasPeople,
    content: html`<p class="us-lead">${texts.fill('understudy.continueTo', html`<strong>${page.clientName}</strong>`)}</p>
${renderNotice(texts, page.notice)}
${hasPeople ? html`<div class="us-columns"><div>${form}</div>${renderNamedUsers(texts, page, named)}</div>` : form}`,
  });
}
