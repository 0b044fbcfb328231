// A service provider's names and URLs.
import { checkRedirectUri } from '../../components/checks.ts';
import { clientField } from '../../components/setting-field.ts';
import { perLanguage } from '../../texts/text.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';
import { consentSection, nameFields } from './general-fields.ts';

/** The entity ID. */
export const entityIdField: () => Field = perLanguage(() =>
  clientField('clientId', {
    label: 'Entity ID',
    help: 'The Issuer of the service provider, and the audience of assertions.',
    check: (value) =>
      value === '' ? 'Enter the entity ID. The service provider sends it as Issuer.' : undefined,
  }),
);

/** The assertion consumer service for POST. */
export const consumerUrlField: () => Field = perLanguage(() =>
  clientField('saml_assertion_consumer_url_post', {
    placeholder: 'https://app.example.com/saml/acs',
  }),
);

function checkName(value: string): string | undefined {
  return value === '' || (/^[^/\\?#%;\s]+$/.test(value) && !/^\.{1,2}$/.test(value))
    ? undefined
    : 'Enter a single URL segment of letters, digits, hyphens and underscores.';
}

/** The General tab of a SAML client. */
export const samlGeneralSections: () => readonly FieldSection[] = perLanguage(() => [
  { title: 'General settings', fields: [entityIdField(), ...nameFields()] },
  {
    title: 'Access settings',
    fields: [
      clientField('redirectUris', {
        help: 'Allowed AssertionConsumerServiceURL values. A trailing * is a wildcard.',
        placeholder: 'https://app.example.com/*',
        wide: true,
        checkItem: checkRedirectUri,
      }),
      consumerUrlField(),
      clientField('saml_assertion_consumer_url_redirect'),
      clientField('saml_artifact_binding_url'),
      clientField('saml_artifact_resolution_service_url'),
    ],
  },
  {
    title: 'Other URLs',
    fields: [
      clientField('rootUrl'),
      clientField('baseUrl'),
      clientField('adminUrl', {
        label: 'Master SAML processing URL',
        help: 'Used for each consumer and logout service without a URL of its own.',
      }),
    ],
  },
  {
    title: 'IdP-initiated SSO',
    summary: 'A link, for example on a portal, signs users in without a request of the service provider.',
    fields: [
      clientField('saml_idp_initiated_sso_url_name', { check: checkName }),
      clientField('saml_idp_initiated_sso_relay_state'),
    ],
  },
  consentSection(),
]);
