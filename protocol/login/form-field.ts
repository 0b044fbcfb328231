// Parts of forms: labelled fields with their error messages, checkboxes, buttons, notices.
import { type Html, html } from '#protocol/http/html.ts';
import type { PageTexts } from './texts/page-texts.ts';

/** What parts need of the texts of their page. */
type Styled = Pick<PageTexts, 'classes'>;

export interface FormField {
  readonly id: string;
  /** Name in the submitted form; the error message has the ID `input-error-<name>`. */
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'email';
  readonly value?: string;
  readonly autocomplete: string;
  /** `numeric` shows the number keypad on phones. */
  readonly inputMode?: 'text' | 'numeric' | 'email';
  readonly autofocus?: boolean;
  readonly required?: boolean;
  /** What is expected, below the field. */
  readonly hint?: string | undefined;
  readonly problem?: Html | undefined;
  /** ID of the error message, where it is another one. */
  readonly problemId?: string;
}

export function renderLabel({ classes }: Styled, id: string, label: string): Html {
  return html`<div class="${classes.labelWrapper}"><label for="${id}" class="${classes.label}">${label}</label></div>`;
}

/** Around an input, which has the class `classes.input` itself. */
export function wrapInput({ classes }: Styled, input: Html): Html {
  return html`<span class="${classes.inputWrapper}">${input}</span>`;
}

/** The message of a rejected field. */
export function renderProblem({ classes }: Styled, id: string, problem: Html | undefined): Html {
  return problem === undefined
    ? html``
    : html`<span id="${id}" role="alert" class="${classes.problem}">${problem}</span>`;
}

export function renderField(texts: Styled, field: FormField): Html {
  const { id, name, label, problem, hint, problemId = `input-error-${name}` } = field;
  const { classes } = texts;
  const isInvalid = problem !== undefined;
  const hintId = `form-help-text-after-${name}`;
  const descriptions = [...(isInvalid ? [problemId] : []), ...(hint === undefined ? [] : [hintId])];
  const input = html`<input type="${field.type ?? 'text'}" id="${id}" name="${name}" value="${field.value ?? ''}" autocomplete="${field.autocomplete}" inputmode="${field.inputMode ?? 'text'}" autocapitalize="none" spellcheck="false" aria-invalid="${String(isInvalid)}" aria-describedby="${descriptions.join(' ')}" ${field.required !== false && html`required`} ${field.autofocus === true && html`autofocus`} class="${classes.input}">`;
  return html`<div class="${classes.group}">${renderLabel(texts, id, label)}
${wrapInput(texts, input)}
${hint !== undefined && html`<span id="${hintId}" class="${classes.help}">${hint}</span>`}${renderProblem(texts, problemId, problem)}</div>`;
}

export interface Check {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly type?: 'checkbox' | 'radio';
  /** Further attributes of the input. */
  readonly attributes?: Html | false;
}

/** A checkbox or radio button before its label. */
export function renderCheck({ classes }: Styled, { id, name, value, label, type, attributes }: Check): Html {
  return html`<div class="${classes.check}"><input type="${type ?? 'checkbox'}" id="${id}" name="${name}" value="${value}" ${attributes} class="${classes.checkInput}">
<label for="${id}" class="${classes.checkLabel}">${label}</label></div>`;
}

/** Around the button that submits a form. */
export function wrapButtons({ classes }: Styled, buttons: Html): Html {
  return html`<div id="kc-form-buttons" class="${classes.buttons}">${buttons}</div>`;
}

/** The button of a step of the sign-in. */
export function renderLoginButton(texts: Pick<PageTexts, 'classes' | 'say'>): Html {
  return wrapButtons(
    texts,
    html`<button type="submit" id="kc-login" name="login" value="Sign In" class="${texts.classes.primary}">${texts.say('doLogIn')}</button>`,
  );
}

/** Renders a notice for the top of a form; empty without text. */
export function renderNotice({ classes }: Styled, text: string | Html | undefined): Html {
  if (text === undefined) return html``;
  return html`<div role="status" class="${classes.alert} alert-info pf-m-info"><span class="${classes.alertIcon}"><span aria-hidden="true" class="${classes.infoIcon}"></span></span><span class="${classes.alertTitle}">${text}</span></div>`;
}
