// Fields of a group of the user profile, and their conversion to its configuration.
import type { JsonRecord } from '#protocol/contract/settings/kept.ts';
import { text } from '../../../texts/text.ts';
import { type Field, type FieldValues, readFields } from '../../../ui/field.ts';
import { annotationsField, checkEntryName, showAnnotations, writeAnnotations } from './attribute-fields.ts';
import type { ProfileEntry } from './profile-changes.ts';

/** Members with a text. */
const TEXTS = ['displayHeader', 'displayDescription'] as const;

/** The fields of a group; `others` are the names of the other groups. */
export function groupFields(others: readonly string[]): readonly Field[] {
  return [
    {
      kind: 'text',
      member: 'name',
      label: text('userProfile:group.name'),
      check: (value) => checkEntryName(value, others),
    },
    {
      kind: 'text',
      member: 'displayHeader',
      label: text('userProfile:group.displayHeader'),
      help: text('userProfile:group.displayHeaderHelp'),
    },
    {
      kind: 'text',
      member: 'displayDescription',
      label: text('userProfile:group.description'),
      help: text('userProfile:group.descriptionHelp'),
    },
    { ...annotationsField(), help: text('userProfile:group.annotationsHelp') },
  ];
}

/** The values of the fields. */
export function readGroup(fields: readonly Field[], group: JsonRecord): FieldValues {
  return readFields(fields, { ...group, annotations: showAnnotations(group['annotations']) });
}

/** The group with the values of the fields. Members without a field stay as they were. */
export function writeGroup(before: JsonRecord, values: FieldValues): ProfileEntry {
  const { annotations: _annotations, ...rest } = before;
  const texts = TEXTS.map((member) => [member, String(values[member] ?? '').trim()] as const);
  const left = Object.entries(rest).filter(([member]) => TEXTS.every((name) => name !== member));
  return {
    ...Object.fromEntries([...left, ...texts.filter(([, value]) => value !== '')]),
    name: String(values['name'] ?? '').trim(),
    ...writeAnnotations(values['annotations']),
  };
}

/** A group in one line. */
export function describeGroup(group: JsonRecord, count: number): string {
  const { displayHeader } = group;
  const header =
    typeof displayHeader === 'string' && displayHeader !== ''
      ? [text('userProfile:group.heading', { heading: displayHeader })]
      : [];
  return [...header, text('userProfile:group.count', { count })].join(' · ');
}
