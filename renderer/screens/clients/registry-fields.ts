// Fields of a client for a container registry: names and a switch.
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';
import { CLIENT_ID_FIELD, NAME_FIELDS } from './general-fields.ts';

/** The client ID, which the registry calls service. */
export const SERVICE_FIELD: Field = {
  ...CLIENT_ID_FIELD,
  help: 'The registry’s setting auth.token.service.',
};

/** The General tab. */
export const REGISTRY_SECTIONS: readonly FieldSection[] = [
  { title: 'General settings', fields: [SERVICE_FIELD, ...NAME_FIELDS] },
];
