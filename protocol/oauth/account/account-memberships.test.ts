import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { accountSettings, callAccount, jsonOf } from '../testing/account.ts';
import { withOAuthServer } from '../testing/server.ts';

const groups = [{ name: 'staff', subGroups: [{ name: 'shop', attributes: { desk: ['1'] } }] }];
const settings = (roles: readonly string[], more: Partial<RealmRepresentation> = {}) => ({
  ...accountSettings(roles, { groups: ['/staff/shop'] }),
  groups,
  ...more,
});

for (const role of ['manage-account', 'view-groups'])
  test(`Keycloak account API: ${role} lists the groups that the user is a member of`, () =>
    withOAuthServer(
      async (server) => {
        const [group, ...others] = jsonOf<readonly Record<string, unknown>[]>(
          await callAccount(server, '/groups'),
        );
        assert.deepEqual(others, []);
        assert.deepEqual(
          [group?.['name'], group?.['path'], group?.['attributes']],
          ['shop', '/staff/shop', undefined],
        );
        const [full] = jsonOf<readonly Record<string, unknown>[]>(
          await callAccount(server, '/groups?briefRepresentation=false'),
        );
        assert.deepEqual(full?.['attributes'], { desk: ['1'] });
      },
      settings([role]),
    ));

test('Keycloak account API: languages need no role, but a token for the account API', () =>
  withOAuthServer(
    async (server) => {
      assert.deepEqual(jsonOf(await callAccount(server, '/supportedLocales')), ['en', 'de']);
      assert.equal((await callAccount(server, '/supportedLocales', { token: 'x' })).status, 401);
    },
    settings(['view-groups'], { supportedLocales: ['en', 'de'], internationalizationEnabled: true }),
  ));

test('Keycloak account API: shared resources are refused where the realm has none, and not implemented otherwise', () =>
  withOAuthServer(
    async (server) => {
      const { status, body, refusal } = await callAccount(server, '/resources');
      assert.deepEqual([status, body['error_description']], [403, 'User-managed access not enabled']);
      assert.match(refusal?.reason ?? '', /Realm demo does not let users share resources/);
      await server.changeRealm((realm) => ({ ...realm, userManagedAccessAllowed: true }));
      assert.equal((await callAccount(server, '/resources')).status, 404);
    },
    settings(['view-profile']),
  ));

for (const [role, path] of [
  ['view-profile', '/groups'],
  ['view-groups', '/linked-accounts'],
  ['view-groups', '/resources'],
] as const)
  test(`Keycloak account API: ${role} does not read ${path}`, () =>
    withOAuthServer(
      async (server) => {
        assert.equal((await callAccount(server, path)).status, 403);
      },
      settings([role]),
    ));
