// The realm for tests of this folder, with clients of every kind and users.
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';

/** Secret of every confidential client. */
export const SECRET = 'web-secret';

/** Redirect URI of client `web`. */
export const CALLBACK = 'http://app.test/callback';

/** The form fields with the credentials of client `web`. */
export const WEB: Readonly<Record<string, string>> = { client_id: 'web', client_secret: SECRET };

const CLIENTS: readonly ClientRepresentation[] = [
  {
    clientId: 'web',
    publicClient: false,
    secret: SECRET,
    redirectUris: [CALLBACK],
    webOrigins: ['http://app.test'],
    serviceAccountsEnabled: true,
    attributes: {
      'post.logout.redirect.uris': 'http://app.test/bye##+',
      'oauth2.device.authorization.grant.enabled': 'true',
      'oidc.ciba.grant.enabled': 'true',
    },
  },
  { clientId: 'other', publicClient: false, secret: SECRET, redirectUris: ['http://other.test/*'] },
  {
    clientId: 'spa',
    redirectUris: ['http://spa.test/*'],
    webOrigins: ['+'],
    attributes: { 'pkce.code.challenge.method': 'S256' },
  },
  { clientId: 'native', redirectUris: ['http://127.0.0.1/*'] },
  { clientId: 'implicit', redirectUris: ['http://app.test/implicit'], implicitFlowEnabled: true },
  { clientId: 'machine', publicClient: false, secret: SECRET, standardFlowEnabled: false },
  { clientId: 'consenting', redirectUris: [CALLBACK], consentRequired: true },
  { clientId: 'off', enabled: false, redirectUris: [CALLBACK], baseUrl: 'http://off.test/home' },
  { clientId: 'api', bearerOnly: true, publicClient: false, secret: SECRET },
  { clientId: 'provider', protocol: 'saml', redirectUris: [CALLBACK] },
].map((client) => ({
  publicClient: true,
  directAccessGrantsEnabled: client.clientId !== 'native',
  ...client,
}));

const PEOPLE: NonNullable<RealmRepresentation['users']> = ['alice', 'bob', 'dora', 'todo'].map(
  (username) => ({
    username,
    email: `${username}@example.test`,
    firstName: username,
    lastName: 'Example',
    enabled: username !== 'dora',
    requiredActions: username === 'todo' ? ['UPDATE_PASSWORD'] : [],
    credentials: [{ type: 'password', value: `${username}-password` }],
  }),
);

/** The realm `demo`, with changes. */
export function describeRealm(changes: Partial<RealmRepresentation>): RealmRepresentation {
  return {
    realm: 'demo',
    defaultSignatureAlgorithm: 'ES256',
    clients: [...CLIENTS],
    users: PEOPLE,
    ...changes,
  };
}
