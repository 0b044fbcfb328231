// The page "Try another way": the steps that the person can choose.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import type { Ask } from './flow/flow-step.ts';
import type { AskedStep } from './flow/run-flow.ts';
import { renderNotice } from './form-field.ts';
import { placeName, renderPage } from './page-layout.ts';
import { textsOf } from './texts/page-texts.ts';
import type { PageTextKey } from './texts/table.ts';

export interface SelectPage {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly steps: readonly AskedStep[];
  /** Why the last choice was refused. */
  readonly problem: string | undefined;
}

const LABELS: Readonly<Partial<Record<Ask, readonly [title: PageTextKey, help: PageTextKey]>>> = {
  'sign-in': ['auth-username-password-form-display-name', 'auth-username-password-form-help-text'],
  username: ['auth-username-form-display-name', 'auth-username-form-help-text'],
  password: ['password-display-name', 'password-help-text'],
  otp: ['otp-display-name', 'otp-help-text'],
  'recovery-code': ['recovery-authn-code-form-display-name', 'recovery-authn-code-form-help-text'],
  'remove-otp': ['otp-display-name', 'otp-reset-help-text'],
  'remove-all-otp': ['otp-display-name', 'otp-reset-all-help-text'],
};

/** Ids and field as in Keycloak's theme: a button for each step, whose value is the step. */
export function renderSelectPage(exchange: RealmExchange, { action, steps, problem }: SelectPage): Reply {
  const texts = textsOf(exchange);
  const { classes } = texts;
  return renderPage(exchange, {
    status: 200,
    name: 'select-authenticator',
    heading: texts.say('loginChooseAuthenticator'),
    documentTitle: texts.say('loginTitle', placeName(exchange)),
    content: html`${renderNotice(texts, problem === undefined ? undefined : texts.showDescriptionHtml(problem))}<form id="kc-select-credential-form" method="post" action="${action}">
<ul class="${classes.choices}">${steps.map(({ key, ask }) => {
      const [title, help] = (LABELS[ask] ?? []).map((label) => texts.say(label));
      return html`<li class="${classes.choice}"><button type="submit" name="authenticationExecution" value="${key}" class="${classes.choiceButton}">
<span class="${classes.choiceName}">${title ?? ask}</span> <span class="${classes.choiceDetail}">${help}</span></button></li>`;
    })}</ul>
</form>`,
  });
}
