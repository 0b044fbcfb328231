// Verifying the e-mail address by a link that is sent to it.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { mailTabLink } from '../action-tokens/action-mailer.ts';
import type { AuthenticationSession, Progress } from '../authentication-session.ts';
import { renderPage } from '../page-layout.ts';
import { type PageTexts, textsOf } from '../texts/page-texts.ts';
import { renderActionButtons } from './action-buttons.ts';
import type { ActionDependencies, ActionPage, RequiredAction } from './required-action.ts';

async function sendLink(
  exchange: RealmExchange,
  deps: ActionDependencies,
  authentication: AuthenticationSession,
  user: StoredUser,
): Promise<Partial<Progress>> {
  const email = user.email ?? '';
  await mailTabLink(exchange, deps, authentication, { type: 'verify-email', user, to: email, email });
  exchange.activity.recordPass('send-verify-email', `A link was sent to ${email}.`);
  return { verificationSentTo: email };
}

function renderInstruction(texts: PageTexts, { user, verificationSentTo }: ActionPage): Html {
  const { email = '' } = user;
  return verificationSentTo === email
    ? html`<p class="instruction">${texts.say('emailVerifyInstruction1', email)}</p>`
    : html`<p class="instruction">${texts.say('emailVerifyInstruction4', email)}</p>`;
}

/** Compat: an application's action has buttons; otherwise a link sends the message again. */
function renderSending(texts: PageTexts, page: ActionPage): Html {
  if (!page.isInitiated)
    return html`<div id="kc-info"><p class="instruction" id="kc-info-wrapper">${texts.say('emailVerifyInstruction2')}
${texts.fill('emailVerifyInstruction3', html`<a href="${page.action}">${texts.say('understudy.clickHere')}</a>`)}</p></div>`;
  const button =
    page.verificationSentTo === undefined
      ? { id: 'kc-send', label: 'emailVerifySend' as const }
      : { id: 'kc-resend', label: 'emailVerifyResend' as const };
  return html`<form id="kc-verify-email-form" method="post" action="${page.action}">
${renderActionButtons(texts, page, button)}
</form>`;
}

/** Choice: docs/differences-to-keycloak.md, "E-mail verification". */
function renderShortcut(texts: PageTexts, { action, isInitiated }: ActionPage): Html {
  const ids = isInitiated
    ? { form: 'understudy-verify-email', button: 'understudy-confirm-email' }
    : { form: 'kc-verify-email-form', button: 'kc-submit' };
  return html`<section class="us-operator" aria-labelledby="shortcut-heading">
<h2 id="shortcut-heading">${texts.say('understudy.forDevelopment')}</h2>
<p class="us-hint">${texts.say('understudy.verifyEmailHint')}</p>
<form id="${ids.form}" method="post" action="${action}">
<button type="submit" id="${ids.button}" name="verify" value="true">${texts.say('understudy.verifyEmail')}</button>
</form></section>`;
}

/** The message is sent when the page is first shown in a tab, and by "Click here". */
export const verifyEmail: RequiredAction = {
  canBeInitiated: true,
  // Compat: there is nothing to verify.
  isIgnored: ({ email = '' }) => email === '',
  isDone: ({ emailVerified }) => emailVerified === true,
  async prepare(exchange, deps, { user, authentication, isInitiated }) {
    const isSent = authentication.progress.verificationSentTo === user.email;
    return isSent || isInitiated ? {} : sendLink(exchange, deps, authentication, user);
  },
  render(exchange, page) {
    const texts = textsOf(exchange);
    return renderPage(exchange, {
      status: 200,
      name: 'login-verify-email',
      heading: texts.say('emailVerifyTitle'),
      content: html`${renderInstruction(texts, page)}
${renderSending(texts, page)}
${renderShortcut(texts, page)}`,
    });
  },
  async take(exchange, deps, { user, authentication }) {
    const { email } = user;
    if (!exchange.form.has('verify'))
      return { state: 'asked', progress: await sendLink(exchange, deps, authentication, user) };
    // Verify only the address that was shown.
    return {
      state: 'done',
      change: (current) => (current.email === email ? { ...current, emailVerified: true } : current),
    };
  },
};
