// Fields of how a client's tokens are signed, encrypted and how long they are good.
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
    label: 'Access token',
    initial: '',
    choices: [{ value: '', label: 'As the realm says' }, ...SIGNATURE_ALGORITHMS, ...SECRET_ALGORITHMS],
  },
  {
    kind: 'choice',
    member: 'id.token.signed.response.alg',
    within: 'attributes',
    label: 'ID token',
    initial: '',
    choices: [{ value: '', label: 'As the realm says' }, ...SIGNATURE_ALGORITHMS, ...SECRET_ALGORITHMS],
  },
  {
    kind: 'choice',
    member: 'user.info.response.signature.alg',
    within: 'attributes',
    label: 'Userinfo answer',
    initial: '',
    choices: [{ value: '', label: 'Plain JSON, not signed' }, ...SIGNATURE_ALGORITHMS, ...SECRET_ALGORITHMS],
  },
];

function encryption(prefix: string, what: string): readonly Field[] {
  return [
    {
      kind: 'choice',
      member: `${prefix}.alg`,
      within: 'attributes',
      label: `${what}: key encryption`,
      initial: '',
      choices: [{ value: '', label: 'Not encrypted' }, ...KEY_ENCRYPTION_ALGORITHMS],
    },
    {
      kind: 'choice',
      member: `${prefix}.enc`,
      within: 'attributes',
      label: `${what}: content encryption`,
      initial: '',
      choices: [{ value: '', label: 'A128CBC-HS256, the default' }, ...CONTENT_ENCRYPTION_ALGORITHMS],
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
    unset: 'as the realm says',
    ...(help === undefined ? {} : { help }),
  };
}

const lifespans: readonly Field[] = [
  lifespan('access.token.lifespan', 'Access token'),
  lifespan('client.session.idle.timeout', 'Unused refresh token'),
  lifespan(
    'client.session.max.lifespan',
    'Any refresh token',
    'Counted from when the client joined the session.',
  ),
  lifespan('client.offline.session.idle.timeout', 'Unused offline token'),
  lifespan('client.offline.session.max.lifespan', 'Any offline token'),
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
    label: 'All of the user’s roles',
    help: 'Off: only roles that the client’s scope mappings name.',
    initial: true,
  },
  toggle(
    'use.refresh.tokens',
    'Refresh tokens',
    true,
    'Off: the user signs in again when the token expires.',
  ),
  toggle(
    'client.use.lightweight.access.token.enabled',
    'Light access tokens',
    false,
    'Without claims of the user; introspection and userinfo give them.',
  ),
  toggle(
    'client.introspection.response.allow.jwt.claim.enabled',
    'Introspection may give the whole token',
    false,
    'As member jwt, when asked for application/jwt.',
  ),
  toggle('access.token.header.type.rfc9068', 'Access tokens have type at+jwt', false, 'RFC 9068; else JWT.'),
  toggle('token.response.type.bearer.lower-case', 'token_type is written bearer', false, 'Else Bearer.'),
];

/** The tab "Tokens". */
export const TOKEN_SECTIONS: readonly FieldSection[] = [
  { title: 'Signatures', fields: signatures },
  {
    title: 'Encryption',
    summary: 'With the client’s own key, which stands on the tab Credentials.',
    fields: [
      ...encryption('id.token.encrypted.response', 'ID token'),
      ...encryption('user.info.encrypted.response', 'Userinfo answer'),
    ],
  },
  { title: 'Lifespans', fields: lifespans },
  { title: 'Contents', fields: contents },
];
