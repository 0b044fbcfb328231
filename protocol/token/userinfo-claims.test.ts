import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTokenBench } from './testing/token.ts';
import { userInfoClaims } from './userinfo-claims.ts';

test('OIDC Core §5.3.2: userinfo contains the subject and the claims of the granted scopes, but neither roles nor issuer', async () => {
  const bench = await createTokenBench();
  const { access_token } = await bench.issue();
  const token = await bench.verifier.verifyAccessToken(bench.context(), access_token);
  assert.deepEqual(userInfoClaims(bench.context(), token), {
    sub: 'u1',
    name: 'Alice Archer',
    preferred_username: 'alice',
    given_name: 'Alice',
    family_name: 'Archer',
    email: 'alice@example.test',
    email_verified: false,
  });
});

test('Keycloak: a mapper may choose the subject of userinfo', async () => {
  const chosen = {
    name: 'sub',
    protocolMapper: 'oidc-hardcoded-claim-mapper',
    config: { 'claim.name': 'sub', 'claim.value': 'alice@shop.test', 'userinfo.token.claim': 'true' },
  };
  const bench = await createTokenBench({}, { protocolMappers: [chosen] });
  const { access_token } = await bench.issue();
  const token = await bench.verifier.verifyAccessToken(bench.context(), access_token);
  assert.equal(userInfoClaims(bench.context(), token)['sub'], 'alice@shop.test');
});
