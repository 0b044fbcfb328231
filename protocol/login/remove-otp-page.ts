// The page on which users choose the authenticator that they no longer have.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import type { OtpDevice } from '#protocol/realm/users/one-time-codes.ts';
import { DEVICE_FIELD } from './executions/remove-otp.ts';
import { placeName, renderPage } from './page-layout.ts';
import { renderAnotherWay, renderKnownUser, type StepLinks } from './step-links.ts';
import { textsOf } from './texts/page-texts.ts';

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
  const texts = textsOf(exchange);
  const problemId = `input-error-${DEVICE_FIELD}`;
  return renderPage(exchange, {
    status: 200,
    name: 'login-reset-otp',
    heading: texts.say('otp-reset-title'),
    documentTitle: texts.say('loginTitle', placeName(exchange)),
    content: html`${renderKnownUser(texts, page, page.username)}
<form id="kc-otp-reset-form" method="post" action="${page.action}">
<fieldset class="field" aria-describedby="${problem !== undefined && problemId}"><legend id="kc-otp-reset-form-description">${texts.say('otp-reset-description')}</legend>
${devices.map(
  ({ id, label }, index) =>
    html`<div class="check"><input type="radio" id="kc-otp-credential-${String(index)}" name="${DEVICE_FIELD}" value="${id}" ${index === 0 && html`checked`}><label for="kc-otp-credential-${String(index)}">${label === '' ? texts.say('understudy.authenticatorNumber', index + 1) : label}</label></div>`,
)}${problem !== undefined && html`<span class="problem" id="${problemId}" role="alert">${problem}</span>`}</fieldset>
<button class="primary" type="submit" id="kc-otp-reset-form-submit" name="login" value="Continue">${texts.say('doContinue')}</button>
</form>
<p class="hint">${texts.say('understudy.otpResetHint')}</p>
${renderAnotherWay(texts, page)}`,
  });
}
