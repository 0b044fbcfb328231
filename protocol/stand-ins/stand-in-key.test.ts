import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { standInKey } from './stand-in-key.ts';
import { jsonOf, withStandIn } from './testing/stand-in.ts';

test('the key is made once, and its JWK has no private part', async () => {
  const [one, other] = await Promise.all([standInKey(), standInKey()]);
  assert.equal(one, other);
  assert.deepEqual(Object.keys(one.publicJwk).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
});

test('0169: a realm accepts no token of a stand-in as its own, whatever claims the settings say', () =>
  withStandIn('oidc', {}, async ({ server }) => {
    const { keys } = await jsonOf(await fetch(`${server.baseUrl}/realms/r/protocol/openid-connect/certs`));
    const { kid } = await standInKey();
    assert.ok(Array.isArray(keys) && keys.length > 0 && keys.every((key) => key.kid !== kid));
  }));

test('RFC 7517 §5: the certs of a stand-in have the key of its ID tokens', () =>
  withStandIn('oidc', { authorizationUrl: 'https://idp.example/a' }, async ({ code, token, get }) => {
    const { id_token: idToken } = await jsonOf(await token({ code: await code() }));
    const { keys } = await jsonOf(await get('certs'));
    const kids = Array.isArray(keys) ? keys.map((key) => key.kid) : [];
    assert.deepEqual(kids, [decodeJws(String(idToken))?.header.kid]);
  }));
