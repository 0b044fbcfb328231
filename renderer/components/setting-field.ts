// Fields of forms from the tables of settings: kind, label, help, default, choices and bounds are in the row.
import { CLIENT_ATTRIBUTES, CLIENT_SETTINGS } from '#protocol/contract/settings/client.ts';
import { describeEffect, type NoEffect } from '#protocol/contract/settings/kept.ts';
import { MAIL_SERVER_SETTINGS, type MailServerMember } from '#protocol/contract/settings/mail-server.ts';
import { REALM_ATTRIBUTES, REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import { SAML_CLIENT_ATTRIBUTES } from '#protocol/contract/settings/saml-client.ts';
import type { AttributeRow } from '#protocol/contract/settings/setting-row.ts';
import {
  CLIENT_SCOPE_ATTRIBUTES,
  CLIENT_SCOPE_SETTINGS,
  GROUP_SETTINGS,
  ROLE_SETTINGS,
} from '#protocol/contract/settings/shared.ts';
import { USER_SETTINGS } from '#protocol/contract/settings/user.ts';
import type { TextFormat, ValueType } from '#protocol/contract/settings/value-type.ts';
import type { Choice, Field } from '../ui/field.ts';
import { checkKeySet, checkLevels, checkUrl } from './checks.ts';
import { labelOfChoice } from './choice-labels.ts';

/** What a form adds to the row. */
export interface FieldOptions extends Pick<Field, 'wide' | 'shown' | 'check'> {
  /** Replaces the row's label, for clients of a protocol that has another name for the setting. */
  readonly label?: string;
  /** Replaces the row's effect. */
  readonly help?: string;
  readonly placeholder?: string;
  readonly checkItem?: (item: string) => string | undefined;
  /** The items of a list that can be chosen; absent: any text. */
  readonly choices?: readonly Choice[];
  /** Choices of the row that the form does not offer. */
  readonly omit?: readonly string[];
  /** A text of several lines. */
  readonly long?: true;
  /** Replaces the row's default. */
  readonly initial?: boolean;
}

interface Row {
  readonly type: ValueType;
  readonly default?: unknown;
  readonly unset?: string;
  readonly label?: string;
  readonly effect: string | NoEffect;
  readonly required?: true;
  readonly secret?: true;
}

type Where = Pick<Field, 'within'>;
type TextRow = Extract<ValueType, { kind: 'text' }>;
type NumberRow = Extract<ValueType, { kind: 'number' }>;

const FORMAT_CHECKS: Partial<Record<TextFormat, (value: string) => string | undefined>> = {
  url: checkUrl,
  'json-object': checkLevels,
  'key-set': checkKeySet,
};

const startUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function choicesOf(member: string, type: TextRow, unset: string | undefined, omit: readonly string[] = []) {
  const { choices = [], refused = {} } = type;
  return [
    ...(unset === undefined ? [] : [{ value: '', label: startUpper(unset) }]),
    ...choices
      .filter((value) => !omit.includes(value))
      .map((value) => ({ value, label: labelOfChoice(member, value) })),
    ...Object.keys(refused).map((value) => ({
      value,
      label: `${labelOfChoice(member, value)} (not supported)`,
      disabled: true,
    })),
  ];
}

function checkRequired(value: string): string | undefined {
  return value === '' ? 'Enter a value. This field is required.' : undefined;
}

function textField(base: FieldBase, row: Row, type: TextRow, options: FieldOptions): Field {
  const initial = String(row.default ?? '');
  if (type.choices !== undefined)
    return {
      ...base,
      kind: 'choice',
      initial,
      choices: choicesOf(base.member, type, row.unset, options.omit),
    };
  const check =
    base.check ??
    (row.required === true
      ? checkRequired
      : type.format === undefined
        ? undefined
        : FORMAT_CHECKS[type.format]);
  const placeholder = options.placeholder ?? row.unset;
  return {
    ...base,
    kind: options.long === true ? 'long' : 'text',
    initial,
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(check === undefined ? {} : { check }),
    ...(row.secret === true ? { masked: true as const } : {}),
  };
}

function numberField(base: FieldBase, row: Row, { least, most, unit }: NumberRow): Field {
  const standard = String(row.default ?? '');
  const unset = row.unset === undefined ? {} : { unset: row.unset };
  // A time span of zero or less means "not set".
  if (unit === 'seconds' && least === -1)
    return { ...base, kind: 'duration', initial: Number(standard) > 0 ? standard : '', ...unset };
  return {
    ...base,
    kind: 'number',
    initial: standard,
    min: least,
    max: most,
    ...(unit === undefined ? {} : { unit: unit === 'seconds' ? unit : 'ms' }),
    ...unset,
  };
}

type FieldBase = Pick<Field, 'member' | 'label' | 'help' | 'within' | 'wide' | 'shown' | 'check'>;

function listField(base: FieldBase, options: FieldOptions): Field {
  const { placeholder, checkItem, choices } = options;
  if (choices !== undefined)
    return { ...base, kind: 'list', choices, ...(placeholder === undefined ? {} : { placeholder }) };
  return {
    ...base,
    help: `${base.help} Press Enter after each.`,
    kind: 'list',
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(checkItem === undefined ? {} : { checkItem }),
  };
}

function describeBase(member: string, row: Row, where: Where, options: FieldOptions): FieldBase {
  const { label = row.label, wide, shown, check } = options;
  if (label === undefined) throw new TypeError(`The setting ${member} has no label`);
  const help = options.help ?? describeEffect(row.effect).replaceAll('`', '');
  return {
    member,
    label,
    help,
    ...where,
    ...(wide === undefined ? {} : { wide }),
    ...(shown === undefined ? {} : { shown }),
    ...(check === undefined ? {} : { check }),
  };
}

/** @throws {TypeError} if no form can edit the setting, or if it has no label. */
function createField(member: string, row: Row, where: Where, options: FieldOptions): Field {
  const base = describeBase(member, row, where, options);
  const { type } = row;
  switch (type.kind) {
    case 'flag':
      return { ...base, kind: 'switch', initial: options.initial ?? String(row.default) === 'true' };
    case 'number':
      return numberField(base, row, type);
    case 'text':
      return textField(base, row, type, options);
    case 'list':
      return listField(base, options);
    case 'map':
      return { ...base, kind: 'map' };
    default:
      throw new TypeError(`No form can edit the setting ${member}`);
  }
}

type Rows = Readonly<Record<string, Row>>;

/** The field of a setting. @throws {TypeError} if there is no such setting, or if no form can edit it. */
type FieldMaker = (name: string, options?: FieldOptions) => Field;

/** Makes fields of settings that are members of a representation or of its attributes. */
function fieldsFrom(members: Rows, attributes: Rows): FieldMaker {
  return (name, options = {}) => {
    const member = members[name];
    const row = member ?? attributes[name];
    if (row === undefined) throw new TypeError(`${name} is not a setting`);
    return createField(name, row, member === undefined ? { within: 'attributes' } : {}, options);
  };
}

/** The field of a realm's setting. */
export const realmField: FieldMaker = fieldsFrom(REALM_SETTINGS, REALM_ATTRIBUTES);
/** The field of a member of a realm's `smtpServer`. */
export const mailServerField = (member: MailServerMember, options: FieldOptions = {}): Field =>
  createField(member, MAIL_SERVER_SETTINGS[member], { within: 'smtpServer' }, options);
/** The field of a client's setting, for any protocol. */
export const clientField: FieldMaker = fieldsFrom(CLIENT_SETTINGS, {
  ...CLIENT_ATTRIBUTES,
  ...SAML_CLIENT_ATTRIBUTES,
});
/** The field of a client scope's setting. */
export const clientScopeField: FieldMaker = fieldsFrom(CLIENT_SCOPE_SETTINGS, CLIENT_SCOPE_ATTRIBUTES);
/** The field of a group's setting. */
export const groupField: FieldMaker = fieldsFrom(GROUP_SETTINGS, {});
/** The field of a user's setting. */
export const userField: FieldMaker = fieldsFrom(USER_SETTINGS, {});
/** The field of a role's setting. */
export const roleField: FieldMaker = fieldsFrom(ROLE_SETTINGS, {});
/** The field of a setting in a protocol mapper's config. */
export const mapperField = (member: string, row: AttributeRow, options: FieldOptions = {}): Field =>
  createField(member, row, { within: 'config' }, options);
