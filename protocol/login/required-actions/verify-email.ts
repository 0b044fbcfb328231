// Verifying the e-mail address. No mail is sent from here, so the page stands in for the mail.
import { html } from '#protocol/http/html.ts';
import { renderNotice } from '../form-field.ts';
import { renderPage } from '../page-layout.ts';
import type { RequiredAction } from './required-action.ts';

/** Choice: whoever opens the page may say that the mail has come (docs/differences-to-keycloak.md, "E-mail verification"). */
export const verifyEmail: RequiredAction = {
  render: (exchange, page) =>
    renderPage(exchange, {
      status: 200,
      name: 'login-verify-email',
      heading: 'Email verification',
      content: html`${renderNotice('You need to verify your email address to activate your account.')}
<p class="instruction">Understudy sends no mail. Elsewhere ${page.user.email ?? 'your address'} would get a message with a link; the button below does what the link would do.</p>
<form id="kc-verify-email-form" method="post" action="${page.action}">
<button class="primary" type="submit" id="kc-submit" name="verify" value="true" autofocus>Confirm this email address</button>
</form>`,
    }),
  async take(_exchange, _deps, { user }) {
    // The address that was shown is the one that is verified.
    const { email } = user;
    return {
      state: 'done',
      change: (current) => (current.email === email ? { ...current, emailVerified: true } : current),
    };
  },
};
