import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { parseParameters } from '#protocol/http/parameters.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { describeEnvironment } from './account-environment.ts';

const CLIENTS: ClientRepresentation[] = [
  { clientId: 'shop', name: 'Shop', baseUrl: 'http://shop.test/home', redirectUris: ['http://shop.test/*'] },
  { clientId: 'app', redirectUris: ['my.app:/start'], rootUrl: 'http://app.test' },
  { clientId: 'bare', redirectUris: [] },
];

function describe(
  {
    query = '',
    roles,
    basePath = '',
  }: {
    query?: string;
    roles?: readonly string[];
    basePath?: string;
  } = {},
  changes: Partial<RealmRepresentation> = {},
) {
  const { realm } = normalizeRealm({ realm: 'a b', clients: CLIENTS, ...changes }, { now: () => 0 } as never);
  const user = {
    id: 'u',
    username: 'alice',
    clientRoles: { account: [...(roles ?? [])] },
  } as StoredUser;
  const exchange = {
    realm: viewRealm(realm),
    baseUrl: `http://sso.test${basePath}`,
    basePath,
    query: parseParameters(query),
  };
  return describeEnvironment(exchange as never, roles === undefined ? undefined : user, 'de');
}

test('Keycloak account console: addresses follow the server’s base path and the realm’s name', () => {
  const { serverBaseUrl, baseUrl, resourceUrl, authUrl } = describe({ basePath: '/auth' });
  assert.equal(serverBaseUrl, 'http://sso.test/auth');
  assert.equal(authUrl, 'http://sso.test/auth/');
  assert.equal(baseUrl, 'http://sso.test/auth/realms/a%20b/account/');
  assert.equal(resourceUrl, '/auth/resources/understudy/account/console');
});

test('Keycloak account console: what the user may see follows the account roles and the realm', () => {
  const nothing = describe().features;
  for (const name of ['isViewGroupsEnabled', 'isViewApplicationsEnabled', 'deleteAccountAllowed'])
    assert.equal(nothing[name], false, name);
  const { features } = describe(
    { roles: ['view-groups', 'view-applications', 'delete-account'] },
    {
      requiredActions: [{ alias: 'delete_account', enabled: true }],
      editUsernameAllowed: true,
      registrationEmailAsUsername: true,
    },
  );
  for (const name of [
    'isViewGroupsEnabled',
    'isViewApplicationsEnabled',
    'deleteAccountAllowed',
    'isEditUserNameAllowed',
    'isRegistrationEmailAsUsername',
  ])
    assert.equal(features[name], true, name);
  assert.equal(describe({ roles: ['delete-account'] }).features['deleteAccountAllowed'], false);
  assert.equal(describe({ roles: ['manage-account'] }).features['isViewApplicationsEnabled'], true);
});

test('Keycloak account console: the language is that of the page, and can be changed where the realm has languages', () => {
  assert.equal(describe().locale, 'de');
  assert.equal(describe().features['isInternationalizationEnabled'], false);
  const { features } = describe({}, { internationalizationEnabled: true });
  assert.equal(features['isInternationalizationEnabled'], true);
});

test('Keycloak account console: the link back leads to the client’s home, or to one of its redirect URIs', () => {
  const home = describe({ query: 'referrer=shop' });
  assert.deepEqual([home.referrerName, home.referrerUrl], ['Shop', 'http://shop.test/home']);
  const own = describe({ query: 'referrer=shop&referrer_uri=http%3A%2F%2Fshop.test%2Fcart' });
  assert.equal(own.referrerUrl, 'http://shop.test/cart');
  assert.equal(describe({ query: 'referrer=app' }).referrerName, 'app');
});

for (const query of [
  '',
  'referrer=nobody',
  'referrer=bare',
  'referrer=shop&referrer_uri=http%3A%2F%2Fevil.test%2F',
  'referrer=shop&referrer_uri=javascript%3Aalert(1)',
  'referrer=app&referrer_uri=my.app%3A%2Fstart',
  'referrer_uri=http%3A%2F%2Fshop.test%2Fcart',
])
  test(`Keycloak account console: no link back for ${query || 'no referrer'}`, () => {
    assert.equal(describe({ query }).referrerUrl, undefined);
  });
