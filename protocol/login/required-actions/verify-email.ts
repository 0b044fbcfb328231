// Verifying the e-mail address. Understudy does not send e-mail; the page replaces it.
import { html } from '#protocol/http/html.ts';
import { renderNotice } from '../form-field.ts';
import { renderPage } from '../page-layout.ts';
import type { RequiredAction } from './required-action.ts';

/** Choice: the page confirms the address (docs/differences-to-keycloak.md, "E-mail verification"). */
export const verifyEmail: RequiredAction = {
  render: (exchange, page) =>
    renderPage(exchange, {
      status: 200,
      name: 'login-verify-email',
      heading: 'Email verification',
      content: html`${renderNotice('You need to verify your email address to activate your account.')}
<p class="instruction">Understudy does not send e-mail. Keycloak would send ${page.user.email ?? 'you'} a message with a link; the button below has the same effect.</p>
<form id="kc-verify-email-form" method="post" action="${page.action}">
<button class="primary" type="submit" id="kc-submit" name="verify" value="true" autofocus>Confirm this email address</button>
</form>`,
    }),
  async take(_exchange, _deps, { user }) {
    // Verify only the address that was shown.
    const { email } = user;
    return {
      state: 'done',
      change: (current) => (current.email === email ? { ...current, emailVerified: true } : current),
    };
  },
};
