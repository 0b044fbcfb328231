// Fields for the settings of validators, by validator.
import type { JsonRecord } from '#protocol/contract/settings/kept.ts';
import { PROFILE_VALIDATORS, type ProfileValidator } from '#protocol/contract/settings/user-profile.ts';
import { cleanItems, type Field, type FieldValues, itemsOf } from '../../../ui/field.ts';

interface SettingRow {
  readonly name: string;
  readonly label: string;
  readonly kind: 'number' | 'decimal' | 'text' | 'list' | 'switch';
  readonly help?: string;
  /** Of a switch. */
  readonly initial?: boolean;
}

const number = (name: string, label: string): SettingRow => ({ name, label, kind: 'number' });
const message: SettingRow = {
  name: 'error-message',
  label: 'Error message',
  kind: 'text',
  help: 'A text, or the key of one in localizationTexts. Default: the built-in message.',
};
const LENGTH = [number('min', 'Minimum length'), number('max', 'Maximum length')];
const RANGE = [number('min', 'Minimum'), number('max', 'Maximum')];
const DECIMAL_RANGE = RANGE.map((row): SettingRow => ({ ...row, kind: 'decimal' }));

const SETTINGS: Readonly<Record<ProfileValidator, readonly SettingRow[]>> = {
  length: [
    ...LENGTH,
    { name: 'trim-disabled', label: 'Count surrounding spaces', kind: 'switch', initial: false },
  ],
  integer: RANGE,
  double: DECIMAL_RANGE,
  pattern: [
    { name: 'pattern', label: 'Pattern', kind: 'text', help: 'A regular expression for the whole value.' },
    message,
  ],
  email: [number('max-local-length', 'Maximum length before the @')],
  uri: [
    {
      name: 'allowedSchemes',
      label: 'Allowed schemes',
      kind: 'list',
      help: 'Empty: http and https. Press Enter after each.',
    },
    { name: 'allowFragment', label: 'Allow fragments', kind: 'switch', initial: true },
  ],
  'iso-date': [],
  'local-date': [],
  options: [{ name: 'options', label: 'Options', kind: 'list', help: 'Press Enter after each.' }],
  multivalued: [number('min', 'Minimum number of values'), number('max', 'Maximum number of values')],
  'person-name-prohibited-characters': [message],
  'username-prohibited-characters': [message],
  'up-username-not-idn-homograph': [message],
};

const memberOf = (validator: string, setting: string): string => `${validator}.${setting}`;

function fieldOf(validator: ProfileValidator, row: SettingRow): Field {
  const base = {
    member: memberOf(validator, row.name),
    label: row.label,
    ...(row.help === undefined ? {} : { help: row.help }),
    shown: (values: FieldValues) => itemsOf(values['validations']).includes(validator),
  };
  if (row.kind === 'number')
    return {
      ...base,
      kind: 'number',
      initial: '',
      min: -1_000_000_000,
      max: 1_000_000_000,
      unset: 'no limit',
    };
  if (row.kind === 'switch') return { ...base, kind: 'switch', initial: row.initial === true };
  if (row.kind === 'decimal') return { ...base, kind: 'text', placeholder: 'no limit', check: checkDecimal };
  return { ...base, kind: row.kind };
}

function checkDecimal(value: string): string | undefined {
  return value === '' || /^-?\d+(?:\.\d+)?$/.test(value) ? undefined : 'Enter a number, for example 1.5.';
}

/** The fields of all validators; those of a validator are shown if it is selected. */
export const VALIDATOR_FIELDS: readonly Field[] = PROFILE_VALIDATORS.flatMap((validator) =>
  SETTINGS[validator].map((row) => fieldOf(validator, row)),
);

const rowsOf = (validator: string): readonly SettingRow[] =>
  new Map<string, readonly SettingRow[]>(Object.entries(SETTINGS)).get(validator) ?? [];

/** The settings of validators by the member of their field. */
export function flattenValidations(validations: Readonly<Record<string, JsonRecord>>): JsonRecord {
  const entries = Object.entries(validations).flatMap(([validator, config]) =>
    rowsOf(validator).map(({ name }) => [memberOf(validator, name), config[name]]),
  );
  return Object.fromEntries(entries);
}

function writeSetting({ kind, initial }: SettingRow, value: FieldValues[string]): unknown {
  if (kind === 'switch') return value === (initial === true) ? undefined : value;
  if (kind === 'list') {
    const items = cleanItems(itemsOf(value));
    return items.length === 0 ? undefined : items;
  }
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return undefined;
  return kind === 'number' || kind === 'decimal' ? Number(text) : text;
}

/** The selected validators with their settings. Settings without a field stay as they were. */
export function writeValidations(
  before: Readonly<Record<string, JsonRecord>>,
  values: FieldValues,
): Record<string, JsonRecord> {
  const written = itemsOf(values['validations']).map((validator): [string, JsonRecord] => {
    const rows = rowsOf(validator);
    const kept = Object.entries(before[validator] ?? {}).filter(([name]) =>
      rows.every((row) => row.name !== name),
    );
    const set = rows
      .map((row) => [row.name, writeSetting(row, values[memberOf(validator, row.name)] ?? '')] as const)
      .filter(([, value]) => value !== undefined);
    return [validator, Object.fromEntries([...kept, ...set])];
  });
  return Object.fromEntries(written);
}
