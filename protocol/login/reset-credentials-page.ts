// The page for a forgotten password.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { renderField } from './form-field.ts';
import { renderPage } from './page-layout.ts';
import { usernameLabel } from './sign-in-page.ts';
import { textsOf } from './texts/page-texts.ts';

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
  const texts = textsOf(exchange);
  const hint =
    realm.emailAsUsername || !realm.loginWithEmail
      ? texts.say('emailInstructionUsername')
      : texts.say('emailInstruction');
  return renderPage(exchange, {
    status: 200,
    name: 'login-reset-password',
    heading: texts.say('emailForgotTitle'),
    content: html`<form id="kc-reset-password-form" method="post" action="${page.action}" novalidate class="${texts.classes.form}">
<div id="kc-info" class="${texts.classes.group}"><p class="us-hint" id="kc-info-wrapper">${hint}</p></div>
${renderField(texts, { id: 'username', name: 'username', label: usernameLabel(exchange, texts), autocomplete: 'username', autofocus: true, value: page.username, problem: page.problem === undefined ? undefined : texts.showDescriptionHtml(page.problem) })}
<div class="${texts.classes.buttons}"><button type="submit" id="kc-form-buttons" class="${texts.classes.primary}">${texts.say('doSubmit')}</button></div>
${page.signInUrl !== undefined && html`<p class="us-actions" id="kc-form-options"><a id="kc-back-to-login" href="${page.signInUrl}">${texts.say('backToLogin')}</a></p>`}
</form>`,
  });
}
