// A client's names, URLs and consent.
import { checkOrigin, checkRedirectUri } from '../../components/checks.ts';
import { clientField } from '../../components/setting-field.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The client ID. */
export const CLIENT_ID_FIELD: Field = clientField('clientId', {
  check: (value) => (value === '' ? 'Enter a client ID. The application sends it as client_id.' : undefined),
});

/** The redirect URIs. */
export const REDIRECT_URIS_FIELD: Field = clientField('redirectUris', {
  placeholder: 'http://localhost:3000/*',
  wide: true,
  checkItem: checkRedirectUri,
});

/** Names and the Enabled switch, for clients of every protocol. */
export const NAME_FIELDS: readonly Field[] = [
  clientField('name'),
  clientField('description', { wide: true }),
  clientField('enabled'),
];

/** Consent, for clients of every protocol. */
export const CONSENT_SECTION: FieldSection = {
  title: 'Consent',
  fields: [
    clientField('consentRequired'),
    clientField('display.on.consent.screen', { shown: (values) => values['consentRequired'] === true }),
    clientField('consent.screen.text', {
      wide: true,
      shown: (values) => values['consentRequired'] === true && values['display.on.consent.screen'] === true,
    }),
  ],
};

/** The General tab. */
export const GENERAL_SECTIONS: readonly FieldSection[] = [
  { title: 'General settings', fields: [CLIENT_ID_FIELD, ...NAME_FIELDS] },
  {
    title: 'Access settings',
    fields: [
      clientField('rootUrl'),
      clientField('baseUrl'),
      REDIRECT_URIS_FIELD,
      clientField('webOrigins', { wide: true, checkItem: checkOrigin }),
    ],
  },
  CONSENT_SECTION,
];
