// The page that shows new recovery codes.
import { createHash } from 'node:crypto';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html, raw } from '#protocol/http/html.ts';
import { readableRecoveryCode } from '#protocol/realm/users/recovery-codes.ts';
import type { NewRecoveryCodes } from '../authentication-session.ts';
import { renderCheck, renderNotice, wrapButtons } from '../form-field.ts';
import { renderPage } from '../page-layout.ts';
import { type PageTexts, textsOf } from '../texts/page-texts.ts';
import { renderEndOtherSessions } from './end-other-sessions.ts';
import type { ActionPage } from './required-action.ts';

export const CODES = 'generatedRecoveryAuthnCodes';
export const GENERATED_AT = 'generatedAt';
export const LABEL = 'userLabel';
const CONFIRMED = 'kcRecoveryCodesConfirmationCheck';
export const DEFAULT_LABEL = 'Recovery codes';

/** Printing and copying are additions for browsers with scripts. */
const SCRIPT = `(() => {
  const list = document.getElementById('kc-recovery-codes-list');
  const text = () => [...list.children].map((code, index) => (index + 1) + ': ' + code.textContent).join('\\r\\n');
  const print = document.getElementById('printRecoveryCodes');
  const copy = document.getElementById('copyRecoveryCodes');
  const status = document.getElementById('understudy-copied');
  print.addEventListener('click', () => window.print());
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text());
    status.textContent = copy.dataset.done;
  });
  print.hidden = false;
  copy.hidden = navigator.clipboard === undefined;
})();`;
const SCRIPT_HASH: string = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

function fileText(texts: PageTexts, codes: readonly string[]): string {
  const list = codes.map((code, index) => `${index + 1}: ${readableRecoveryCode(code)}`);
  return [texts.say('recovery-codes-download-file-header'), '', ...list, ''].join('\r\n');
}

function renderTools(texts: PageTexts, codes: readonly string[]): Html {
  return html`<p class="us-tools"><button type="button" class="us-link" id="printRecoveryCodes" hidden>${texts.say('recovery-codes-print')}</button>
<a id="downloadRecoveryCodes" download="kc-download-recovery-codes.txt" href="data:text/plain;charset=utf-8,${encodeURIComponent(fileText(texts, codes))}">${texts.say('recovery-codes-download')}</a>
<button type="button" class="us-link" id="copyRecoveryCodes" data-done="${texts.say('recovery-codes-copied')}" hidden>${texts.say('recovery-codes-copy')}</button>
<span id="understudy-copied" role="status"></span></p>`;
}

function renderButtons(texts: PageTexts, { isInitiated }: ActionPage): Html {
  const submit = html`<button type="submit" id="saveRecoveryAuthnCodesBtn" class="${texts.classes.primary}">${texts.say('recovery-codes-action-complete')}</button>`;
  if (!isInitiated) return wrapButtons(texts, submit);
  return html`<div class="us-choice">${submit}
<button type="submit" id="cancelRecoveryAuthnCodesBtn" name="cancel-aia" value="true" formnovalidate class="${texts.classes.secondary}">${texts.say('recovery-codes-action-cancel')}</button></div>`;
}

/**
 * Ids, fields and texts as in Keycloak's theme. Compat: only the browser insists on the confirmation; scripts that post
 * the form without it, as Keycloak's form does, are not refused.
 */
export function renderRecoveryCodes(
  exchange: RealmExchange,
  page: ActionPage,
  { codes, generatedAt }: NewRecoveryCodes,
): Reply {
  const texts = textsOf(exchange);
  return renderPage(exchange, {
    status: 200,
    name: 'login-recovery-authn-code-config',
    heading: texts.say('recovery-code-config-header'),
    content: html`${renderNotice(texts, texts.showProblem(page.problems[CODES]))}
<div class="${texts.classes.alert} pf-m-warning"><strong>${texts.say('recovery-code-config-warning-title')}</strong>
<p>${texts.say('recovery-code-config-warning-message')}</p></div>
<ol id="kc-recovery-codes-list" class="us-codes">${codes.map(
      (code) => html`<li>${readableRecoveryCode(code)}</li>
`,
    )}</ol>
${renderTools(texts, codes)}
<form id="kc-recovery-codes-settings-form" method="post" action="${page.action}" class="${texts.classes.form}">
<input type="hidden" name="${CODES}" value="${codes.join(',')}">
<input type="hidden" name="${GENERATED_AT}" value="${generatedAt}">
<input type="hidden" id="${LABEL}" name="${LABEL}" value="${texts.say('recovery-codes-label-default')}">
${renderCheck(texts, { id: CONFIRMED, name: CONFIRMED, value: 'on', label: texts.say('recovery-codes-confirmation-message'), attributes: html`required` })}
${renderEndOtherSessions(texts)}
${renderButtons(texts, page)}
</form>
${raw(`<script>${SCRIPT}</script>`)}`,
    policy: { scriptSources: [SCRIPT_HASH] },
  });
}
