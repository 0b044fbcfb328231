// The page that sets up one-time codes: a QR code, or the key to type.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import {
  encodeOtpSecret,
  hasOneTimeCodes,
  type OtpPolicy,
  otpAuthUri,
  otpPolicyOf,
} from '#protocol/realm/users/one-time-codes.ts';
import { renderFillIn } from '../fill-in.ts';
import { renderField, renderNotice } from '../form-field.ts';
import { renderPage } from '../page-layout.ts';
import { renderActionButtons } from './action-buttons.ts';
import { renderEndOtherSessions } from './end-other-sessions.ts';
import { drawQrCode } from './qr-code.ts';
import type { ActionPage } from './required-action.ts';

const FORM = 'kc-totp-settings-form';
export const CODE = 'totp';
export const LABEL = 'userLabel';

/** Compat: the apps that Keycloak names, if they support the realm's settings. */
function listApps({ isTimeBased, algorithm, digits, period }: OtpPolicy): readonly string[] {
  const isUsual = isTimeBased && algorithm === 'HmacSHA1' && digits === 6 && period === 30;
  return [
    'FreeOTP',
    ...(isTimeBased && period !== 30 ? [] : ['Google Authenticator']),
    ...(isUsual ? ['Microsoft Authenticator'] : []),
  ];
}

/** The key in groups of four characters, for typing. */
function readableKey(secret: string): string {
  return (
    encodeOtpSecret(secret)
      .match(/.{1,4}/g)
      ?.join(' ') ?? ''
  );
}

function renderPolicy({ isTimeBased, algorithm, digits, period, initialCounter }: OtpPolicy): Html {
  const moving = isTimeBased
    ? html`<dt>Interval</dt><dd id="kc-totp-period">${period} seconds</dd>`
    : html`<dt>Counter</dt><dd id="kc-totp-counter">${initialCounter}</dd>`;
  return html`<dl class="facts"><dt>Type</dt><dd id="kc-totp-type">${isTimeBased ? 'Time-based' : 'Counter-based'}</dd>
<dt>Algorithm</dt><dd id="kc-totp-algorithm">${algorithm.replace('Hmac', '')}</dd>
<dt>Digits</dt><dd id="kc-totp-digits">${digits}</dd>${moving}</dl>`;
}

/** Compat: a query parameter of the page and a field of its form. */
function isManual({ method, form, query }: RealmExchange): boolean {
  return (method === 'POST' ? form.get('mode') : query.get('mode')) === 'manual';
}

function renderQrCode(image: string, { pageUrl }: ActionPage): Html {
  return html`<li><p>Open the application and scan this QR code:</p>
<img id="kc-totp-secret-qr-code" src="data:image/png;base64,${image}" alt="QR code with the key for your authenticator app">
<p><a id="mode-manual" href="${pageUrl}&mode=manual">Unable to scan?</a></p></li>`;
}

function renderKey(exchange: RealmExchange, page: ActionPage, hasImage: boolean): Html {
  return html`<li><p>Open the application and enter the key:</p>
<p><code id="kc-totp-secret-key">${readableKey(page.secret)}</code></p>
${hasImage ? html`<p><a id="mode-barcode" href="${page.pageUrl}">Scan QR code?</a></p>` : html`<p class="hint">The names of realm and user are too long for a QR code.</p>`}</li>
<li><p>Use the following configuration values if the application allows setting them:</p>
${renderPolicy(otpPolicyOf(exchange.realm))}</li>`;
}

/** Ids, fields and links as in Keycloak's theme. The link for apps on this machine is ours. */
export function renderConfigureTotp(exchange: RealmExchange, page: ActionPage): Reply {
  const { realm } = exchange;
  const uri = otpAuthUri(realm, page.user.username, page.secret);
  const image = drawQrCode(uri);
  const manual = image === undefined || isManual(exchange);
  return renderPage(exchange, {
    status: 200,
    name: 'login-config-totp',
    heading: 'Mobile Authenticator Setup',
    content: html`${renderNotice(page.isInitiated ? undefined : 'You need to set up Mobile Authenticator to activate your account.')}
<ol id="kc-totp-settings" class="steps">
<li><p>Install one of the following applications on your mobile:</p>
<ul id="kc-totp-supported-apps">${listApps(otpPolicyOf(realm)).map((app) => html`<li>${app}</li>`)}</ul></li>
${manual ? renderKey(exchange, page, image !== undefined) : renderQrCode(image, page)}
<li><p>Enter the one-time code provided by the application and click Submit to finish the setup.</p>
<p>Provide a Device Name to help you manage your OTP devices.</p></li>
</ol>
<details><summary>Show as otpauth:// link</summary><p><code id="kc-totp-uri">${uri}</code></p></details>
${renderForm(exchange, page, manual)}
${renderFillIn(exchange, FORM)}`,
  });
}

function renderForm({ form }: RealmExchange, page: ActionPage, manual: boolean): Html {
  const { problems } = page;
  const code = { id: CODE, name: CODE, label: 'One-time code', autocomplete: 'one-time-code' } as const;
  return html`<form id="${FORM}" method="post" action="${page.action}" novalidate>
${renderField({ ...code, inputMode: 'numeric', autofocus: true, value: page.code ?? '', problem: problems[CODE], problemId: 'input-error-otp-code' })}
<input type="hidden" id="totpSecret" name="totpSecret" value="${page.secret}">
${manual && html`<input type="hidden" id="mode" name="mode" value="manual">`}
${renderField({ id: LABEL, name: LABEL, label: 'Device name', autocomplete: 'off', required: hasOneTimeCodes(page.user), value: form.get(LABEL) ?? '', problem: problems[LABEL], problemId: 'input-error-otp-label' })}
${renderEndOtherSessions()}
${renderActionButtons(page, { id: 'saveTOTPBtn', label: 'Submit', cancelId: 'cancelTOTPBtn' })}
</form>`;
}
