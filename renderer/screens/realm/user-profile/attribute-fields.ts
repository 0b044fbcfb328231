// Fields of an attribute of the user profile, and their conversion to its configuration.
import { isRecord, type JsonRecord } from '#protocol/contract/settings/kept.ts';
import { PROFILE_VALIDATORS } from '#protocol/contract/settings/user-profile.ts';
import { perLanguage, text } from '../../../texts/text.ts';
import {
  type Choice,
  cleanItems,
  type Field,
  type FieldValues,
  itemsOf,
  readFields,
} from '../../../ui/field.ts';
import type { ProfileEntry } from './profile-changes.ts';
import { flattenValidations, validatorFields, writeValidations } from './validator-fields.ts';

const persons = perLanguage((): readonly Choice[] => [
  { value: 'admin', label: text('userProfile:persons.admin') },
  { value: 'user', label: text('userProfile:persons.user') },
]);

/** Returns a message if a name is not valid, or taken by one of `others`. */
export function checkEntryName(name: string, others: readonly string[]): string | undefined {
  if (!/^[\w.-]+$/.test(name)) return text('userProfile:check.name');
  return others.includes(name) ? text('userProfile:check.taken') : undefined;
}

/** Returns a message if annotations are not a JSON object. */
export function checkAnnotations(json: string): string | undefined {
  return json === '' || readObject(json) !== undefined ? undefined : text('userProfile:check.annotations');
}

function readObject(json: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(json);
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
export function writeAnnotations(json: FieldValues[string] | undefined): { annotations?: JsonRecord } {
  const annotations = readObject(String(json ?? ''));
  return annotations === undefined || Object.keys(annotations).length === 0 ? {} : { annotations };
}

/** The field for annotations. */
export const annotationsField: () => Field = perLanguage(() => ({
  kind: 'long',
  member: 'annotations',
  label: text('userProfile:annotations'),
  help: text('userProfile:annotationsHelp'),
  check: checkAnnotations,
}));

const isRequiredOfSome = (values: FieldValues): boolean => values['required'] === 'some';

/** Who sees, changes and must fill in an attribute, and how it is checked. */
const rules = perLanguage((): readonly Field[] => [
  {
    kind: 'list',
    member: 'permissions.view',
    label: text('userProfile:view'),
    choices: persons(),
    placeholder: text('userProfile:persons.none'),
  },
  {
    kind: 'list',
    member: 'permissions.edit',
    label: text('userProfile:edit'),
    choices: persons(),
    placeholder: text('userProfile:persons.none'),
  },
  {
    kind: 'choice',
    member: 'required',
    label: text('userProfile:required'),
    initial: 'no',
    choices: [
      { value: 'no', label: text('userProfile:required.no') },
      { value: 'always', label: text('userProfile:required.always') },
      { value: 'some', label: text('userProfile:required.some') },
    ],
  },
  {
    kind: 'list',
    member: 'required.roles',
    label: text('userProfile:requiredFor'),
    choices: persons(),
    placeholder: text('userProfile:persons.none'),
    shown: isRequiredOfSome,
  },
  {
    kind: 'list',
    member: 'required.scopes',
    label: text('userProfile:requiredWith'),
    help: text('userProfile:requiredWithHelp'),
    shown: isRequiredOfSome,
  },
  {
    kind: 'list',
    member: 'selector.scopes',
    label: text('userProfile:selector'),
    help: text('userProfile:selectorHelp'),
  },
  {
    kind: 'list',
    member: 'validations',
    label: text('userProfile:validations'),
    choices: PROFILE_VALIDATORS.map((value) => ({ value, label: value })),
    placeholder: text('userProfile:validations.none'),
  },
]);

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
    label: text('userProfile:name'),
    check: (value) => checkEntryName(value, others),
  };
  return [
    ...(isNew ? [name] : []),
    {
      kind: 'text',
      member: 'displayName',
      label: text('userProfile:displayName'),
      help: text('userProfile:displayNameHelp'),
    },
    {
      kind: 'choice',
      member: 'group',
      label: text('userProfile:group'),
      initial: '',
      choices: [
        { value: '', label: text('userProfile:group.none') },
        ...groups.map((each) => ({ value: each.name, label: each.name })),
      ],
    },
    { kind: 'switch', member: 'multivalued', label: text('userProfile:multivalued'), initial: false },
    {
      kind: 'text',
      member: 'defaultValue',
      label: text('userProfile:defaultValue'),
      help: text('userProfile:defaultValueHelp'),
    },
    ...rules(),
    ...validatorFields(),
    annotationsField(),
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
  const value = String(values[member] ?? '').trim();
  return value === '' ? {} : { [member]: value };
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
