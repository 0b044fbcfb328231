// One labelled field of a form, with what is wrong about it.
import { type Html, html } from '#protocol/http/html.ts';

/** A text field. */
export interface FormField {
  /** Id of the element. */
  readonly id: string;
  /** Name that the form sends; its problem has the id `input-error-<name>`. */
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'email';
  readonly value?: string;
  /** What a browser may fill in. */
  readonly autocomplete: string;
  /** `numeric` brings up digits on phones. */
  readonly inputMode?: 'text' | 'numeric' | 'email';
  readonly autofocus?: boolean;
  readonly required?: boolean;
  readonly problem?: string | undefined;
}

/** Renders the field, its problem beside it. */
export function renderField(field: FormField): Html {
  const { id, name, label, problem } = field;
  const problemId = `input-error-${name}`;
  const isInvalid = problem !== undefined;
  return html`<div class="field"><label for="${id}">${label}</label>
<input type="${field.type ?? 'text'}" id="${id}" name="${name}" value="${field.value ?? ''}" autocomplete="${field.autocomplete}" inputmode="${field.inputMode ?? 'text'}" autocapitalize="none" spellcheck="false" aria-invalid="${String(isInvalid)}" aria-describedby="${isInvalid ? problemId : ''}" ${field.required !== false && html`required`} ${field.autofocus === true && html`autofocus`}>
${isInvalid && html`<span class="problem" id="${problemId}" role="alert">${problem}</span>`}</div>`;
}

/** A notice above a form. */
export function renderNotice(text: string | undefined): Html {
  if (text === undefined) return html``;
  return html`<div class="alert" role="status"><span class="kc-feedback-text">${text}</span></div>`;
}
