// Fields of a client that stands for a container registry: it has a name and a switch, and nothing else.
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';
import { CLIENT_ID_FIELD, NAME_FIELDS } from './general-fields.ts';

/** The ID that the registry calls its service. */
export const SERVICE_FIELD: Field = {
  ...CLIENT_ID_FIELD,
  help: 'The registry calls it service (auth.token.service).',
};

/** The tab "General". */
export const REGISTRY_SECTIONS: readonly FieldSection[] = [
  { title: 'Names', fields: [SERVICE_FIELD, ...NAME_FIELDS] },
];
