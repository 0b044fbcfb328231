// Verifying the e-mail address by a link that is sent to it.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { mailTabLink } from '../action-tokens/action-mailer.ts';
import type { AuthenticationSession, Progress } from '../authentication-session.ts';
import { renderPage } from '../page-layout.ts';
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

function renderInstruction({ user, verificationSentTo }: ActionPage): Html {
  const { email = '' } = user;
  return verificationSentTo === email
    ? html`<p class="instruction">An email with instructions to verify your email address has been sent to your address ${email}.</p>`
    : html`<p class="instruction">You need to verify your email address ${email}.</p>`;
}

/** Compat: an application's action has buttons; otherwise a link sends the message again. */
function renderSending(page: ActionPage): Html {
  if (!page.isInitiated)
    return html`<div id="kc-info"><p class="instruction" id="kc-info-wrapper">Haven't received a verification code in your email?
<a href="${page.action}">Click here</a> to re-send the email.</p></div>`;
  const button =
    page.verificationSentTo === undefined
      ? { id: 'kc-send', label: 'Send verification email' }
      : { id: 'kc-resend', label: 'Re-send verification email' };
  return html`<form id="kc-verify-email-form" method="post" action="${page.action}">
${renderActionButtons(page, button)}
</form>`;
}

/** Choice: docs/differences-to-keycloak.md, "E-mail verification". */
function renderShortcut({ action, isInitiated }: ActionPage): Html {
  const ids = isInitiated
    ? { form: 'understudy-verify-email', button: 'understudy-confirm-email' }
    : { form: 'kc-verify-email-form', button: 'kc-submit' };
  return html`<section class="operator" aria-labelledby="shortcut-heading">
<h2 id="shortcut-heading">For development</h2>
<p class="hint">The button has the same effect as the link in the message.</p>
<form id="${ids.form}" method="post" action="${action}">
<button type="submit" id="${ids.button}" name="verify" value="true">Confirm this email address</button>
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
  render: (exchange, page) =>
    renderPage(exchange, {
      status: 200,
      name: 'login-verify-email',
      heading: 'Email verification',
      content: html`${renderInstruction(page)}
${renderSending(page)}
${renderShortcut(page)}`,
    }),
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
