// CIBA has no page on which a user could choose: the scope decides. Compat: as in Keycloak 26.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALICE_ALONE, ALICES_ORGANIZATIONS } from '#protocol/login/testing/organizations.ts';
import { claimsOf, readTokens } from '#protocol/oauth/testing/server.ts';
import { type CibaTest, withCiba } from './testing/server.ts';

async function tokensFor(circle: CibaTest, scope: string) {
  const { authReqId, delegation } = await circle.begin({ scope: `openid ${scope}` });
  assert.equal((await circle.report(delegation.token, { status: 'SUCCEED' })).status, 200);
  return readTokens(await circle.poll(authReqId));
}

for (const scope of ['organization:none', 'organization:shut', 'organization:'])
  test(`CIBA §13: scope ${scope} is refused before the user is asked`, () =>
    withCiba(async (circle) => {
      const { status, body } = await circle.ask({ scope: `openid ${scope}` });
      assert.deepEqual([status, body['error']], [400, 'invalid_scope']);
      assert.equal(circle.delegations.length, 0);
    }, ALICES_ORGANIZATIONS));

for (const [scope, expected] of [
  ['organization:acme', ['acme']],
  ['organization:*', ['acme', 'bolt']],
  ['organization:other', undefined],
  ['organization', undefined],
] as const)
  test(`Keycloak organizations: a CIBA request with ${scope} has ${JSON.stringify(expected)} in all tokens`, () =>
    withCiba(async (circle) => {
      const tokens = await tokensFor(circle, scope);
      const claims = [tokens.access_token, tokens.id_token].map((token) => claimsOf(token)['organization']);
      assert.deepEqual(claims, [expected, expected]);
      assert.match(
        String(circle.delegations[0]?.body['scope']),
        new RegExp(`(^| )${scope.replace('*', '.')}( |$)`),
      );
    }, ALICES_ORGANIZATIONS));

test('Keycloak organizations: the only organization of a user needs no choice', () =>
  withCiba(
    async (circle) => {
      const { access_token } = await tokensFor(circle, 'organization');
      assert.deepEqual(claimsOf(access_token)['organization'], ['acme']);
    },
    {
      ...ALICES_ORGANIZATIONS,
      organizations: [{ name: 'Acme', alias: 'acme', members: ALICE_ALONE }, { name: 'Other' }],
    },
  ));
