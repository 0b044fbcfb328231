// Fields of a group of the user profile, and their conversion to its configuration.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's message keys have this form
import type { JsonRecord } from '#protocol/contract/settings/kept.ts';
import { type Field, type FieldValues, readFields } from '../../../ui/field.ts';
import { ANNOTATIONS_FIELD, checkEntryName, showAnnotations, writeAnnotations } from './attribute-fields.ts';
import type { ProfileEntry } from './profile-changes.ts';

const TEXTS: readonly Field[] = [
  {
    kind: 'text',
    member: 'displayHeader',
    label: 'Display name',
    help: 'The heading in forms: a text, or the key of one in localizationTexts as ${key}. Default: the name.',
  },
  {
    kind: 'text',
    member: 'displayDescription',
    label: 'Description',
    help: 'Shown below the heading.',
  },
];

/** The fields of a group; `others` are the names of the other groups. */
export function groupFields(others: readonly string[]): readonly Field[] {
  return [
    { kind: 'text', member: 'name', label: 'Name', check: (value) => checkEntryName(value, others) },
    ...TEXTS,
    { ...ANNOTATIONS_FIELD, help: 'A JSON object for themes and programs that build forms.' },
  ];
}

/** The values of the fields. */
export function readGroup(fields: readonly Field[], group: JsonRecord): FieldValues {
  return readFields(fields, { ...group, annotations: showAnnotations(group['annotations']) });
}

/** The group with the values of the fields. Members without a field stay as they were. */
export function writeGroup(before: JsonRecord, values: FieldValues): ProfileEntry {
  const { annotations: _annotations, ...rest } = before;
  const texts = TEXTS.map(({ member }) => [member, String(values[member] ?? '').trim()] as const);
  const left = Object.entries(rest).filter(([member]) => TEXTS.every((field) => field.member !== member));
  return {
    ...Object.fromEntries([...left, ...texts.filter(([, text]) => text !== '')]),
    name: String(values['name'] ?? '').trim(),
    ...writeAnnotations(values['annotations']),
  };
}

/** A group in one line. */
export function describeGroup(group: JsonRecord, count: number): string {
  const { displayHeader } = group;
  const header = typeof displayHeader === 'string' && displayHeader !== '' ? [`“${displayHeader}”`] : [];
  return [...header, count === 1 ? '1 attribute' : `${count} attributes`].join(' · ');
}
