// A labelled form field with its error message.
import { type Html, html } from '#protocol/http/html.ts';

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
  readonly problem?: string | undefined;
  /** ID of the error message, where it is another one. */
  readonly problemId?: string;
}

export function renderField(field: FormField): Html {
  const { id, name, label, problem, hint, problemId = `input-error-${name}` } = field;
  const isInvalid = problem !== undefined;
  const hintId = `form-help-text-after-${name}`;
  const descriptions = [...(isInvalid ? [problemId] : []), ...(hint === undefined ? [] : [hintId])];
  return html`<div class="field"><label for="${id}">${label}</label>
<input type="${field.type ?? 'text'}" id="${id}" name="${name}" value="${field.value ?? ''}" autocomplete="${field.autocomplete}" inputmode="${field.inputMode ?? 'text'}" autocapitalize="none" spellcheck="false" aria-invalid="${String(isInvalid)}" aria-describedby="${descriptions.join(' ')}" ${field.required !== false && html`required`} ${field.autofocus === true && html`autofocus`}>
${hint !== undefined && html`<span class="help" id="${hintId}">${hint}</span>`}${isInvalid && html`<span class="problem" id="${problemId}" role="alert">${problem}</span>`}</div>`;
}

/** Renders a notice for the top of a form; empty without text. */
export function renderNotice(text: string | undefined): Html {
  if (text === undefined) return html``;
  return html`<div class="alert" role="status"><span class="kc-feedback-text">${text}</span></div>`;
}
