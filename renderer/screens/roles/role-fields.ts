// Fields of a role.
import { roleField } from '../../components/setting-field.ts';
import { perLanguage } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

function checkRoleName(name: string): string | undefined {
  return name === '' ? 'Enter a name for the role.' : undefined;
}

/** The form on the Details tab. */
export const roleSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: 'Details',
    fields: [roleField('name', { check: checkRoleName }), roleField('description')],
  },
]);

/** The form on the Attributes tab. */
export const roleAttributeSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: 'Attributes',
    summary: 'Free attributes. Container registry roles are described by them.',
    fields: [roleField('attributes', { wide: true })],
  },
]);
