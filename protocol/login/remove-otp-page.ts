// The page on which users choose the authenticator that they no longer have.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import type { OtpDevice } from '#protocol/realm/users/one-time-codes.ts';
import { DEVICE_FIELD } from './executions/remove-otp.ts';
import { placeName, renderPage } from './page-layout.ts';
import { renderAnotherWay, renderKnownUser, type StepLinks } from './step-links.ts';

export interface RemoveOtpPage extends StepLinks {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly username: string;
  readonly devices: readonly OtpDevice[];
  readonly problem: string | undefined;
}

/** Ids and field as in Keycloak's theme; the first device is selected, as there. */
export function renderRemoveOtpPage(exchange: RealmExchange, page: RemoveOtpPage): Reply {
  const { devices, problem } = page;
  const problemId = `input-error-${DEVICE_FIELD}`;
  return renderPage(exchange, {
    status: 200,
    name: 'login-reset-otp',
    heading: 'Replace an authenticator',
    documentTitle: `Sign in to ${placeName(exchange)}`,
    content: html`${renderKnownUser(page, page.username)}
<form id="kc-otp-reset-form" method="post" action="${page.action}">
<fieldset class="field" aria-describedby="${problem !== undefined && problemId}"><legend id="kc-otp-reset-form-description">Which authenticator do you want to replace?</legend>
${devices.map(
  ({ id, label }, index) =>
    html`<div class="check"><input type="radio" id="kc-otp-credential-${String(index)}" name="${DEVICE_FIELD}" value="${id}" ${index === 0 && html`checked`}><label for="kc-otp-credential-${String(index)}">${label === '' ? `Authenticator ${index + 1}` : label}</label></div>`,
)}${problem !== undefined && html`<span class="problem" id="${problemId}" role="alert">${problem}</span>`}</fieldset>
<button class="primary" type="submit" id="kc-otp-reset-form-submit" name="login" value="Continue">Continue</button>
</form>
<p class="hint">The one you choose stops working. Next, you set up a new one.</p>
${renderAnotherWay(page)}`,
  });
}
