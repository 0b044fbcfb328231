// Fields of a role.
import { roleField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

function checkRoleName(name: string): string | undefined {
  return name === '' ? text('roles:details.noName') : undefined;
}

/** The form on the Details tab. */
export const roleSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('roles:details.title'),
    fields: [roleField('name', { check: checkRoleName }), roleField('description')],
  },
]);

/** The form on the Attributes tab. */
export const roleAttributeSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('roles:attributes.title'),
    summary: text('roles:attributes.summary'),
    fields: [roleField('attributes', { wide: true })],
  },
]);
