// Setting up an authenticator app for one-time codes.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import {
  createOtpCredential,
  encodeOtpSecret,
  hasOneTimeCodes,
  matchNewSecret,
  otpAuthUri,
  otpPolicyOf,
} from '#protocol/realm/users/one-time-codes.ts';
import { OTP_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import { renderField, renderNotice } from '../form-field.ts';
import { renderPage } from '../page-layout.ts';
import { renderActionButtons } from './action-buttons.ts';
import type { RequiredAction } from './required-action.ts';

const CODE = 'totp';
const MAX_LABEL_LENGTH = 255;

/** The key in groups of four characters, for typing. */
function readableKey(secret: string): string {
  return (
    encodeOtpSecret(secret)
      .match(/.{1,4}/g)
      ?.join(' ') ?? ''
  );
}

function renderPolicy({ realm }: RealmExchange): Html {
  const { isTimeBased, algorithm, digits, period, initialCounter } = otpPolicyOf(realm);
  const moving = isTimeBased
    ? html`<dt>Interval</dt><dd id="kc-totp-period">${period} seconds</dd>`
    : html`<dt>Counter</dt><dd id="kc-totp-counter">${initialCounter}</dd>`;
  return html`<dl class="facts"><dt>Type</dt><dd id="kc-totp-type">${isTimeBased ? 'Time-based' : 'Counter-based'}</dd>
<dt>Algorithm</dt><dd id="kc-totp-algorithm">${algorithm.replace('Hmac', '')}</dd>
<dt>Digits</dt><dd id="kc-totp-digits">${digits}</dd>${moving}</dl>`;
}

/** Fields `totp` (a code of the new device) and `userLabel`. `totpSecret` is ignored; the tab has it. */
export const configureTotp: RequiredAction = {
  canBeInitiated: true,
  hasResult: hasOneTimeCodes,
  render: (exchange, page) =>
    renderPage(exchange, {
      status: 200,
      name: 'login-config-totp',
      heading: 'Mobile Authenticator Setup',
      content: html`${renderNotice(page.isInitiated ? undefined : 'You need to set up Mobile Authenticator to activate your account.')}
<ol id="kc-totp-settings" class="steps">
<li><p>Add an account to your authenticator app with this key:</p>
<p><code id="kc-totp-secret-key">${readableKey(page.secret)}</code></p>
${renderPolicy(exchange)}
<details><summary>Show as otpauth:// link</summary><p><code id="kc-totp-uri">${otpAuthUri(exchange.realm, page.user.username, page.secret)}</code></p></details></li>
<li><p>Enter the code that the app shows.</p></li>
</ol>
<form id="kc-totp-settings-form" method="post" action="${page.action}">
${renderField({ id: CODE, name: CODE, label: 'One-time code', autocomplete: 'one-time-code', inputMode: 'numeric', autofocus: true, problem: page.problems[CODE] })}
<input type="hidden" id="totpSecret" name="totpSecret" value="${page.secret}">
${renderField({ id: 'userLabel', name: 'userLabel', label: 'Device name', autocomplete: 'off', required: false, value: exchange.form.get('userLabel') ?? '', problem: page.problems['userLabel'] })}
${renderActionButtons(page, { id: 'saveTOTPBtn', label: 'Submit' })}
</form>`,
    }),
  async take({ form, realm, clock }, _deps, { secret }) {
    const code = form.get(CODE)?.trim() ?? '';
    const userLabel = form.get('userLabel')?.trim() ?? '';
    if (code === '') return { state: 'wrong', problems: { [CODE]: 'Please specify authenticator code.' } };
    if (userLabel.length > MAX_LABEL_LENGTH || /\p{Cc}/u.test(userLabel))
      return { state: 'wrong', problems: { userLabel: `At most ${MAX_LABEL_LENGTH} characters.` } };
    const matched = secret === '' ? undefined : matchNewSecret(realm, secret, code, clock.now());
    if (matched === undefined) return { state: 'wrong', problems: { [CODE]: 'Invalid authenticator code.' } };
    const device = {
      userLabel,
      createdDate: clock.now(),
      counter: otpPolicyOf(realm).isTimeBased ? 0 : matched + 1,
    };
    const credential = createOtpCredential(realm, secret, device);
    return {
      state: 'done',
      level: OTP_LEVEL,
      change: (current) => ({ ...current, credentials: [...(current.credentials ?? []), credential] }),
    };
  },
};
