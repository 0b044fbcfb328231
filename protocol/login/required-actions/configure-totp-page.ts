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
import { type PageTexts, textsOf } from '../texts/page-texts.ts';
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

function renderPolicy(
  texts: PageTexts,
  { isTimeBased, algorithm, digits, period, initialCounter }: OtpPolicy,
): Html {
  const moving = isTimeBased
    ? html`<dt>${texts.say('loginTotpInterval')}</dt><dd id="kc-totp-period">${texts.say('understudy.seconds', period)}</dd>`
    : html`<dt>${texts.say('loginTotpCounter')}</dt><dd id="kc-totp-counter">${initialCounter}</dd>`;
  return html`<dl class="us-facts"><dt>${texts.say('loginTotpType')}</dt><dd id="kc-totp-type">${texts.say(isTimeBased ? 'loginTotp.totp' : 'loginTotp.hotp')}</dd>
<dt>${texts.say('loginTotpAlgorithm')}</dt><dd id="kc-totp-algorithm">${algorithm.replace('Hmac', '')}</dd>
<dt>${texts.say('loginTotpDigits')}</dt><dd id="kc-totp-digits">${digits}</dd>${moving}</dl>`;
}

/** Compat: a query parameter of the page and a field of its form. */
function isManual({ method, form, query }: RealmExchange): boolean {
  return (method === 'POST' ? form.get('mode') : query.get('mode')) === 'manual';
}

function renderQrCode(texts: PageTexts, image: string, { pageUrl }: ActionPage): Html {
  return html`<li><p>${texts.say('loginTotpStep2')}</p>
<img id="kc-totp-secret-qr-code" src="data:image/png;base64,${image}" alt="${texts.say('understudy.qrCode')}">
<p><a id="mode-manual" href="${pageUrl}&mode=manual">${texts.say('loginTotpUnableToScan')}</a></p></li>`;
}

function renderKey(exchange: RealmExchange, texts: PageTexts, page: ActionPage, hasImage: boolean): Html {
  return html`<li><p>${texts.say('loginTotpManualStep2')}</p>
<p><code id="kc-totp-secret-key">${readableKey(page.secret)}</code></p>
${hasImage ? html`<p><a id="mode-barcode" href="${page.pageUrl}">${texts.say('loginTotpScanBarcode')}</a></p>` : html`<p class="us-hint">${texts.say('understudy.noQrCode')}</p>`}</li>
<li><p>${texts.say('loginTotpManualStep3')}</p>
${renderPolicy(texts, otpPolicyOf(exchange.realm))}</li>`;
}

/** Ids, fields and links as in Keycloak's theme. The link for apps on this machine is ours. */
export function renderConfigureTotp(exchange: RealmExchange, page: ActionPage): Reply {
  const { realm } = exchange;
  const texts = textsOf(exchange);
  const uri = otpAuthUri(realm, page.user.username, page.secret);
  const image = drawQrCode(uri);
  const manual = image === undefined || isManual(exchange);
  return renderPage(exchange, {
    status: 200,
    name: 'login-config-totp',
    heading: texts.say('loginTotpTitle'),
    content: html`${renderNotice(texts, page.isInitiated ? undefined : texts.say('configureTotpMessage'))}
<ol id="kc-totp-settings" class="us-steps">
<li><p>${texts.say('loginTotpStep1')}</p>
<ul id="kc-totp-supported-apps">${listApps(otpPolicyOf(realm)).map((app) => html`<li>${app}</li>`)}</ul></li>
${manual ? renderKey(exchange, texts, page, image !== undefined) : renderQrCode(texts, image, page)}
<li><p>${texts.say('loginTotpStep3')}</p>
<p>${texts.say('loginTotpStep3DeviceName')}</p></li>
</ol>
<details><summary>${texts.say('understudy.otpauth')}</summary><p><code id="kc-totp-uri">${uri}</code></p></details>
${renderForm(exchange, texts, page, manual)}
${renderFillIn(exchange, texts, FORM)}`,
  });
}

function renderForm({ form }: RealmExchange, texts: PageTexts, page: ActionPage, manual: boolean): Html {
  const { problems } = page;
  const code = {
    id: CODE,
    name: CODE,
    label: texts.say('loginTotpOneTime'),
    autocomplete: 'one-time-code',
  } as const;
  return html`<form id="${FORM}" method="post" action="${page.action}" novalidate class="${texts.classes.form}">
${renderField(texts, { ...code, inputMode: 'numeric', autofocus: true, value: page.code ?? '', problem: texts.showProblem(problems[CODE]), problemId: 'input-error-otp-code' })}
<input type="hidden" id="totpSecret" name="totpSecret" value="${page.secret}">
${manual && html`<input type="hidden" id="mode" name="mode" value="manual">`}
${renderField(texts, { id: LABEL, name: LABEL, label: texts.say('loginTotpDeviceName'), autocomplete: 'off', required: hasOneTimeCodes(page.user), value: form.get(LABEL) ?? '', problem: texts.showProblem(problems[LABEL]), problemId: 'input-error-otp-label' })}
${renderEndOtherSessions(texts)}
${renderActionButtons(texts, page, { id: 'saveTOTPBtn', label: 'doSubmit', cancelId: 'cancelTOTPBtn' })}
</form>`;
}
