// The page that asks for a recovery code.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { renderField, renderLoginButton, renderNotice } from './form-field.ts';
import { placeName, renderPage } from './page-layout.ts';
import { renderAnotherWay, renderKnownUser, type StepLinks } from './step-links.ts';
import { type PageTexts, textsOf } from './texts/page-texts.ts';

export interface RecoveryCodePage extends StepLinks {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly username: string;
  /** The number of the code in the user's list; undefined for codes that cannot be read. */
  readonly number: number | undefined;
  readonly problem: Html | undefined;
  /** How many codes are left, if the user is to be warned of it. */
  readonly fewLeft: number | undefined;
}

/** Choice: Keycloak warns in the account console only. */
function warning(texts: PageTexts, { fewLeft }: RecoveryCodePage): string | undefined {
  if (fewLeft === undefined || fewLeft === 0) return undefined;
  return fewLeft === 1
    ? texts.say('understudy.lastRecoveryCode')
    : texts.say('understudy.fewRecoveryCodes', fewLeft);
}

/** Ids, field and label as in Keycloak's theme; status 200 even after a wrong code. */
export function renderRecoveryCodePage(exchange: RealmExchange, page: RecoveryCodePage): Reply {
  const { number, problem } = page;
  const name = 'recoveryCodeInput';
  const texts = textsOf(exchange);
  const label =
    number === undefined
      ? texts.say('understudy.recoveryCode')
      : texts.say('auth-recovery-code-prompt', number);
  return renderPage(exchange, {
    status: 200,
    name: 'login-recovery-authn-code-input',
    heading: texts.say('auth-recovery-code-header'),
    documentTitle: texts.say('loginTitle', placeName(exchange)),
    content: html`${renderKnownUser(texts, page, page.username)}
${renderNotice(texts, warning(texts, page))}
<form id="kc-recovery-code-login-form" method="post" action="${page.action}" novalidate class="${texts.classes.form}">
${renderField(texts, { id: name, name, label, autocomplete: 'off', autofocus: true, problem })}
${renderLoginButton(texts)}
</form>
<p class="us-hint">${texts.say('understudy.recoveryCodeHint')}</p>
${renderAnotherWay(texts, page)}`,
  });
}
