// Fields of an attribute of the user profile, and their conversion to its configuration.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's message keys have this form
import { isRecord, type JsonRecord } from '#protocol/contract/settings/kept.ts';
import { PROFILE_VALIDATORS } from '#protocol/contract/settings/user-profile.ts';
import {
  type Choice,
  cleanItems,
  type Field,
  type FieldValues,
  itemsOf,
  readFields,
} from '../../../ui/field.ts';
import type { ProfileEntry } from './profile-changes.ts';
import { flattenValidations, VALIDATOR_FIELDS, writeValidations } from './validator-fields.ts';

const PERSONS: readonly Choice[] = [
  { value: 'admin', label: 'Administrators' },
  { value: 'user', label: 'Users' },
];

/** Returns a message if a name is not valid, or taken by one of `others`. */
export function checkEntryName(name: string, others: readonly string[]): string | undefined {
  if (!/^[\w.-]+$/.test(name)) return 'Enter a name of letters, digits, dots, hyphens and underscores.';
  return others.includes(name) ? 'The user profile already has this name.' : undefined;
}

/** Returns a message if annotations are not a JSON object. */
export function checkAnnotations(text: string): string | undefined {
  return text === '' || readObject(text) !== undefined
    ? undefined
    : 'Enter a JSON object, for example {"inputType": "textarea"}.';
}

function readObject(text: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    // Not JSON: the field says so.
    return undefined;
  }
}

/** Annotations as the field shows them. */
export function showAnnotations(annotations: unknown): string {
  return isRecord(annotations) && Object.keys(annotations).length > 0
    ? JSON.stringify(annotations, null, 2)
    : '';
}

/** The member `annotations`, if there are any. */
export function writeAnnotations(text: FieldValues[string] | undefined): { annotations?: JsonRecord } {
  const annotations = readObject(String(text ?? ''));
  return annotations === undefined || Object.keys(annotations).length === 0 ? {} : { annotations };
}

/** The field for annotations. */
export const ANNOTATIONS_FIELD: Field = {
  kind: 'long',
  member: 'annotations',
  label: 'Annotations',
  help: 'A JSON object that says how forms show the attribute: inputType, inputHelperTextBefore, inputOptionLabels and others.',
  check: checkAnnotations,
};

const isRequiredOfSome = (values: FieldValues): boolean => values['required'] === 'some';

/** Who sees, changes and must fill in an attribute, and how it is checked. */
const RULES: readonly Field[] = [
  {
    kind: 'list',
    member: 'permissions.view',
    label: 'Who can view',
    choices: PERSONS,
    placeholder: 'Nobody',
  },
  {
    kind: 'list',
    member: 'permissions.edit',
    label: 'Who can edit',
    choices: PERSONS,
    placeholder: 'Nobody',
  },
  {
    kind: 'choice',
    member: 'required',
    label: 'Required',
    initial: 'no',
    choices: [
      { value: 'no', label: 'No' },
      { value: 'always', label: 'Always' },
      { value: 'some', label: 'For some users or scopes' },
    ],
  },
  {
    kind: 'list',
    member: 'required.roles',
    label: 'Required for',
    choices: PERSONS,
    placeholder: 'Nobody',
    shown: isRequiredOfSome,
  },
  {
    kind: 'list',
    member: 'required.scopes',
    label: 'Required with scopes',
    help: 'While users sign in with one of these scopes. Press Enter after each.',
    shown: isRequiredOfSome,
  },
  {
    kind: 'list',
    member: 'selector.scopes',
    label: 'Enabled with scopes',
    help: 'Empty: always. Press Enter after each.',
  },
  {
    kind: 'list',
    member: 'validations',
    label: 'Validations',
    choices: PROFILE_VALIDATORS.map((value) => ({ value, label: value })),
    placeholder: 'None',
  },
];

/** What the fields depend on. */
interface AttributeContext {
  readonly groups: readonly ProfileEntry[];
  /** Names of the other attributes. */
  readonly others: readonly string[];
  readonly isNew: boolean;
}

/** The fields of an attribute. Users have values under its name, so that only new attributes have a field for it. */
export function attributeFields({ groups, others, isNew }: AttributeContext): readonly Field[] {
  const name: Field = {
    kind: 'text',
    member: 'name',
    label: 'Name',
    check: (value) => checkEntryName(value, others),
  };
  return [
    ...(isNew ? [name] : []),
    {
      kind: 'text',
      member: 'displayName',
      label: 'Display name',
      help: 'A text, or the key of one in localizationTexts as ${key}. Default: the name.',
    },
    {
      kind: 'choice',
      member: 'group',
      label: 'Group',
      initial: '',
      choices: [
        { value: '', label: 'None' },
        ...groups.map((each) => ({ value: each.name, label: each.name })),
      ],
    },
    { kind: 'switch', member: 'multivalued', label: 'Multivalued', initial: false },
    {
      kind: 'text',
      member: 'defaultValue',
      label: 'Default value',
      help: 'Filled in when a user registers or is created.',
    },
    ...RULES,
    ...VALIDATOR_FIELDS,
    ANNOTATIONS_FIELD,
  ];
}

const recordOf = (value: unknown): JsonRecord => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function validationsOf(attribute: JsonRecord): Readonly<Record<string, JsonRecord>> {
  return Object.fromEntries(
    Object.entries(recordOf(attribute['validations'])).map(([name, config]) => [name, recordOf(config)]),
  );
}

function requiredOf({ required }: JsonRecord): 'no' | 'always' | 'some' {
  if (!isRecord(required)) return 'no';
  return listOf(required['roles']).length + listOf(required['scopes']).length === 0 ? 'always' : 'some';
}

/** An attribute that everybody may view and edit. */
export const NEW_ATTRIBUTE: JsonRecord = {
  permissions: { view: ['admin', 'user'], edit: ['admin', 'user'] },
};

/** The values of the fields. */
export function readAttribute(fields: readonly Field[], attribute: JsonRecord): FieldValues {
  const permissions = recordOf(attribute['permissions']);
  const required = recordOf(attribute['required']);
  const validations = validationsOf(attribute);
  return readFields(fields, {
    ...attribute,
    ...flattenValidations(validations),
    'permissions.view': permissions['view'],
    'permissions.edit': permissions['edit'],
    required: requiredOf(attribute),
    'required.roles': required['roles'],
    'required.scopes': required['scopes'],
    'selector.scopes': recordOf(attribute['selector'])['scopes'],
    validations: Object.keys(validations),
    annotations: showAnnotations(attribute['annotations']),
  });
}

function writeRequired(values: FieldValues): { required?: JsonRecord } {
  if (values['required'] === 'always') return { required: {} };
  const roles = itemsOf(values['required.roles']);
  const scopes = cleanItems(itemsOf(values['required.scopes']));
  // Without people and scopes, Keycloak would require it always.
  if (values['required'] !== 'some' || roles.length + scopes.length === 0) return {};
  return {
    required: { ...(roles.length === 0 ? {} : { roles }), ...(scopes.length === 0 ? {} : { scopes }) },
  };
}

function textOf(values: FieldValues, member: string): Record<string, string> {
  const text = String(values[member] ?? '').trim();
  return text === '' ? {} : { [member]: text };
}

/** The attribute with the values of the fields. Members without a field stay as they were. */
export function writeAttribute(before: JsonRecord, values: FieldValues): ProfileEntry {
  const {
    displayName: _displayName,
    group: _group,
    defaultValue: _defaultValue,
    required: _required,
    selector,
    validations: _validations,
    annotations: _annotations,
    ...rest
  } = before;
  const scopes = cleanItems(itemsOf(values['selector.scopes']));
  const validations = writeValidations(validationsOf(before), values);
  return {
    ...rest,
    name: String(values['name'] ?? before['name'] ?? '').trim(),
    ...textOf(values, 'displayName'),
    ...textOf(values, 'group'),
    ...textOf(values, 'defaultValue'),
    multivalued: values['multivalued'] === true,
    permissions: {
      ...recordOf(before['permissions']),
      view: itemsOf(values['permissions.view']),
      edit: itemsOf(values['permissions.edit']),
    },
    ...writeRequired(values),
    ...(scopes.length === 0 ? {} : { selector: { ...recordOf(selector), scopes } }),
    ...(Object.keys(validations).length === 0 ? {} : { validations }),
    ...writeAnnotations(values['annotations']),
  };
}

/** `E-mail, required for users · viewed by …`: an attribute in one line. */
export function describeAttribute(attribute: JsonRecord): string {
  const { view, edit } = recordOf(attribute['permissions']);
  const people = (value: unknown): string =>
    PERSONS.filter(({ value: person }) => listOf(value).includes(person))
      .map(({ label }) => label.toLowerCase())
      .join(' and ') || 'nobody';
  const required = { no: [], always: ['required'], some: [describeRequired(attribute)] }[
    requiredOf(attribute)
  ];
  const rules = Object.keys(validationsOf(attribute));
  return [
    ...(typeof attribute['group'] === 'string' && attribute['group'] !== ''
      ? [`group ${attribute['group']}`]
      : []),
    ...(attribute['multivalued'] === true ? ['multivalued'] : []),
    ...required,
    `viewed by ${people([...listOf(view), ...listOf(edit)])}`,
    `edited by ${people(edit)}`,
    ...(rules.length === 0 ? [] : [`checked by ${rules.join(', ')}`]),
  ].join(' · ');
}

function describeRequired({ required }: JsonRecord): string {
  const { roles, scopes } = recordOf(required);
  const people = PERSONS.filter(({ value }) => listOf(roles).includes(value)).map(({ label }) =>
    label.toLowerCase(),
  );
  const names = listOf(scopes).map(String);
  return [
    'required',
    ...(people.length === 0 ? [] : [`for ${people.join(' and ')}`]),
    ...(names.length === 0 ? [] : [`with scope ${names.join(' or ')}`]),
  ].join(' ');
}
