// The page on which users choose the authenticator that they no longer have.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import type { OtpDevice } from '#protocol/realm/users/one-time-codes.ts';
import { DEVICE_FIELD } from './executions/remove-otp.ts';
import { renderCheck, renderProblem, wrapButtons } from './form-field.ts';
import { placeName, renderPage } from './page-layout.ts';
import { renderAnotherWay, renderKnownUser, type StepLinks } from './step-links.ts';
import { textsOf } from './texts/page-texts.ts';

export interface RemoveOtpPage extends StepLinks {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly username: string;
  readonly devices: readonly OtpDevice[];
  readonly problem: Html | undefined;
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
<fieldset aria-describedby="${problem !== undefined && problemId}" class="${texts.classes.group}"><legend id="kc-otp-reset-form-description">${texts.say('otp-reset-description')}</legend>
${devices.map(({ id, label }, index) =>
  renderCheck(texts, {
    type: 'radio',
    id: `kc-otp-credential-${index}`,
    name: DEVICE_FIELD,
    value: id,
    label: label === '' ? texts.say('understudy.authenticatorNumber', index + 1) : label,
    attributes: index === 0 && html`checked`,
  }),
)}${renderProblem(texts, problemId, problem)}</fieldset>
${wrapButtons(texts, html`<button type="submit" id="kc-otp-reset-form-submit" name="login" value="Continue" class="${texts.classes.primary}">${texts.say('doContinue')}</button>`)}
</form>
<p class="us-hint">${texts.say('understudy.otpResetHint')}</p>
${renderAnotherWay(texts, page)}`,
  });
}
