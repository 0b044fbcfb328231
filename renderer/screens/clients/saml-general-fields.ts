// A service provider's names and URLs.
import { checkRedirectUri, checkUrl } from '../../components/checks.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';
import { CONSENT_SECTION, NAME_FIELDS } from './general-fields.ts';

/** The entity ID. */
export const ENTITY_ID_FIELD: Field = {
  kind: 'text',
  member: 'clientId',
  label: 'Entity ID',
  help: 'The Issuer of the service provider, and the audience of assertions.',
  check: (value) =>
    value === '' ? 'Enter the entity ID. The service provider sends it as Issuer.' : undefined,
};

/** The assertion consumer service for POST. */
export const CONSUMER_URL_FIELD: Field = {
  kind: 'text',
  member: 'saml_assertion_consumer_url_post',
  within: 'attributes',
  label: 'Assertion consumer service POST binding URL',
  help: 'Where responses are sent if the request names no URL.',
  placeholder: 'https://app.example.com/saml/acs',
  check: checkUrl,
};

function url(member: string, label: string, help?: string): Field {
  return {
    kind: 'text',
    member,
    within: 'attributes',
    label,
    check: checkUrl,
    ...(help === undefined ? {} : { help }),
  };
}

const consumers: readonly Field[] = [
  {
    kind: 'list',
    member: 'redirectUris',
    label: 'Valid redirect URIs',
    help: 'Allowed AssertionConsumerServiceURL values. Press Enter after each. A trailing * is a wildcard.',
    placeholder: 'https://app.example.com/*',
    wide: true,
    checkItem: checkRedirectUri,
  },
  CONSUMER_URL_FIELD,
  url('saml_assertion_consumer_url_redirect', 'Assertion consumer service redirect binding URL'),
  url('saml_artifact_binding_url', 'Artifact binding URL'),
  url(
    'saml_artifact_resolution_service_url',
    'Artifact resolution service',
    'The SOAP endpoint that resolves artifacts of the service provider.',
  ),
];

const otherUrls: readonly Field[] = [
  {
    kind: 'text',
    member: 'rootUrl',
    label: 'Root URL',
    help: 'Prefix for relative URLs.',
    check: checkUrl,
  },
  { kind: 'text', member: 'baseUrl', label: 'Home URL', help: 'Where pages link back to.', check: checkUrl },
  {
    kind: 'text',
    member: 'adminUrl',
    label: 'Master SAML processing URL',
    help: 'Used for each consumer and logout service without a URL of its own.',
    check: checkUrl,
  },
];

function checkName(value: string): string | undefined {
  return value === '' || (/^[^/\\?#%;\s]+$/.test(value) && !/^\.{1,2}$/.test(value))
    ? undefined
    : 'Enter a single URL segment of letters, digits, hyphens and underscores.';
}

const idpInitiated: readonly Field[] = [
  {
    kind: 'text',
    member: 'saml_idp_initiated_sso_url_name',
    within: 'attributes',
    label: 'IdP-initiated SSO URL name',
    help: '…/protocol/saml/clients/NAME signs users in and sends them to the application. If empty, off.',
    check: checkName,
  },
  {
    kind: 'text',
    member: 'saml_idp_initiated_sso_relay_state',
    within: 'attributes',
    label: 'IdP-initiated SSO relay state',
    help: 'Sent if the URL names none. Many applications use it as the page to open.',
  },
];

/** The General tab of a SAML client. */
export const SAML_GENERAL_SECTIONS: readonly FieldSection[] = [
  { title: 'General settings', fields: [ENTITY_ID_FIELD, ...NAME_FIELDS] },
  { title: 'Access settings', fields: consumers },
  { title: 'Other URLs', fields: otherUrls },
  {
    title: 'IdP-initiated SSO',
    summary: 'A link, for example on a portal, signs users in without a request of the service provider.',
    fields: idpInitiated,
  },
  CONSENT_SECTION,
];
