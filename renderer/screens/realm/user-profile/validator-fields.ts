// Fields for the settings of validators, by validator.
import type { JsonRecord } from '#protocol/contract/settings/kept.ts';
import { PROFILE_VALIDATORS, type ProfileValidator } from '#protocol/contract/settings/user-profile.ts';
import { type PlainKey, perLanguage, text } from '../../../texts/text.ts';
import { cleanItems, type Field, type FieldValues, itemsOf } from '../../../ui/field.ts';

interface SettingRow {
  readonly name: string;
  readonly label: PlainKey;
  readonly kind: 'number' | 'decimal' | 'text' | 'list' | 'switch';
  readonly help?: PlainKey;
  /** Of a switch. */
  readonly initial?: boolean;
}

const number = (name: string, label: PlainKey): SettingRow => ({ name, label, kind: 'number' });
const message: SettingRow = {
  name: 'error-message',
  label: 'userProfile:validator.message',
  kind: 'text',
  help: 'userProfile:validator.messageHelp',
};
const LENGTH = [
  number('min', 'userProfile:validator.minLength'),
  number('max', 'userProfile:validator.maxLength'),
];
const RANGE = [number('min', 'userProfile:validator.min'), number('max', 'userProfile:validator.max')];
const DECIMAL_RANGE = RANGE.map((row): SettingRow => ({ ...row, kind: 'decimal' }));

const SETTINGS: Readonly<Record<ProfileValidator, readonly SettingRow[]>> = {
  length: [
    ...LENGTH,
    { name: 'trim-disabled', label: 'userProfile:validator.spaces', kind: 'switch', initial: false },
  ],
  integer: RANGE,
  double: DECIMAL_RANGE,
  pattern: [
    {
      name: 'pattern',
      label: 'userProfile:validator.pattern',
      kind: 'text',
      help: 'userProfile:validator.patternHelp',
    },
    message,
  ],
  email: [number('max-local-length', 'userProfile:validator.maxLocal')],
  uri: [
    {
      name: 'allowedSchemes',
      label: 'userProfile:validator.schemes',
      kind: 'list',
      help: 'userProfile:validator.schemesHelp',
    },
    { name: 'allowFragment', label: 'userProfile:validator.fragments', kind: 'switch', initial: true },
  ],
  'iso-date': [],
  'local-date': [],
  options: [
    {
      name: 'options',
      label: 'userProfile:validator.options',
      kind: 'list',
      help: 'userProfile:validator.optionsHelp',
    },
  ],
  multivalued: [
    number('min', 'userProfile:validator.minValues'),
    number('max', 'userProfile:validator.maxValues'),
  ],
  'person-name-prohibited-characters': [message],
  'username-prohibited-characters': [message],
  'up-username-not-idn-homograph': [message],
};

const memberOf = (validator: string, setting: string): string => `${validator}.${setting}`;

function fieldOf(validator: ProfileValidator, row: SettingRow): Field {
  const base = {
    member: memberOf(validator, row.name),
    label: text(row.label),
    ...(row.help === undefined ? {} : { help: text(row.help) }),
    shown: (values: FieldValues) => itemsOf(values['validations']).includes(validator),
  };
  if (row.kind === 'number')
    return {
      ...base,
      kind: 'number',
      initial: '',
      min: -1_000_000_000,
      max: 1_000_000_000,
      unset: text('userProfile:validator.noLimit'),
    };
  if (row.kind === 'switch') return { ...base, kind: 'switch', initial: row.initial === true };
  if (row.kind === 'decimal')
    return { ...base, kind: 'text', placeholder: text('userProfile:validator.noLimit'), check: checkDecimal };
  return { ...base, kind: row.kind };
}

function checkDecimal(value: string): string | undefined {
  return value === '' || /^-?\d+(?:\.\d+)?$/.test(value) ? undefined : text('userProfile:check.decimal');
}

/** The fields of all validators; those of a validator are shown if it is selected. */
export const validatorFields: () => readonly Field[] = perLanguage(() =>
  PROFILE_VALIDATORS.flatMap((validator) => SETTINGS[validator].map((row) => fieldOf(validator, row))),
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
  const entered = typeof value === 'string' ? value.trim() : '';
  if (entered === '') return undefined;
  return kind === 'number' || kind === 'decimal' ? Number(entered) : entered;
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
