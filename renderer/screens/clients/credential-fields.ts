// A client's authentication and keys.
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
    label: 'Public client',
    help: 'For browser and native applications, which cannot keep a secret.',
    initial: false,
  },
  {
    kind: 'choice',
    member: 'clientAuthenticatorType',
    label: 'Client authenticator',
    initial: 'client-secret',
    choices: [
      { value: 'client-secret', label: 'Client ID and secret' },
      { value: 'client-jwt', label: 'Signed JWT (private_key_jwt)' },
      { value: 'client-secret-jwt', label: 'Signed JWT with client secret (client_secret_jwt)' },
      { value: 'client-x509', label: 'X.509 certificate (tls_client_auth)' },
    ],
    shown: isConfidential,
  },
  {
    kind: 'choice',
    member: 'token.endpoint.auth.signing.alg',
    within: 'attributes',
    label: 'Signature algorithm',
    initial: '',
    choices: [{ value: '', label: 'Any matching the key' }, ...SIGNATURE_ALGORITHMS, ...SECRET_ALGORITHMS],
    shown: authenticatesBy('client-jwt', 'client-secret-jwt'),
  },
  {
    kind: 'duration',
    member: 'token.endpoint.auth.signing.max.exp',
    within: 'attributes',
    label: 'Max expiration',
    help: 'How long a client assertion may be valid.',
    initial: '',
    unset: '1 minute',
    shown: authenticatesBy('client-jwt', 'client-secret-jwt'),
  },
  {
    kind: 'text',
    member: 'x509.subjectdn',
    within: 'attributes',
    label: 'Subject DN',
    help: 'The distinguished name in the client’s certificate, or a pattern for it.',
    shown: authenticatesBy('client-x509'),
  },
  {
    kind: 'switch',
    member: 'x509.allow.regex.pattern.comparison',
    within: 'attributes',
    label: 'Allow regex pattern comparison',
    help: 'Subject DN is a regular expression.',
    initial: false,
    shown: authenticatesBy('client-x509'),
  },
];

const keys: readonly Field[] = [
  {
    kind: 'switch',
    member: 'use.jwks.url',
    within: 'attributes',
    label: 'Use JWKS URL',
    help: 'The server fetches the client’s keys, and again when a key is unknown.',
    initial: false,
  },
  {
    kind: 'text',
    member: 'jwks.url',
    within: 'attributes',
    label: 'JWKS URL',
    shown: (values) => values['use.jwks.url'] === true,
    check: (value) =>
      value === ''
        ? 'Enter the URL of the key set, for example http://localhost:3000/jwks.'
        : checkUrl(value),
  },
  {
    kind: 'switch',
    member: 'use.jwks.string',
    within: 'attributes',
    label: 'Use JWKS',
    help: 'The client’s keys are given here.',
    initial: false,
    shown: (values) => values['use.jwks.url'] !== true,
  },
  {
    kind: 'long',
    member: 'jwks.string',
    within: 'attributes',
    label: 'JWKS',
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
    help: 'PEM, or base64-encoded DER.',
    wide: true,
    shown: (values) => values['use.jwks.url'] !== true && values['use.jwks.string'] !== true,
  },
];

const binding: readonly Field[] = [
  {
    kind: 'switch',
    member: 'dpop.bound.access.tokens',
    within: 'attributes',
    label: 'Require DPoP bound tokens',
    help: 'Tokens are valid only with a proof by the client’s key.',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'tls.client.certificate.bound.access.tokens',
    within: 'attributes',
    label: 'Certificate-bound access tokens',
    help: 'Tokens are valid only over TLS with the client’s certificate. Requires HTTPS.',
    initial: false,
  },
];

/** The form on the Credentials tab. */
export const CREDENTIAL_SECTIONS: readonly FieldSection[] = [
  { title: 'Client authentication', fields: authentication },
  {
    title: 'Client keys',
    summary: 'Used to verify the client’s signatures and to encrypt data for it.',
    fields: keys,
  },
  { title: 'Bound tokens', fields: binding },
];
