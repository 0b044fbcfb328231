// Fields of how a service provider is answered: name identifier, what the assertion holds, how it travels.
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
    label: 'Format',
    help: 'Where the request names none.',
    initial: 'username',
    choices: [
      { value: 'username', label: 'User name (unspecified)' },
      { value: 'email', label: 'E-mail address' },
      { value: 'persistent', label: 'Persistent: the same for this client, always' },
      { value: 'transient', label: 'Transient: another at each sign-in' },
    ],
  },
  toggle('saml_force_name_id_format', 'Whatever the request names', false, 'Its NameIDPolicy is ignored.'),
];

const assertion: readonly Field[] = [
  toggle(
    'saml.authnstatement',
    'AuthnStatement',
    false,
    'When the user signed in, with the session index that logout needs.',
  ),
  toggle(
    'saml.onetimeuse.condition',
    'OneTimeUse',
    false,
    'The service provider must not keep the assertion.',
  ),
  {
    kind: 'duration',
    member: 'saml.assertion.lifespan',
    within: 'attributes',
    label: 'The assertion is good for',
    initial: '',
    unset: 'as the realm says',
  },
  {
    kind: 'text',
    member: 'acr.loa.map',
    within: 'attributes',
    label: 'Levels of authentication',
    help: 'AuthnContextClassRef values with their level, as JSON. Empty: those of the realm.',
    placeholder: '{"urn:example:strong":2}',
    check: checkLevels,
  },
];

const travel: readonly Field[] = [
  {
    kind: 'switch',
    member: 'standardFlowEnabled',
    label: 'Sign-on by the browser',
    help: 'Off: AuthnRequests are refused.',
    initial: true,
  },
  toggle(
    'saml.force.post.binding',
    'Answers always by POST',
    false,
    'Whatever binding the request came by or names.',
  ),
  toggle(
    'saml.artifact.binding',
    'Answers always by artifact',
    false,
    'The service provider fetches the answer by SOAP.',
  ),
  toggle(
    'saml.allow.ecp.flow',
    'ECP',
    false,
    'Clients without a browser send name and password with the request, by SOAP.',
  ),
  {
    kind: 'text',
    member: 'saml.artifact.binding.identifier',
    within: 'attributes',
    label: 'Identifier in artifacts',
    help: 'Base64 of the SHA-1 of the entity ID, unless the service provider uses another.',
  },
];

/** The tab "Sign-in" of a SAML client. */
export const SAML_SIGN_IN_SECTIONS: readonly FieldSection[] = [
  {
    title: 'Name identifier',
    summary: 'What the service provider knows the user by.',
    fields: nameIdentifier,
  },
  { title: 'Assertion', fields: assertion },
  { title: 'Bindings', fields: travel },
];
