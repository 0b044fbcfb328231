import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { judgeAsKeycloak } from './keycloak-import.ts';

/** A small realm that Keycloak imports. */
function realm(): RealmRepresentation {
  return {
    realm: 'r',
    enabled: true,
    defaultRole: { name: 'd' },
    roles: { realm: [{ name: 'd' }, { name: 'clerk' }], client: { shop: [{ id: 's', name: 'sell' }] } },
    clientScopes: [{ name: 'cart' }],
    clients: [
      {
        id: 'c',
        clientId: 'shop',
        protocol: 'openid-connect',
        enabled: true,
        publicClient: true,
        standardFlowEnabled: true,
        directAccessGrantsEnabled: false,
        fullScopeAllowed: true,
        attributes: { 'post.logout.redirect.uris': '+' },
      },
    ],
    groups: [{ name: 'staff', path: '/staff' }],
    users: [{ username: 'ann', enabled: true, groups: ['/staff'] }],
  };
}

const withUser = (members: object): object => ({ users: [{ username: 'ann', enabled: true, ...members }] });
const withClient = (members: object): object => ({ clients: [{ ...realm().clients?.[0], ...members }] });
const key = (providerId: string, config: object): object => ({
  components: { 'org.keycloak.keys.KeyProvider': [{ name: 'k', providerId, config }] },
});

test('the judge imports a small realm', () => {
  assert.deepEqual(judgeAsKeycloak(realm()), []);
});

/** What each step refuses; without the fault the same file is imported. */
const REFUSED: readonly (readonly [what: RegExp, change: object])[] = [
  [/Unrecognized field "colour"/, { colour: 'red' }],
  [/Unrecognized field "applications"/, { applications: [] }],
  [/Unrecognized field "size"/, { groups: [{ name: 'staff', path: '/staff', size: 7 }] }],
  [/no text/, { displayName: 7 }],
  [/ArrayList/, { supportedLocales: 'en' }],
  [/the realm is disabled/, { enabled: undefined }],
  [/defaultRoles is applied again/, { defaultRoles: ['clerk'] }],
  [/Password policy not found: strength/, { passwordPolicy: 'length(8) and strength' }],
  [/negative/, { failureFactor: -1 }],
  [/SslRequired/, { sslRequired: 'maybe' }],
  [/no flow sso/, { browserFlow: 'sso' }],
  [/flow a: NullPointerException/, { authenticationFlows: [{ alias: 'a' }] }],
  [
    /no config x/,
    { authenticationFlows: [{ alias: 'a', authenticationExecutions: [{ authenticatorConfig: 'x' }] }] },
  ],
  [/no flow b/, { authenticationFlows: [{ alias: 'a', authenticationExecutions: [{ flowAlias: 'b' }] }] }],
  [/authenticator config with null alias/, { authenticatorConfig: [{ config: {} }] }],
  [/flow with alias: x/, { identityProviders: [{ alias: 'i', firstBrokerLoginFlowAlias: 'x' }] }],
  [
    /flow binding override for: browser/,
    withClient({ authenticationFlowBindingOverrides: { browser: 'x' } }),
  ],
  [/client scope 'wish' doesn't exist/, { defaultDefaultClientScopes: ['wish'] }],
  [/client scope 'wish' doesn't exist/, withClient({ optionalClientScopes: ['wish'] })],
  [/unique per protocol/, withClient({ protocolMappers: [{ name: 'm' }, { name: 'm' }] })],
  [/publicClient gets a default/, withClient({ publicClient: undefined })],
  [/becomes \+/, withClient({ attributes: {} })],
  [/not a valid URI/, withClient({ redirectUris: ['http://a b'] })],
  [/fragment/, withClient({ redirectUris: ['http://a#b'] })],
  [/not a valid URL/, withClient({ baseUrl: 'shop' })],
  [/ACR/, withClient({ attributes: { 'post.logout.redirect.uris': '+', 'default.acr.values': 'gold' } })],
  [/CIBA/, { attributes: { cibaBackchannelTokenDeliveryMode: 'push' } }],
  [/default role x has no composites/, { defaultRole: { name: 'x' } }],
  [/App doesn't exist in role definitions: page/, { roles: { ...realm().roles, client: { page: [] } } }],
  [/composite realm role: boss/, { roles: { realm: [{ name: 'd', composites: { realm: ['boss'] } }] } }],
  [/App doesn't exist/, { roles: { realm: [{ name: 'd', composites: { client: { page: [] } } }] } }],
  [
    /composite client role: buy/,
    { roles: { realm: [{ name: 'd', composites: { client: { shop: ['buy'] } } }] } },
  ],
  [/Unknown client specification/, { scopeMappings: [{ client: 'page', roles: [] }] }],
  [/Unknown clientScope specification/, { scopeMappings: [{ clientScope: 'wish', roles: [] }] }],
  [/creates the role boss/, { scopeMappings: [{ client: 'shop', roles: ['boss'] }] }],
  [/scope mapping without roles/, { scopeMappings: [{ client: 'shop' }] }],
  [/client role mappings for client: page/, { clientScopeMappings: { page: [] } }],
  [
    /creates the role shop\/buy|role buy/,
    { clientScopeMappings: { shop: [{ client: 'shop', roles: ['buy'] }] } },
  ],
  [/default group in realm rep doesn't exist/, { defaultGroups: ['/crew'] }],
  [
    /group specified by path: \/a\/b/,
    {
      groups: [
        { name: 'a/b', path: '/a/b' },
        { name: 'a', path: '/a' },
      ],
      users: [{ username: 'ann', enabled: true, groups: ['/a/b'] }],
    },
  ],
  [/has the path \/crew/, { groups: [{ name: 'staff', path: '/crew' }] }],
  [
    /Sibling group named staff/,
    {
      groups: [
        { name: 'staff', path: '/staff' },
        { name: 'staff', path: '/staff' },
      ],
    },
  ],
  [/creates the role boss/, { groups: [{ name: 'staff', path: '/staff', realmRoles: ['boss'] }] }],
  [/group specified by path: \/crew/, withUser({ groups: ['/crew'] })],
  [/client role mappings for client: page/, withUser({ clientRoles: { page: [] } })],
  [/consent mappings for client: page/, withUser({ clientConsents: [{ clientId: 'page' }] })],
  [
    /scope referenced in consent/,
    withUser({ clientConsents: [{ clientId: 'shop', grantedClientScopes: ['wish'] }] }),
  ],
  [/service account link/, withUser({ serviceAccountClientId: 'page' })],
  [/is disabled/, withUser({ enabled: undefined })],
  [/credential with value/, withUser({ credentials: [{ type: 'password', value: 'p' }] })],
  [/credential without secretData/, withUser({ credentials: [{ type: 'password', credentialData: '{}' }] })],
  [
    /ann: Duplicate/,
    {
      users: [
        { username: 'ann', enabled: true },
        { username: 'ann', enabled: true },
      ],
    },
  ],
  [/organization/, { organizations: [{ name: 'o', members: [{ username: 'bob' }] }] }],
  [
    /Role boss could not be found/,
    withClient({ authorizationSettings: { policies: [{ config: { roles: '[{"id":"boss"}]' } }] } }),
  ],
  [/No such provider 'quantum'/, key('quantum', {})],
  [/decode private key/, key('rsa', { privateKey: ['**********'] })],
  [/a new key is generated/, key('rsa-generated', { privateKey: ['x'] })],
  [/PemException/, key('rsa-generated', { privateKey: ['**********'], certificate: ['x'] })],
  [/no Base64URL/, key('hmac-generated', { secret: ['**********'] })],
  [/a new secret is generated/, key('hmac-generated', { secret: ['abcd'] })],
  [/the mask is imported/, withClient({ secret: '**********' })],
  [
    /Duplicate resource error: id s/,
    { roles: { realm: [{ id: 's', name: 'd' }], client: { shop: [{ id: 's', name: 'x' }] } } },
  ],
];

for (const [what, change] of REFUSED)
  test(`Keycloak import: ${JSON.stringify(change).slice(0, 90)} is refused (${what.source})`, () => {
    const faults = judgeAsKeycloak({ ...realm(), ...change });
    assert.match(faults.join('\n'), what);
  });

test('Keycloak partial export: masks are accepted where Keycloak writes them, and only in a partial export', () => {
  const file = {
    ...realm(),
    ...withClient({ secret: '**********' }),
    smtpServer: { password: '**********' },
  };
  assert.deepEqual(judgeAsKeycloak(file, { isPartial: true }), []);
  const wrong = { ...realm(), authenticatorConfig: [{ alias: 'a', config: { secret: '**********' } }] };
  assert.equal(judgeAsKeycloak(wrong, { isPartial: true }).length, 1);
});
