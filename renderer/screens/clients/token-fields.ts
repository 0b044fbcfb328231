// Signatures, encryption, lifespans and contents of a client's tokens.
import {
  CONTENT_ENCRYPTION_ALGORITHMS,
  KEY_ENCRYPTION_ALGORITHMS,
  SECRET_ALGORITHMS,
  SIGNATURE_ALGORITHMS,
} from '../../components/algorithms.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const signatures: readonly Field[] = [
  {
    kind: 'choice',
    member: 'access.token.signed.response.alg',
    within: 'attributes',
    label: 'Access token signature algorithm',
    initial: '',
    choices: [{ value: '', label: 'Realm default' }, ...SIGNATURE_ALGORITHMS, ...SECRET_ALGORITHMS],
  },
  {
    kind: 'choice',
    member: 'id.token.signed.response.alg',
    within: 'attributes',
    label: 'ID token signature algorithm',
    initial: '',
    choices: [{ value: '', label: 'Realm default' }, ...SIGNATURE_ALGORITHMS, ...SECRET_ALGORITHMS],
  },
  {
    kind: 'choice',
    member: 'user.info.response.signature.alg',
    within: 'attributes',
    label: 'Userinfo signature algorithm',
    initial: '',
    choices: [{ value: '', label: 'Unsigned JSON' }, ...SIGNATURE_ALGORITHMS, ...SECRET_ALGORITHMS],
  },
];

function encryption(prefix: string, what: string): readonly Field[] {
  return [
    {
      kind: 'choice',
      member: `${prefix}.alg`,
      within: 'attributes',
      label: `${what} key encryption`,
      initial: '',
      choices: [{ value: '', label: 'Not encrypted' }, ...KEY_ENCRYPTION_ALGORITHMS],
    },
    {
      kind: 'choice',
      member: `${prefix}.enc`,
      within: 'attributes',
      label: `${what} content encryption`,
      initial: '',
      choices: [{ value: '', label: 'A128CBC-HS256 (default)' }, ...CONTENT_ENCRYPTION_ALGORITHMS],
      shown: (values) => values[`${prefix}.alg`] !== '',
    },
  ];
}

function lifespan(member: string, label: string, help?: string): Field {
  return {
    kind: 'duration',
    member,
    within: 'attributes',
    label,
    initial: '',
    unset: 'realm default',
    ...(help === undefined ? {} : { help }),
  };
}

const lifespans: readonly Field[] = [
  lifespan('access.token.lifespan', 'Access token lifespan'),
  lifespan('client.session.idle.timeout', 'Refresh token idle'),
  lifespan(
    'client.session.max.lifespan',
    'Refresh token max',
    'Counted from when the client joined the session.',
  ),
  lifespan('client.offline.session.idle.timeout', 'Offline token idle'),
  lifespan('client.offline.session.max.lifespan', 'Offline token max'),
];

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

const contents: readonly Field[] = [
  {
    kind: 'switch',
    member: 'fullScopeAllowed',
    label: 'Full scope allowed',
    help: 'Tokens contain all roles of the user. Off: only roles in the client’s scope mappings.',
    initial: true,
  },
  toggle(
    'use.refresh.tokens',
    'Use refresh tokens',
    true,
    'Off: the user signs in again when the access token expires.',
  ),
  toggle(
    'client.use.lightweight.access.token.enabled',
    'Always use lightweight access token',
    false,
    'Omits claims of the user, which introspection and userinfo return.',
  ),
  toggle(
    'client.introspection.response.allow.jwt.claim.enabled',
    'Support JWT claim in introspection response',
    false,
    'Introspection returns the whole token as jwt when application/jwt is requested.',
  ),
  toggle(
    'access.token.header.type.rfc9068',
    'Use at+jwt as access token header type',
    false,
    'The type of RFC 9068. Off: JWT.',
  ),
  toggle(
    'token.response.type.bearer.lower-case',
    'Use lower-case bearer type',
    false,
    'token_type is bearer. Off: Bearer.',
  ),
];

/** The Tokens tab. */
export const TOKEN_SECTIONS: readonly FieldSection[] = [
  { title: 'Signatures', fields: signatures },
  {
    title: 'Encryption',
    summary: 'Uses the client’s key from the Credentials tab.',
    fields: [
      ...encryption('id.token.encrypted.response', 'ID token'),
      ...encryption('user.info.encrypted.response', 'Userinfo'),
    ],
  },
  { title: 'Lifespans', fields: lifespans },
  { title: 'Contents', fields: contents },
];
