// Fields of a group: details and attributes.
import { groupField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** Returns a message if a group's name is not valid. */
export function checkGroupName(value: string): string | undefined {
  return value.trim() === '' ? text('groups:details.noName') : undefined;
}

export const detailSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('groups:details.title'),
    fields: [
      groupField('name', {
        check: checkGroupName,
        help: text('groups:details.nameHelp'),
      }),
      groupField('description', { help: text('groups:details.descriptionHelp') }),
    ],
  },
]);

export const attributeSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('groups:attributes.title'),
    summary: text('groups:attributes.summary'),
    fields: [groupField('attributes', { wide: true })],
  },
]);
