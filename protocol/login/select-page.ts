// The page "Try another way": the steps that the person can choose.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import type { Ask } from './flow/flow-step.ts';
import type { AskedStep } from './flow/run-flow.ts';
import { renderNotice } from './form-field.ts';
import { placeName, renderPage } from './page-layout.ts';

export interface SelectPage {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly steps: readonly AskedStep[];
  /** Why the last choice was refused. */
  readonly problem: string | undefined;
}

const LABELS: Readonly<Partial<Record<Ask, readonly [title: string, help: string]>>> = {
  'sign-in': ['Username and password', 'Sign in with your username and password.'],
  username: ['Username', 'Start with your username.'],
  password: ['Password', 'Sign in with your password.'],
  otp: ['Authenticator application', 'Enter a code from your authenticator app.'],
  'recovery-code': [
    'Recovery authentication code',
    'Enter a recovery authentication code from a list that you saved.',
  ],
  'remove-otp': ['Authenticator application', 'Replace one of your authenticator apps.'],
  'remove-all-otp': ['Authenticator application', 'Replace all of your authenticator apps.'],
};

/** Ids and field as in Keycloak's theme: a button for each step, whose value is the step. */
export function renderSelectPage(exchange: RealmExchange, { action, steps, problem }: SelectPage): Reply {
  return renderPage(exchange, {
    status: 200,
    name: 'select-authenticator',
    heading: 'Select login method',
    documentTitle: `Sign in to ${placeName(exchange)}`,
    content: html`${renderNotice(problem)}<form id="kc-select-credential-form" method="post" action="${action}">
<ul class="choices">${steps.map(({ key, ask }) => {
      const [title, help] = LABELS[ask] ?? [ask, ''];
      return html`<li><button type="submit" name="authenticationExecution" value="${key}">
<span class="name">${title}</span> <span class="detail">${help}</span></button></li>`;
    })}</ul>
</form>`,
  });
}
