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
import { type SettingKind, type SettingText, settingText } from '../texts/setting-text.ts';
import { text } from '../texts/text.ts';
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

/** A row with its texts in the shown language. */
interface NamedRow extends Row {
  readonly texts: SettingText;
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

function choicesOf(
  member: string,
  type: TextRow,
  { unset, choices: labels = {} }: Partial<SettingText>,
  omit: readonly string[] = [],
) {
  const { choices = [], refused = {} } = type;
  const labelOf = (value: string): string => labels[value] ?? labelOfChoice(member, value);
  return [
    ...(unset === undefined ? [] : [{ value: '', label: startUpper(unset) }]),
    ...choices.filter((value) => !omit.includes(value)).map((value) => ({ value, label: labelOf(value) })),
    ...Object.keys(refused).map((value) => ({
      value,
      label: text('components:field.unsupported', { label: labelOf(value) }),
      disabled: true,
    })),
  ];
}

function checkRequired(value: string): string | undefined {
  return value === '' ? text('components:field.required') : undefined;
}

function textField(base: FieldBase, row: NamedRow, type: TextRow, options: FieldOptions): Field {
  const initial = String(row.default ?? '');
  if (type.choices !== undefined)
    return {
      ...base,
      kind: 'choice',
      initial,
      choices: choicesOf(base.member, type, row.texts, options.omit),
    };
  const check =
    base.check ??
    (row.required === true
      ? checkRequired
      : type.format === undefined
        ? undefined
        : FORMAT_CHECKS[type.format]);
  const placeholder = options.placeholder ?? row.texts.unset;
  return {
    ...base,
    kind: options.long === true ? 'long' : 'text',
    initial,
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(check === undefined ? {} : { check }),
    ...(row.secret === true ? { masked: true as const } : {}),
  };
}

function numberField(base: FieldBase, row: NamedRow, { least, most, unit }: NumberRow): Field {
  const standard = String(row.default ?? '');
  const { unset: meaning } = row.texts;
  const unset = meaning === undefined ? {} : { unset: meaning };
  // A time span of zero or less means "not set".
  if (unit === 'seconds' && least === -1)
    return { ...base, kind: 'duration', initial: Number(standard) > 0 ? standard : '', ...unset };
  return {
    ...base,
    kind: 'number',
    initial: standard,
    min: least,
    max: most,
    ...(unit === undefined ? {} : { unit: unit === 'seconds' ? text('components:field.seconds') : 'ms' }),
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
    help: text('components:field.listHelp', { help: base.help ?? '' }),
    kind: 'list',
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(checkItem === undefined ? {} : { checkItem }),
  };
}

/** The texts of a row in the shown language. @throws {TypeError} if the row has no label and the form names none. */
function textsOf(kind: SettingKind, member: string, row: Row, label: string | undefined): SettingText {
  const own = settingText(kind, member);
  if (own !== undefined) return own;
  const english = row.label ?? label;
  if (english === undefined) throw new TypeError(`The setting ${member} has no label`);
  return {
    label: english,
    help: describeEffect(row.effect).replaceAll('`', ''),
    ...(row.unset === undefined ? {} : { unset: row.unset }),
  };
}

function describeBase(member: string, texts: SettingText, where: Where, options: FieldOptions): FieldBase {
  const { label = texts.label, help = texts.help, wide, shown, check } = options;
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

/** Where a setting is, and in which table its texts are. */
interface Place {
  readonly kind: SettingKind;
  readonly where: Where;
}

/** @throws {TypeError} if no form can edit the setting, or if it has no label. */
function createField(member: string, plain: Row, { kind, where }: Place, options: FieldOptions): Field {
  const row = { ...plain, texts: textsOf(kind, member, plain, options.label) };
  const base = describeBase(member, row.texts, where, options);
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
function fieldsFrom(kind: SettingKind, members: Rows, attributes: Rows): FieldMaker {
  return (name, options = {}) => {
    const member = members[name];
    const row = member ?? attributes[name];
    if (row === undefined) throw new TypeError(`${name} is not a setting`);
    return createField(
      name,
      row,
      { kind, where: member === undefined ? { within: 'attributes' } : {} },
      options,
    );
  };
}

/** The field of a realm's setting. */
export const realmField: FieldMaker = fieldsFrom('realm', REALM_SETTINGS, REALM_ATTRIBUTES);
/** The field of a member of a realm's `smtpServer`. */
export const mailServerField = (member: MailServerMember, options: FieldOptions = {}): Field =>
  createField(
    member,
    MAIL_SERVER_SETTINGS[member],
    { kind: 'mailServer', where: { within: 'smtpServer' } },
    options,
  );
/** The field of a client's setting, for any protocol. */
export const clientField: FieldMaker = fieldsFrom('client', CLIENT_SETTINGS, {
  ...CLIENT_ATTRIBUTES,
  ...SAML_CLIENT_ATTRIBUTES,
});
/** The field of a client scope's setting. */
export const clientScopeField: FieldMaker = fieldsFrom(
  'clientScope',
  CLIENT_SCOPE_SETTINGS,
  CLIENT_SCOPE_ATTRIBUTES,
);
/** The field of a group's setting. */
export const groupField: FieldMaker = fieldsFrom('group', GROUP_SETTINGS, {});
/** The field of a user's setting. */
export const userField: FieldMaker = fieldsFrom('user', USER_SETTINGS, {});
/** The field of a role's setting. */
export const roleField: FieldMaker = fieldsFrom('role', ROLE_SETTINGS, {});
/** The field of a setting in a protocol mapper's config. */
export const mapperField = (member: string, row: AttributeRow, options: FieldOptions = {}): Field =>
  createField(member, row, { kind: 'mapper', where: { within: 'config' } }, options);
