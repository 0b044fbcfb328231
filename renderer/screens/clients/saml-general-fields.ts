// A service provider's names and URLs.
import { checkRedirectUri } from '../../components/checks.ts';
import { clientField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';
import { consentSection, nameFields } from './general-fields.ts';

/** The entity ID. */
export const entityIdField: () => Field = perLanguage(() =>
  clientField('clientId', {
    label: text('clientForms:saml.entityId'),
    help: text('clientForms:saml.entityIdHelp'),
    check: (value) => (value === '' ? text('clientForms:check.entityId') : undefined),
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
    : text('clientForms:check.urlName');
}

/** The General tab of a SAML client. */
export const samlGeneralSections: () => readonly FieldSection[] = perLanguage(() => [
  { title: text('clientForms:section.general'), fields: [entityIdField(), ...nameFields()] },
  {
    title: text('clientForms:section.access'),
    fields: [
      clientField('redirectUris', {
        help: text('clientForms:saml.redirectUrisHelp'),
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
    title: text('clientForms:saml.otherUrls'),
    fields: [
      clientField('rootUrl'),
      clientField('baseUrl'),
      clientField('adminUrl', {
        label: text('clientForms:saml.adminUrl'),
        help: text('clientForms:saml.adminUrlHelp'),
      }),
    ],
  },
  {
    title: text('clientForms:saml.idpInitiated'),
    summary: text('clientForms:saml.idpInitiatedSummary'),
    fields: [
      clientField('saml_idp_initiated_sso_url_name', { check: checkName }),
      clientField('saml_idp_initiated_sso_relay_state'),
    ],
  },
  consentSection(),
]);
