// The page on which people register.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import type { ProfileField } from '#protocol/realm/profile/profile-fields.ts';
import { renderCheck, renderField, renderProblem, wrapButtons } from '../form-field.ts';
import { renderPage } from '../page-layout.ts';
import { enteredValues, renderProfileFields } from '../profile-form/profile-form.ts';
import type { FieldProblems } from '../required-actions/required-action.ts';
import { termsText } from '../required-actions/terms-and-conditions.ts';
import { describePasswordPolicy } from '../texts/describe-password-policy.ts';
import type { PageMessage } from '../texts/message.ts';
import { type PageTexts, textsOf } from '../texts/page-texts.ts';
import type { RegistrationForm } from './registration-form.ts';

export const PASSWORD = 'password';
export const PASSWORD_CONFIRM = 'password-confirm';
export const TERMS = 'termsAccepted';

export interface RegistrationPage {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  /** Absolute URL of the sign-in page. */
  readonly signInUrl: string;
  readonly form: RegistrationForm;
  readonly fields: readonly ProfileField[];
  readonly heading: PageMessage;
  /** Initial values by attribute, which fields that are read-only keep. */
  readonly initial: Readonly<Record<string, string>>;
  readonly problems: FieldProblems;
}

/** Fields of the user profile, `password`, `password-confirm`, `termsAccepted`. Passwords are never shown again. */
export function renderRegistrationPage(exchange: RealmExchange, page: RegistrationPage): Reply {
  const { realm } = exchange;
  const texts = textsOf(exchange);
  const { form, fields, problems } = page;
  const name = realm.emailAsUsername ? 'email' : 'username';
  const isProfileWrong = fields.some(({ attribute }) => problems[attribute.name] !== undefined);
  return renderPage(exchange, {
    status: 200,
    name: 'register',
    heading: texts.show(page.heading),
    content: html`<form id="kc-register-form" method="post" action="${page.action}" novalidate class="${texts.classes.form}">
${renderProfileFields(realm, texts, {
  fields,
  valuesOf: (attribute) => shownValues(exchange, page, attribute),
  problems,
  focuses: isProfileWrong || Object.keys(problems).length === 0,
  after: (attribute) =>
    form.asksPassword && attribute === name
      ? renderPasswords(exchange, texts, problems, !isProfileWrong)
      : html``,
})}
${form.asksTerms && renderTerms(exchange, texts, texts.showProblem(problems[TERMS]))}
${wrapButtons(texts, html`<input type="submit" value="${texts.say('doRegister')}" class="${texts.classes.primary}">`)}
<div class="us-actions ${texts.classes.options}" id="kc-form-options"><span><a href="${page.signInUrl}">${texts.say('backToLogin')}</a></span></div>
</form>`,
  });
}

function shownValues(exchange: RealmExchange, page: RegistrationPage, name: string): readonly string[] {
  const { fields, initial } = page;
  const isFixed = fields.some(({ attribute, readOnly }) => readOnly && attribute.name === name);
  const value = Object.hasOwn(initial, name) ? initial[name] : undefined;
  return (
    (isFixed ? undefined : enteredValues(exchange, name)) ??
    (value === undefined ? defaultsOf(fields, name) : [value])
  );
}

function defaultsOf(fields: readonly ProfileField[], name: string): readonly string[] {
  const { defaultValue } = fields.find(({ attribute }) => attribute.name === name)?.attribute ?? {};
  return defaultValue === undefined ? [] : [defaultValue];
}

/** Compat: below the name with which the person will sign in. */
function renderPasswords(
  { realm }: RealmExchange,
  texts: PageTexts,
  problems: FieldProblems,
  focuses: boolean,
): Html {
  const usual = { type: 'password', autocomplete: 'new-password' } as const;
  return html`${renderField(texts, {
    ...usual,
    id: PASSWORD,
    name: PASSWORD,
    label: texts.say('password'),
    hint: describePasswordPolicy(texts, realm.stored.passwordPolicy),
    autofocus: focuses && problems[PASSWORD] !== undefined,
    problem: texts.showProblem(problems[PASSWORD]),
  })}
${renderField(texts, { ...usual, id: PASSWORD_CONFIRM, name: PASSWORD_CONFIRM, label: texts.say('passwordConfirm'), autofocus: focuses && problems[PASSWORD] === undefined && problems[PASSWORD_CONFIRM] !== undefined, problem: texts.showProblem(problems[PASSWORD_CONFIRM]) })}`;
}

function renderTerms(exchange: RealmExchange, texts: PageTexts, problem: Html | undefined): Html {
  const isChecked = exchange.method === 'POST' && exchange.form.has(TERMS);
  const problemId = 'input-error-terms-accepted';
  const check = renderCheck(texts, {
    id: TERMS,
    name: TERMS,
    value: 'on',
    label: texts.say('acceptTerms'),
    attributes: html`aria-invalid="${String(problem !== undefined)}" aria-describedby="${problem === undefined ? '' : problemId}" ${isChecked && html`checked`}`,
  });
  return html`<div class="${texts.classes.group}"><div id="kc-registration-terms-text" class="us-terms">${termsText(texts)}</div>
${check}
${renderProblem(texts, problemId, problem)}</div>`;
}
