// Fields of a role.
import { roleField } from '../../components/setting-field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

function checkRoleName(name: string): string | undefined {
  return name === '' ? 'Enter a name for the role.' : undefined;
}

/** The form on the Details tab. */
export const ROLE_SECTIONS: readonly FieldSection[] = [
  {
    title: 'Details',
    fields: [roleField('name', { check: checkRoleName }), roleField('description')],
  },
];

/** The form on the Attributes tab. */
export const ROLE_ATTRIBUTE_SECTIONS: readonly FieldSection[] = [
  {
    title: 'Attributes',
    summary: 'Free attributes. Container registry roles are described by them.',
    fields: [roleField('attributes', { wide: true })],
  },
];
