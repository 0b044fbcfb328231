// The realm of every scenario, with its users and clients.

export const REALM = 'endurance';
export const OTHER_REALM = 'bystander';
export const WEB = { client_id: 'endurance-web', client_secret: 'endurance-web-secret' };
export const ADMIN = { client_id: 'endurance-admin', client_secret: 'endurance-admin-secret' };
export const SAML = { issuer: 'endurance-saml', consumer: 'http://127.0.0.1:9/acs' };

/** The username of one of the realm's users. */
export function person(number) {
  return { username: `alice-${number}`, password: 'endurance-password' };
}

function userOf({ username, password }) {
  return {
    username,
    email: `${username}@example.test`,
    firstName: 'Alice',
    lastName: 'Endurance',
    enabled: true,
    credentials: [{ type: 'password', value: password }],
  };
}

/** A realm file with `people` users; `settings` are additional members of the realm. */
export function enduranceRealm({ people, ...settings }) {
  return {
    id: REALM,
    realm: REALM,
    enabled: true,
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
    accessTokenLifespan: 3600,
    ...settings,
    clients: [
      {
        clientId: WEB.client_id,
        secret: WEB.client_secret,
        publicClient: false,
        directAccessGrantsEnabled: true,
        redirectUris: ['http://127.0.0.1:9/*'],
        attributes: {
          'post.logout.redirect.uris': '+',
          // Signing is not tested here; a smaller key leaves more time for what is.
          'access.token.signed.response.alg': 'ES256',
          'id.token.signed.response.alg': 'ES256',
        },
      },
      {
        clientId: ADMIN.client_id,
        secret: ADMIN.client_secret,
        publicClient: false,
        standardFlowEnabled: false,
        serviceAccountsEnabled: true,
      },
      {
        clientId: SAML.issuer,
        protocol: 'saml',
        redirectUris: [SAML.consumer],
        attributes: {
          'saml.client.signature': 'false',
          'saml.assertion.signature': 'true',
          'saml.server.signature': 'false',
        },
      },
    ],
    users: [
      ...Array.from({ length: people }, (_, number) => userOf(person(number))),
      {
        username: `service-account-${ADMIN.client_id}`,
        serviceAccountClientId: ADMIN.client_id,
        enabled: true,
        clientRoles: { 'realm-management': ['realm-admin'] },
      },
    ],
  };
}

/** A second realm, with the same clients and one user. */
export function otherRealm() {
  return enduranceRealm({ people: 1, id: OTHER_REALM, realm: OTHER_REALM });
}
