// Inputs for values that the profile does not expect: what a user has is never hidden, and never lost on saving.
import type { RealmTexts } from '#protocol/contract/settings/profile-input.ts';
import { text } from '../../texts/text.ts';
import type { Choice } from '../../ui/field.ts';
import type { ProfileField } from './profile-fields.ts';
import { profileText } from './profile-texts.ts';

type Control = ProfileField['control'];

const SINGLE: readonly Control[] = ['text', 'textarea', 'select', 'radios'];

/** The control of an attribute; one for several values if the user has several. */
export function effectiveControl(control: Control, values: readonly string[]): Control {
  return values.length > 1 && SINGLE.includes(control) ? 'texts' : control;
}

/** What browsers accept as the value of an input of these types. They show any other value as empty. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  number: /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  'datetime-local': /^\d{4}-\d\d-\d\dT\d\d:\d\d/,
  month: /^\d{4}-\d\d$/,
  week: /^\d{4}-W\d\d$/,
  time: /^\d\d:\d\d/,
};

/** The type of a text's input; `text` if a browser would not show the value otherwise. */
export function effectiveInputType(type: string, [value = '']: readonly string[]): string {
  const format = new Map(Object.entries(FORMATS)).get(type);
  return value === '' || format === undefined || format.test(value) ? type : 'text';
}

/** The options, and the values that are no option. */
export function optionsWith(options: readonly Choice[], values: readonly string[]): Choice[] {
  const unknown = values.filter((value) => options.every((option) => option.value !== value));
  return [
    ...options,
    ...unknown.map((value) => ({ value, label: text('users:profile.notAnOption', { value }) })),
  ];
}

/** A problem from the server: a message, or the key of a text of the realm, which validators may name. */
export function describeProblem(texts: RealmTexts, problem: string): string {
  if (!/^[\w.-]+$/.test(problem)) return problem;
  const resolved = profileText(texts, `\${${problem}}`);
  return resolved === problem ? text('users:profile.notValid', { problem }) : resolved;
}
