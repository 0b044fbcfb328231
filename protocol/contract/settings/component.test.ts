import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  COMPONENT_TYPES,
  KEY_PROVIDER,
  listUnsupportedComponents,
  REGISTRATION_POLICY_TYPE,
  USER_PROFILE_TYPE,
} from './component.ts';

const STORAGE = 'org.keycloak.storage.UserStorageProvider';

const profile = (validations: object) => ({
  'kc.user.profile.config': [JSON.stringify({ attributes: [{ name: 'a', validations }] })],
});

/** `place = value` of the components without effect. */
function unsupported(components: unknown): readonly string[] {
  return listUnsupportedComponents(components, { realm: 'shop' }).map(({ at = [], value }) => {
    const place = at.map((step) => (typeof step === 'string' ? step.split('.').at(-1) : step.item));
    return `${place.join(' ')} = ${value}`;
  });
}

for (const [components, ...expected] of [
  [{ [STORAGE]: [{ name: 'ad', providerId: 'ldap' }] }, 'UserStorageProvider ad = ldap'],
  [{ [STORAGE]: [{ name: 'ad', providerId: 'ldap', config: { enabled: ['false'] } }] }],
  [{ [KEY_PROVIDER]: [{ providerId: 'rsa-generated' }, { providerId: 'aes-generated' }] }],
  [{ [KEY_PROVIDER]: [{ providerId: 'java-keystore' }] }, 'KeyProvider java-keystore = java-keystore'],
  [{ [KEY_PROVIDER]: [{ name: 'hsm', providerId: 'acme-hsm' }] }, 'KeyProvider hsm = acme-hsm'],
  [{ [REGISTRATION_POLICY_TYPE]: [{ providerId: 'scope' }, { providerId: 'registration-web-origins' }] }],
  [
    {
      [REGISTRATION_POLICY_TYPE]: [
        { providerId: 'allowed-client-templates', config: { 'allow-default-scopes': ['true'] } },
      ],
    },
  ],
  [
    {
      [REGISTRATION_POLICY_TYPE]: [
        {
          name: 'Scopes',
          providerId: 'allowed-client-templates',
          config: { 'allowed-client-scopes': ['a'] },
        },
      ],
    },
    'ClientRegistrationPolicy Scopes = allowed-client-templates',
  ],
  [
    { [REGISTRATION_POLICY_TYPE]: [{ providerId: 'client-disabled' }] },
    'ClientRegistrationPolicy client-disabled = client-disabled',
  ],
  [{ [USER_PROFILE_TYPE]: [{ providerId: 'declarative-user-profile', config: profile({ email: {} }) }] }],
  [
    {
      [USER_PROFILE_TYPE]: [
        { providerId: 'declarative-user-profile', config: profile({ 'vat-number': {} }) },
      ],
    },
    'UserProfileProvider declarative-user-profile = vat-number',
  ],
  [{ 'com.acme.Thing': [{ name: 'one', providerId: 'thing' }] }, 'Thing one = thing'],
  [{ [STORAGE]: 'none', [KEY_PROVIDER]: [null, 1, { name: 'no provider' }] }],
  ['none'],
] as const satisfies readonly (readonly [unknown, ...string[]])[])
  test(`import report: ${JSON.stringify(components)} has ${expected.length} components without effect`, () => {
    assert.deepEqual(unsupported(components), expected);
  });

test('import report: a provider type or provider with the name of an inherited property is unknown', () => {
  assert.equal(unsupported({ constructor: [{ providerId: 'toString' }] }).length, 1);
  assert.equal(unsupported({ [KEY_PROVIDER]: [{ providerId: 'constructor' }] }).length, 1);
});

test('house 2a: every provider is described in a sentence, and either acts or does not', () => {
  for (const { acting, kept, others } of Object.values(COMPONENT_TYPES)) {
    const sentences = [
      ...Object.values(acting),
      ...Object.values(kept).map(({ instead }) => instead),
      others,
    ];
    for (const sentence of sentences) assert.match(sentence, /^[A-Z].*\.$/);
    assert.deepEqual(
      Object.keys(acting).filter((id) => Object.hasOwn(kept, id)),
      [],
    );
  }
});
