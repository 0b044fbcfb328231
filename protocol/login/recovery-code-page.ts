// The page that asks for a recovery code.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { renderField } from './form-field.ts';
import { placeName, renderPage } from './page-layout.ts';
import { renderAnotherWay, renderKnownUser, type StepLinks } from './step-links.ts';

export interface RecoveryCodePage extends StepLinks {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly username: string;
  /** The number of the code in the user's list; undefined for codes that cannot be read. */
  readonly number: number | undefined;
  readonly problem: string | undefined;
}

/** Ids, field and label as in Keycloak's theme; status 200 even after a wrong code. */
export function renderRecoveryCodePage(exchange: RealmExchange, page: RecoveryCodePage): Reply {
  const { number, problem } = page;
  const name = 'recoveryCodeInput';
  const label = number === undefined ? 'Recovery code' : `Recovery code #${number}`;
  return renderPage(exchange, {
    status: 200,
    name: 'login-recovery-authn-code-input',
    heading: 'Login with a recovery authentication code',
    documentTitle: `Sign in to ${placeName(exchange)}`,
    content: html`${renderKnownUser(page, page.username)}
<form id="kc-recovery-code-login-form" method="post" action="${page.action}">
${renderField({ id: name, name, label, autocomplete: 'off', autofocus: true, problem })}
<button class="primary" type="submit" id="kc-login" name="login" value="Sign In">Sign In</button>
</form>
<p class="hint">Enter this code from the list that you saved. Each code can be used once.</p>
${renderAnotherWay(page)}`,
  });
}
