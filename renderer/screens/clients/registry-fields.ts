// Fields of a client for a container registry: names and a switch.

import { perLanguage, text } from '../../texts/text.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';
import { clientIdField, nameFields } from './general-fields.ts';

/** The client ID, which the registry calls service. */
export const serviceField: () => Field = perLanguage(() => ({
  ...clientIdField(),
  help: text('clientForms:registry.serviceHelp'),
}));

/** The General tab. */
export const registrySections: () => readonly FieldSection[] = perLanguage(() => [
  { title: text('clientForms:section.general'), fields: [serviceField(), ...nameFields()] },
]);
