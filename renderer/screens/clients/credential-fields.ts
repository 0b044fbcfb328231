// Fields of how a client proves who it is, and of the keys it does that with.
import { SECRET_ALGORITHMS, SIGNATURE_ALGORITHMS } from '../../components/algorithms.ts';
import { checkKeySet, checkUrl } from '../../components/checks.ts';
import type { Field, FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const isConfidential = (values: FieldValues): boolean => values['publicClient'] !== true;
const authenticatesBy =
  (...types: readonly string[]) =>
  (values: FieldValues): boolean =>
    isConfidential(values) && types.includes(String(values['clientAuthenticatorType']));

const authentication: readonly Field[] = [
  {
    kind: 'switch',
    member: 'publicClient',
    label: 'Public, without a secret',
    help: 'For browser and native applications, which can keep none.',
    initial: false,
  },
  {
    kind: 'choice',
    member: 'clientAuthenticatorType',
    label: 'Authentication',
    initial: 'client-secret',
    choices: [
      { value: 'client-secret', label: 'Client ID and secret' },
      { value: 'client-jwt', label: 'Signed JWT (private_key_jwt)' },
      { value: 'client-secret-jwt', label: 'JWT signed with the secret (client_secret_jwt)' },
      { value: 'client-x509', label: 'TLS certificate (tls_client_auth)' },
    ],
    shown: isConfidential,
  },
  {
    kind: 'choice',
    member: 'token.endpoint.auth.signing.alg',
    within: 'attributes',
    label: 'Signature of the JWT',
    initial: '',
    choices: [{ value: '', label: 'Any that fits the key' }, ...SIGNATURE_ALGORITHMS, ...SECRET_ALGORITHMS],
    shown: authenticatesBy('client-jwt', 'client-secret-jwt'),
  },
  {
    kind: 'duration',
    member: 'token.endpoint.auth.signing.max.exp',
    within: 'attributes',
    label: 'The JWT is good for at most',
    initial: '',
    unset: 'a minute',
    shown: authenticatesBy('client-jwt', 'client-secret-jwt'),
  },
  {
    kind: 'text',
    member: 'x509.subjectdn',
    within: 'attributes',
    label: 'Subject of the certificate',
    help: 'Its distinguished name, or a pattern for it.',
    shown: authenticatesBy('client-x509'),
  },
  {
    kind: 'switch',
    member: 'x509.allow.regex.pattern.comparison',
    within: 'attributes',
    label: 'The subject is a pattern',
    initial: false,
    shown: authenticatesBy('client-x509'),
  },
];

const keys: readonly Field[] = [
  {
    kind: 'switch',
    member: 'use.jwks.url',
    within: 'attributes',
    label: 'Keys from an address',
    help: 'The server asks there, again when a key is new.',
    initial: false,
  },
  {
    kind: 'text',
    member: 'jwks.url',
    within: 'attributes',
    label: 'Address of the keys',
    shown: (values) => values['use.jwks.url'] === true,
    check: (value) =>
      value === ''
        ? 'Give the address of the key set, for instance http://localhost:3000/jwks.'
        : checkUrl(value),
  },
  {
    kind: 'switch',
    member: 'use.jwks.string',
    within: 'attributes',
    label: 'Keys given here',
    initial: false,
    shown: (values) => values['use.jwks.url'] !== true,
  },
  {
    kind: 'long',
    member: 'jwks.string',
    within: 'attributes',
    label: 'Key set',
    placeholder: '{"keys":[…]}',
    wide: true,
    shown: (values) => values['use.jwks.url'] !== true && values['use.jwks.string'] === true,
    check: checkKeySet,
  },
  {
    kind: 'long',
    member: 'jwt.credential.certificate',
    within: 'attributes',
    label: 'Certificate',
    help: 'PEM, or the base64 between its lines.',
    wide: true,
    shown: (values) => values['use.jwks.url'] !== true && values['use.jwks.string'] !== true,
  },
];

const binding: readonly Field[] = [
  {
    kind: 'switch',
    member: 'dpop.bound.access.tokens',
    within: 'attributes',
    label: 'DPoP is required',
    help: 'Each token is good only with a proof by the client’s key.',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'tls.client.certificate.bound.access.tokens',
    within: 'attributes',
    label: 'Tokens are bound to the TLS certificate',
    help: 'Works while the server listens on HTTPS.',
    initial: false,
  },
];

/** The form of the tab "Credentials". */
export const CREDENTIAL_SECTIONS: readonly FieldSection[] = [
  { title: 'Authentication', fields: authentication },
  {
    title: 'Keys of the client',
    summary: 'Its signatures are checked with them, and what is for its eyes alone is encrypted with them.',
    fields: keys,
  },
  { title: 'Bound tokens', fields: binding },
];
