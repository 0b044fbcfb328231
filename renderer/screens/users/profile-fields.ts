// The user profile as sections of a form, and users as the values of that form.
import { isRecord } from '#protocol/contract/settings/kept.ts';
import {
  annotationText,
  listProfileOptions,
  profileInputType,
} from '#protocol/contract/settings/profile-input.ts';
import type { AttributeMetadataWire } from '#protocol/contract/user-profile.ts';
import type { UserProfile } from '../../api/user-profile.ts';
import { userField } from '../../components/setting-field.ts';
import type { Choice, Field } from '../../ui/field.ts';
import { profileText } from './profile-texts.ts';

/** How an attribute is edited. */
type ProfileControl = 'text' | 'texts' | 'textarea' | 'select' | 'multiselect' | 'radios' | 'checkboxes';

const CONTROLS: Readonly<Record<string, ProfileControl>> = {
  textarea: 'textarea',
  select: 'select',
  multiselect: 'multiselect',
  'select-radiobuttons': 'radios',
  'multiselect-checkboxes': 'checkboxes',
};

/** An attribute of the profile in a form. Its value is a list, of at most one item unless the control has several. */
export interface ProfileField {
  readonly field: Field;
  /** Name of the attribute. */
  readonly name: string;
  readonly control: ProfileControl;
  /** Type of the input element of a text. */
  readonly inputType: string;
  readonly options: readonly Choice[];
  readonly placeholder: string;
  /** Help before and after the input; empty if absent. */
  readonly before: string;
  readonly after: string;
  readonly rows: number;
  /** Limits of the input element, such as `min`. */
  readonly limits: Readonly<Record<string, string>>;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** Values of a new user. */
  readonly initial: readonly string[];
}

/** Attributes under one heading. */
export interface ProfileGroup {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly fields: readonly ProfileField[];
}

/** Attributes that users store apart from all others. */
const ROOT_ATTRIBUTES: readonly string[] = ['username', 'email', 'firstName', 'lastName'];

/** Whether an attribute is a member of users. */
export function isRootAttribute(name: string): boolean {
  return ROOT_ATTRIBUTES.includes(name);
}

const PREFIX = 'attributes.';

/** Name of an attribute's field: `username`, or `attributes.phone`. */
function profileMember(name: string): string {
  return isRootAttribute(name) ? name : `${PREFIX}${name}`;
}

/** The attribute of a field other than those that users store apart. */
export function attributeOf(member: string): string | undefined {
  return member.startsWith(PREFIX) ? member.slice(PREFIX.length) : undefined;
}

const LIMITS = {
  inputTypeMin: 'min',
  inputTypeMax: 'max',
  inputTypeStep: 'step',
  inputTypeMinlength: 'minLength',
  inputTypeMaxlength: 'maxLength',
};

function controlOf({ annotations, multivalued }: AttributeMetadataWire): ProfileControl {
  const control = new Map(Object.entries(CONTROLS)).get(annotationText(annotations, 'inputType'));
  return control ?? (multivalued ? 'texts' : 'text');
}

/** Number of lines of a text area. */
function readRows(text: string): number {
  return /^\d{1,2}$/.test(text) && Number(text) > 0 ? Number(text) : 3;
}

/** What the server does with an attribute that users store apart. */
function usualHelp(name: string): string {
  return isRootAttribute(name) ? (userField(name).help ?? '') : '';
}

function createField(profile: UserProfile, attribute: AttributeMetadataWire): ProfileField {
  const { name, displayName, annotations, validators, required, readOnly, defaultValue } = attribute;
  const resolve = (text: string): string => profileText(profile.texts, text);
  const annotation = (key: string): string => annotationText(annotations, key);
  const control = controlOf(attribute);
  const limits = Object.entries(LIMITS).map(([key, member]) => [member, annotation(key)] as const);
  return {
    field: {
      kind: 'list',
      member: profileMember(name),
      label: resolve(displayName),
      wide: control === 'textarea' || control === 'checkboxes' || control === 'radios',
    },
    name,
    control,
    // A slider does not show its value.
    inputType: profileInputType(name, annotations).replace('range', 'number'),
    options: listProfileOptions(resolve, annotations, validators),
    placeholder: resolve(annotation('inputTypePlaceholder')),
    before: resolve(annotation('inputHelperTextBefore')),
    after: resolve(annotation('inputHelperTextAfter')) || usualHelp(name),
    rows: readRows(annotation('inputTypeRows')),
    limits: Object.fromEntries(limits.filter(([, limit]) => limit !== '')),
    required,
    readOnly,
    initial: defaultValue === undefined || defaultValue === '' ? [] : [defaultValue],
  };
}

/** The fields of the attributes that administrators see, in the order of the profile. */
export function listProfileFields(profile: UserProfile): readonly ProfileField[] {
  return profile.metadata.attributes.map((attribute) => createField(profile, attribute));
}

/**
 * The fields by group: first those without a group, under the name `''`, then the groups in their order. Groups without
 * attributes are left out; an attribute whose group is not defined has none.
 */
export function groupProfileFields(profile: UserProfile): readonly ProfileGroup[] {
  const { attributes, groups } = profile.metadata;
  const textOf = (value: unknown): string =>
    typeof value === 'string' ? profileText(profile.texts, value) : '';
  const headings = groups.filter(isRecord).map((group) => ({
    name: textOf(group['name']),
    title: textOf(group['displayHeader']) || textOf(group['name']),
    summary: textOf(group['displayDescription']),
  }));
  const groupOf = ({ group = '' }: AttributeMetadataWire): string =>
    headings.some(({ name }) => name === group) ? group : '';
  return [{ name: '', title: '', summary: '' }, ...headings.filter(({ name }) => name !== '')]
    .map((heading) => ({
      ...heading,
      fields: attributes
        .filter((attribute) => groupOf(attribute) === heading.name)
        .map((attribute) => createField(profile, attribute)),
    }))
    .filter(({ name, fields }) => name === '' || fields.length > 0);
}
