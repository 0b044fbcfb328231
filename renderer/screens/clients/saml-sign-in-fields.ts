// A service provider's sign-in settings: name identifier, assertion and bindings.
import { checkLevels } from '../../components/checks.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

function toggle(member: string, label: string, initial: boolean, help?: string): Field {
  return {
    kind: 'switch',
    member,
    within: 'attributes',
    label,
    initial,
    ...(help === undefined ? {} : { help }),
  };
}

const nameIdentifier: readonly Field[] = [
  {
    kind: 'choice',
    member: 'saml_name_id_format',
    within: 'attributes',
    label: 'Name ID format',
    help: 'Used if the request names none.',
    initial: 'username',
    choices: [
      { value: 'username', label: 'Username (unspecified)' },
      { value: 'email', label: 'E-mail address' },
      { value: 'persistent', label: 'Persistent: always the same for this client' },
      { value: 'transient', label: 'Transient: different at each sign-in' },
    ],
  },
  toggle('saml_force_name_id_format', 'Force name ID format', false, 'Ignores the NameIDPolicy of requests.'),
];

const assertion: readonly Field[] = [
  toggle(
    'saml.authnstatement',
    'Include AuthnStatement',
    false,
    'Says when the user signed in, with the session index that logout needs.',
  ),
  toggle(
    'saml.onetimeuse.condition',
    'Include OneTimeUse condition',
    false,
    'The service provider must not store the assertion.',
  ),
  {
    kind: 'duration',
    member: 'saml.assertion.lifespan',
    within: 'attributes',
    label: 'Assertion lifespan',
    initial: '',
    unset: 'realm default',
  },
  {
    kind: 'text',
    member: 'acr.loa.map',
    within: 'attributes',
    label: 'ACR to LoA mapping',
    help: 'Levels of authentication by AuthnContextClassRef, as JSON. Default: the realm’s.',
    placeholder: '{"urn:example:strong":2}',
    check: checkLevels,
  },
];

const bindings: readonly Field[] = [
  {
    kind: 'switch',
    member: 'standardFlowEnabled',
    label: 'Web browser SSO',
    help: 'Off: AuthnRequests are rejected.',
    initial: true,
  },
  toggle(
    'saml.force.post.binding',
    'Force POST binding',
    false,
    'Responses are always sent by POST, regardless of the request.',
  ),
  toggle(
    'saml.artifact.binding',
    'Force artifact binding',
    false,
    'Responses are sent as an artifact, which the service provider resolves by SOAP.',
  ),
  toggle(
    'saml.allow.ecp.flow',
    'Allow ECP flow',
    false,
    'Clients without a browser send username and password with the request, by SOAP.',
  ),
  {
    kind: 'text',
    member: 'saml.artifact.binding.identifier',
    within: 'attributes',
    label: 'Artifact identifier',
    help: 'Default: base64 of the SHA-1 of the entity ID.',
  },
];

/** The Sign-in tab of a SAML client. */
export const SAML_SIGN_IN_SECTIONS: readonly FieldSection[] = [
  {
    title: 'Name identifier',
    summary: 'Identifies the user to the service provider.',
    fields: nameIdentifier,
  },
  { title: 'Assertion', fields: assertion },
  { title: 'Bindings', fields: bindings },
];
