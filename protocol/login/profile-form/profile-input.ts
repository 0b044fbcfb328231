// The input of one attribute of a user profile, by its annotations.
import {
  annotationText,
  listProfileOptions,
  profileInputType,
} from '#protocol/contract/settings/profile-input.ts';
import { type Html, html } from '#protocol/http/html.ts';
import type { ProfileAttribute } from '#protocol/realm/profile/profile-definition.ts';
import type { ProfileField } from '#protocol/realm/profile/profile-fields.ts';
import { renderCheck, renderLabel, renderProblem, wrapInput } from '../form-field.ts';
import type { PageTexts } from '../texts/page-texts.ts';

export interface ProfileInput extends ProfileField {
  readonly texts: PageTexts;
  readonly values: readonly string[];
  readonly problem: Html | undefined;
  readonly autofocus: boolean;
}

const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  username: 'username',
  email: 'email',
  firstName: 'given-name',
  lastName: 'family-name',
};

/** Annotations of Keycloak that become attributes of the element. */
const ATTRIBUTES: readonly (readonly [annotation: string, render: (value: string) => Html])[] = [
  ['inputTypePlaceholder', (value) => html`placeholder="${value}" `],
  ['inputTypePattern', (value) => html`pattern="${value}" `],
  ['inputTypeSize', (value) => html`size="${value}" `],
  ['inputTypeMaxlength', (value) => html`maxlength="${value}" `],
  ['inputTypeMinlength', (value) => html`minlength="${value}" `],
  ['inputTypeMax', (value) => html`max="${value}" `],
  ['inputTypeMin', (value) => html`min="${value}" `],
  ['inputTypeStep', (value) => html`step="${value}" `],
];

function annotationOf({ annotations }: ProfileAttribute, name: string): string {
  return annotationText(annotations, name);
}

function isOfSeveral(type: string): boolean {
  return type === 'select-radiobuttons' || type === 'multiselect-checkboxes';
}

const problemId = (name: string): string => `input-error-${name}`;

/** Attributes that every kind of input has. */
function common(input: ProfileInput, id: string): Html {
  const { attribute, problem, readOnly, required, autofocus } = input;
  const { name } = attribute;
  const descriptions = [
    ...(problem === undefined ? [] : [problemId(name)]),
    ...(annotationOf(attribute, 'inputHelperTextBefore') === '' ? [] : [`form-help-text-before-${name}`]),
    ...(annotationOf(attribute, 'inputHelperTextAfter') === '' ? [] : [`form-help-text-after-${name}`]),
  ];
  return html`id="${id}" name="${name}" aria-invalid="${String(problem !== undefined)}" aria-describedby="${descriptions.join(' ')}" ${required && html`required `}${readOnly && html`disabled `}${autofocus && html`autofocus `}`;
}

function renderText(input: ProfileInput, value: string, index: number): Html {
  const { attribute } = input;
  const { name } = attribute;
  const type = profileInputType(name, attribute.annotations);
  const more = ATTRIBUTES.map(([annotation, render]) => {
    const setting = annotationOf(attribute, annotation);
    return setting === '' ? html`` : render(setting);
  });
  const id = index === 0 ? name : `${name}-${index}`;
  const again = index === 0 ? input : { ...input, required: false, autofocus: false };
  const label = index === 0 ? html`` : html`aria-label="${labelOf(input)} ${index + 1}" `;
  return wrapInput(
    input.texts,
    html`<input type="${type}" ${common(again, id)}value="${value}" autocomplete="${AUTOCOMPLETE[name] ?? 'off'}" autocapitalize="none" spellcheck="false" ${label}${more} class="${input.texts.classes.input}">`,
  );
}

/** One input for each value and one more to add another, without scripts. */
function renderTexts(input: ProfileInput): Html {
  const { attribute, values, readOnly } = input;
  if (!attribute.multivalued) return renderText(input, values[0] ?? '', 0);
  const shown = readOnly && values.length > 0 ? values : [...values, ''];
  return html`${shown.map((value, index) => renderText(input, value, index))}`;
}

function renderTextarea(input: ProfileInput): Html {
  const { attribute, values } = input;
  const rows = annotationOf(attribute, 'inputTypeRows') || '3';
  const maxlength = annotationOf(attribute, 'inputTypeMaxlength');
  return wrapInput(
    input.texts,
    html`<textarea ${common(input, attribute.name)}rows="${rows}" ${maxlength !== '' && html`maxlength="${maxlength}"`} class="${input.texts.classes.textarea}">
${values[0] ?? ''}</textarea>`,
  );
}

/** The options of an attribute with their labels. */
function optionsOf({ attribute, texts }: ProfileInput): ReturnType<typeof listProfileOptions> {
  return listProfileOptions(texts.resolve, attribute.annotations, attribute.validations);
}

function renderSelect(input: ProfileInput, isMultiple: boolean): Html {
  const options = optionsOf(input).map(
    ({ value, label }) =>
      html`<option value="${value}" ${input.values.includes(value) && html`selected`}>${label}</option>`,
  );
  return wrapInput(
    input.texts,
    html`<select ${common(input, input.attribute.name)}${isMultiple && html`multiple`} class="${input.texts.classes.input}">
${!isMultiple && html`<option value=""></option>`}${options}</select>`,
  );
}

/** Radio buttons or checkboxes. */
function renderChoices(input: ProfileInput, type: 'radio' | 'checkbox'): Html {
  const { attribute, values, readOnly } = input;
  const { name } = attribute;
  return html`${optionsOf(input).map(({ value, label }) =>
    renderCheck(input.texts, {
      type,
      id: `${name}-${value}`,
      name,
      value,
      label,
      attributes: html`${values.includes(value) && html`checked `}${readOnly && html`disabled`}`,
    }),
  )}`;
}

function renderControl(input: ProfileInput, type: string): Html {
  switch (type) {
    case 'textarea':
      return renderTextarea(input);
    case 'select':
    case 'multiselect':
      return renderSelect(input, type === 'multiselect');
    case 'select-radiobuttons':
      return renderChoices(input, 'radio');
    case 'multiselect-checkboxes':
      return renderChoices(input, 'checkbox');
    default:
      return renderTexts(input);
  }
}

function labelOf({ attribute, texts }: ProfileInput): string {
  return texts.resolve(attribute.displayName);
}

function renderHelp({ attribute, texts }: ProfileInput, place: 'before' | 'after'): Html {
  const text = annotationOf(attribute, place === 'before' ? 'inputHelperTextBefore' : 'inputHelperTextAfter');
  if (text === '') return html``;
  return html`<span id="form-help-text-${place}-${attribute.name}" class="${texts.classes.help}">${texts.resolve(text)}</span>`;
}

/** The labelled input with its help and its message. */
export function renderProfileInput(input: ProfileInput): Html {
  const { attribute, problem } = input;
  const { name } = attribute;
  const type = annotationOf(attribute, 'inputType');
  const { texts } = input;
  const message = renderProblem(texts, problemId(name), problem);
  const body = html`${renderHelp(input, 'before')}${renderControl(input, type)}${renderHelp(input, 'after')}${message}`;
  if (isOfSeveral(type))
    return html`<fieldset class="${texts.classes.group}"><legend class="${texts.classes.label}">${labelOf(input)}</legend>${body}</fieldset>`;
  return html`<div class="${texts.classes.group}">${renderLabel(texts, name, labelOf(input))}${body}</div>`;
}
