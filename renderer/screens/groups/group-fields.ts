// Fields of a group: details and attributes.
import { groupField } from '../../components/setting-field.ts';
import { perLanguage } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** Returns a message if a group's name is not valid. */
export function checkGroupName(value: string): string | undefined {
  return value.trim() === '' ? 'Enter a name.' : undefined;
}

export const detailSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: 'Details',
    fields: [
      groupField('name', {
        check: checkGroupName,
        help: 'Members, default groups and mappers follow when the name changes.',
      }),
      groupField('description', { help: 'Shown here only.' }),
    ],
  },
]);

export const attributeSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: 'Attributes',
    summary: 'Members inherit them. Protocol mappers can add them to tokens.',
    fields: [groupField('attributes', { wide: true })],
  },
]);
