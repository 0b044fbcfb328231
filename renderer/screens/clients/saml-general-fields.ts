// Fields of what a service provider is called, and where it lives.
import { checkRedirectUri, checkUrl } from '../../components/checks.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';
import { CONSENT_SECTION, NAME_FIELDS } from './general-fields.ts';

/** The name that the service provider has for itself. */
export const ENTITY_ID_FIELD: Field = {
  kind: 'text',
  member: 'clientId',
  label: 'Entity ID',
  help: 'What the service provider calls itself in Issuer; it is the assertion’s audience.',
  check: (value) =>
    value === '' ? 'Give the entity ID; the service provider sends it as Issuer.' : undefined,
};

/** Where answers go by POST. */
export const CONSUMER_URL_FIELD: Field = {
  kind: 'text',
  member: 'saml_assertion_consumer_url_post',
  within: 'attributes',
  label: 'Consumer service, POST',
  help: 'Assertion consumer service: where answers go when the request names no address.',
  placeholder: 'https://app.example.com/saml/acs',
  check: checkUrl,
};

function address(member: string, label: string, help?: string): Field {
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
    label: 'Valid consumer addresses',
    help: 'Which AssertionConsumerServiceURL a request may name; press Enter after each. A * at the end stands for anything.',
    placeholder: 'https://app.example.com/*',
    wide: true,
    checkItem: checkRedirectUri,
  },
  CONSUMER_URL_FIELD,
  address('saml_assertion_consumer_url_redirect', 'Consumer service, redirect'),
  address('saml_artifact_binding_url', 'Consumer service, artifact'),
  address(
    'saml_artifact_resolution_service_url',
    'Artifact resolution service',
    'Where artifacts that the service provider sends are resolved, by SOAP.',
  ),
];

const places: readonly Field[] = [
  {
    kind: 'text',
    member: 'rootUrl',
    label: 'Root URL',
    help: 'Stands before relative addresses.',
    check: checkUrl,
  },
  { kind: 'text', member: 'baseUrl', label: 'Home URL', help: 'Where pages link to.', check: checkUrl },
  {
    kind: 'text',
    member: 'adminUrl',
    label: 'Master SAML processing URL',
    help: 'Stands for each consumer and logout address that is empty.',
    check: checkUrl,
  },
];

function checkName(value: string): string | undefined {
  return value === '' || (/^[^/\\?#%;\s]+$/.test(value) && !/^\.{1,2}$/.test(value))
    ? undefined
    : 'This is one part of an address: letters, digits, hyphens, underscores.';
}

const startedHere: readonly Field[] = [
  {
    kind: 'text',
    member: 'saml_idp_initiated_sso_url_name',
    within: 'attributes',
    label: 'Name in the address',
    help: 'Makes …/protocol/saml/clients/NAME sign people in and send them to the application. Empty: off.',
    check: checkName,
  },
  {
    kind: 'text',
    member: 'saml_idp_initiated_sso_relay_state',
    within: 'attributes',
    label: 'Relay state',
    help: 'Sent when the address names none; many applications take it as the page to open.',
  },
];

/** The tab "General" of a SAML client. */
export const SAML_GENERAL_SECTIONS: readonly FieldSection[] = [
  { title: 'Names', fields: [ENTITY_ID_FIELD, ...NAME_FIELDS] },
  { title: 'Where answers go', fields: consumers },
  { title: 'Other addresses', fields: places },
  {
    title: 'Sign-on that begins here',
    summary: 'A link on a portal signs people in without a request of the service provider.',
    fields: startedHere,
  },
  CONSENT_SECTION,
];
