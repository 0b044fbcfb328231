// The pages of the device grant: the form for the user code, and the result.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { renderLabel, wrapButtons, wrapInput } from '#protocol/login/form-field.ts';
import { renderInfoPage } from '#protocol/login/info-page.ts';
import { renderPage } from '#protocol/login/page-layout.ts';
import { messageOf } from '#protocol/login/texts/message.ts';
import { textsOf } from '#protocol/login/texts/page-texts.ts';
import type { PageTextKey } from '#protocol/login/texts/table.ts';

/** The URL of the code page, which is also the action of its form. */
export function deviceUrl({ baseUrl, realm }: Pick<RealmExchange, 'baseUrl' | 'realm'>): string {
  return `${baseUrl}/realms/${encodeURIComponent(realm.name)}/device`;
}

export interface CodePage {
  readonly status: number;
  /** The previous input, for correction. */
  readonly typed: string;
  /** Why the last code was rejected. */
  readonly problem: string | undefined;
}

/** Longer input is not echoed. */
const MAX_SHOWN = 64;

/** The page that asks for the user code. RFC 8628 §3.3. */
export function renderCodePage(exchange: RealmExchange, { status, typed, problem }: CodePage): Reply {
  const texts = textsOf(exchange);
  const value = typed.length > MAX_SHOWN ? '' : typed;
  const invalid = problem === undefined ? 'false' : 'true';
  const describedBy = problem === undefined ? 'device-code-hint' : 'device-code-hint input-error';
  const alert =
    problem === undefined
      ? html``
      : html`<span id="input-error" role="alert"><span class="kc-feedback-text">${texts.showDescriptionHtml(problem)}</span></span>`;
  return renderPage(exchange, {
    status,
    name: 'login-oauth2-device-verify-user-code',
    heading: texts.say('oauth2DeviceVerificationTitle'),
    content: html`<p class="us-lead" id="device-code-hint">${texts.say('understudy.deviceCodeHint')}</p>
<form id="kc-user-verify-device-user-code-form" method="post" action="${deviceUrl(exchange)}" class="${texts.classes.form}">
${alert}
<div class="${texts.classes.group}">${renderLabel(texts, 'device-user-code', texts.say('understudy.deviceCode'))}
${wrapInput(texts, html`<input type="text" id="device-user-code" name="device_user_code" value="${value}" autocomplete="off" autocapitalize="characters" spellcheck="false" required autofocus aria-invalid="${invalid}" aria-describedby="${describedBy}" class="${texts.classes.input}">`)}</div>
${wrapButtons(texts, html`<button type="submit" class="${texts.classes.primary}">${texts.say('doSubmit')}</button>`)}
</form>`,
  });
}

/** How the browser's part failed. */
export type DeviceFailure = 'access_denied' | 'expired_token' | 'server_error';

const FAILURES: Readonly<Record<DeviceFailure, PageTextKey>> = {
  access_denied: 'oauth2DeviceConsentDeniedMessage',
  expired_token: 'oauth2DeviceExpiredUserCodeMessage',
  server_error: 'oauth2DeviceVerificationFailedMessage',
};

/** URL of the result page. Compat: `/device/status` with `error`, as in Keycloak. */
export function resultUrl(exchange: RealmExchange, failure?: DeviceFailure): string {
  return `${deviceUrl(exchange)}/status${failure === undefined ? '' : `?error=${failure}`}`;
}

function isFailure(text: string): text is DeviceFailure {
  return Object.hasOwn(FAILURES, text);
}

/** The result page. Anyone can open its URL, so it reveals nothing else. */
export function renderResultPage(exchange: RealmExchange): Reply {
  const error = exchange.query.get('error');
  if (error === undefined) {
    return renderInfoPage(exchange, {
      title: messageOf('oauth2DeviceVerificationCompleteHeader'),
      message: messageOf('oauth2DeviceVerificationCompleteMessage'),
    });
  }
  const message = messageOf(FAILURES[isFailure(error) ? error : 'server_error']);
  return renderInfoPage(exchange, { title: messageOf('oauth2DeviceVerificationFailedHeader'), message });
}
