import assert from 'node:assert/strict';
import { test } from 'node:test';
import { introspectionClaims } from './introspection-claims.ts';
import { createTokenBench } from './testing/token.ts';

test('RFC 7662 §2.2: the response for an active access token has client, user, type and the claims of mappers', async () => {
  const bench = await createTokenBench();
  const { access_token } = await bench.issue();
  const claims = introspectionClaims(
    bench.context(),
    await bench.verifier.verifyAccessToken(bench.context(), access_token),
  );
  assert.equal(claims['active'], true);
  assert.equal(claims['client_id'], 'shop');
  assert.equal(claims['username'], 'alice');
  assert.equal(claims['token_type'], 'Bearer');
  assert.equal(claims['scope'], 'openid profile email');
  assert.ok(claims['realm_access']);
});

test('Keycloak 12.2: introspection of a lightweight token includes the roles that the token lacks', async () => {
  const bench = await createTokenBench(
    {},
    { attributes: { 'client.use.lightweight.access.token.enabled': 'true' } },
  );
  const { access_token } = await bench.issue();
  const claims = introspectionClaims(
    bench.context(),
    await bench.verifier.verifyAccessToken(bench.context(), access_token),
  );
  assert.ok(claims['realm_access']);
});

test('RFC 7662 §2.2: an empty scope is left out', async () => {
  const bench = await createTokenBench({}, { defaultClientScopes: ['basic'] });
  const { access_token } = await bench.issue({}, '');
  const claims = introspectionClaims(
    bench.context(),
    await bench.verifier.verifyAccessToken(bench.context(), access_token),
  );
  assert.equal('scope' in claims, false);
});
