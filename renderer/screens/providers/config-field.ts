// Fields of settings in the config of an identity provider.
import { checkUrl } from '../../components/checks.ts';
import type { Choice, Field } from '../../ui/field.ts';

type Options = Pick<Field, 'shown' | 'check' | 'wide'>;

const base = (member: string, label: string, help: string, options: Options) =>
  ({ within: 'config', member, label, ...(help === '' ? {} : { help }), ...options }) as const;

/** `help`: empty for none. */
export function textField(member: string, label: string, help = '', options: Options = {}): Field {
  return { kind: 'text', ...base(member, label, help, options) };
}

export function urlField(member: string, label: string, help = '', options: Options = {}): Field {
  return textField(member, label, help, { check: checkUrl, wide: true, ...options });
}

export function secretField(member: string, label: string, help = ''): Field {
  return { kind: 'text', masked: true, ...base(member, label, help, {}) };
}

export function longField(member: string, label: string, help = '', options: Options = {}): Field {
  return { kind: 'long', ...base(member, label, help, { wide: true, ...options }) };
}

export function switchField(
  member: string,
  label: string,
  help = '',
  options: Options & { readonly initial?: boolean } = {},
): Field {
  const { initial = false, ...rest } = options;
  return { kind: 'switch', initial, ...base(member, label, help, rest) };
}

/** The first choice is what an absent setting means. */
export function choiceField(
  member: string,
  label: string,
  choices: readonly Choice[],
  help = '',
  options: Options = {},
): Field {
  return { kind: 'choice', initial: choices[0]?.value ?? '', choices, ...base(member, label, help, options) };
}

/** Choices that are called as in the specification. */
export function plainChoices(...values: readonly string[]): readonly Choice[] {
  return values.map((value) => ({ value, label: value }));
}
