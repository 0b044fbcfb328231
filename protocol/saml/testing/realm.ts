// The test realm: service providers of every kind, and users.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createCertificate } from '#protocol/crypto/certificate.ts';

/** Where the service provider `sp` receives responses. */
const CONSUMER = 'http://sp.test/acs';

export interface TestKeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** Base64 of DER; valid from 2029 to 2040. */
  readonly certificate: string;
}

export function createTestKeyPair(commonName: string): TestKeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = createCertificate({
    commonName,
    publicKey,
    privateKey,
    notBefore: new Date(Date.UTC(2029, 0, 1)),
    notAfter: new Date(Date.UTC(2040, 0, 1)),
  });
  return { privateKey, publicKey, certificate };
}

/** The keys of the clients `signing` and `sp`. */
export const SP_KEYS: TestKeyPair = createTestKeyPair('sp');

const UNSIGNED = {
  'saml.client.signature': 'false',
  'saml.force.post.binding': 'false',
  saml_assertion_consumer_url_post: CONSUMER,
  saml_assertion_consumer_url_redirect: 'http://sp.test/acs-redirect',
};

/** `sp` need not sign, `signing` must; `off` is disabled; `web` uses OpenID Connect. */
const CLIENTS: readonly ClientRepresentation[] = [
  { clientId: 'sp', protocol: 'saml', redirectUris: ['http://sp.test/*'], attributes: UNSIGNED },
  {
    clientId: 'signing',
    protocol: 'saml',
    redirectUris: ['http://sp.test/*'],
    attributes: {
      ...UNSIGNED,
      'saml.client.signature': 'true',
      'saml.signing.certificate': SP_KEYS.certificate,
    },
  },
  { clientId: 'bare', protocol: 'saml', attributes: { 'saml.client.signature': 'false' } },
  { clientId: 'off', protocol: 'saml', enabled: false, attributes: UNSIGNED },
  { clientId: 'still', protocol: 'saml', standardFlowEnabled: false, attributes: UNSIGNED },
  { clientId: 'bearer', protocol: 'saml', bearerOnly: true, attributes: UNSIGNED },
  { clientId: 'web', publicClient: true, redirectUris: ['http://app.test/*'] },
];

const PEOPLE: NonNullable<RealmRepresentation['users']> = ['alice', 'bob', 'todo'].map((username) => ({
  username,
  // Bob has no e-mail address.
  ...(username === 'bob' ? {} : { email: `${username}@example.test` }),
  firstName: username,
  lastName: 'Example',
  enabled: true,
  realmRoles: username === 'alice' ? ['reader', 'writer'] : [],
  requiredActions: username === 'todo' ? ['UPDATE_PASSWORD'] : [],
  credentials: [{ type: 'password', value: `${username}-password` }],
}));

/** The realm `demo`; `changes` replaces members. */
export function describeSamlRealm(changes: Partial<RealmRepresentation>): RealmRepresentation {
  return {
    realm: 'demo',
    clients: [...CLIENTS],
    users: PEOPLE,
    roles: { realm: [{ name: 'reader' }, { name: 'writer' }] },
    ...changes,
  };
}
