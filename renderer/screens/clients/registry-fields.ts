// Fields of a client for a container registry: names and a switch.

import { perLanguage } from '../../texts/text.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';
import { clientIdField, nameFields } from './general-fields.ts';

/** The client ID, which the registry calls service. */
export const serviceField: () => Field = perLanguage(() => ({
  ...clientIdField(),
  help: 'The registry’s setting auth.token.service.',
}));

/** The General tab. */
export const registrySections: () => readonly FieldSection[] = perLanguage(() => [
  { title: 'General settings', fields: [serviceField(), ...nameFields()] },
]);
