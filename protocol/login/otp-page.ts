// The one-time code page.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { renderFillIn } from './fill-in.ts';
import { renderField, renderLoginButton } from './form-field.ts';
import { placeName, renderPage } from './page-layout.ts';
import { renderAnotherWay, renderKnownUser, type StepLinks } from './step-links.ts';
import { textsOf } from './texts/page-texts.ts';

export interface OtpPage extends StepLinks {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly username: string;
  readonly problem: Html | undefined;
  /** Initial value of the field. */
  readonly code: string | undefined;
  /** Whether the user may have the current code filled in, if the realm allows it. */
  readonly canFillIn: boolean;
}

const FORM = 'kc-otp-login-form';

/** Renders the page; status 200 even after a wrong code. */
export function renderOtpPage(exchange: RealmExchange, page: OtpPage): Reply {
  const texts = textsOf(exchange);
  const code = {
    id: 'otp',
    name: 'otp',
    label: texts.say('loginOtpOneTime'),
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    autofocus: true,
  } as const;
  return renderPage(exchange, {
    status: 200,
    name: 'login-otp',
    heading: texts.say('loginOtpOneTime'),
    documentTitle: texts.say('loginTitle', placeName(exchange)),
    content: html`${renderKnownUser(texts, page, page.username)}
<form id="${FORM}" method="post" action="${page.action}" novalidate class="${texts.classes.form}">
${renderField(texts, { ...code, value: page.code ?? '', problem: page.problem })}
${renderLoginButton(texts)}
</form>
<p class="us-hint">${texts.say('understudy.otpHint')}</p>
${renderAnotherWay(texts, page)}
${page.canFillIn && renderFillIn(exchange, texts, FORM)}`,
  });
}
