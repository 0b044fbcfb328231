import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashHalf } from '#protocol/crypto/identifiers.ts';
import { TEST_NOW } from '#protocol/realm/testing/realm.ts';
import { claimsOf, createTokenBench, headerOf } from './testing/token.ts';

const now = TEST_NOW / 1000;

test("Keycloak 4.2: a user's access token contains identity, roles, audience, session and scope", async () => {
  const bench = await createTokenBench();
  const claims = claimsOf((await bench.issue()).access_token);
  const { roles } = claims['realm_access'] as { roles: string[] };
  assert.deepEqual([...roles].sort(), ['default-roles-r', 'offline_access', 'uma_authorization']);
  assert.equal(claims['iss'], 'http://here/realms/r');
  assert.equal(claims['aud'], 'account');
  assert.equal(claims['sub'], 'u1');
  assert.equal(claims['typ'], 'Bearer');
  assert.equal(claims['azp'], 'shop');
  assert.equal(claims['sid'], 's1');
  assert.equal(claims['acr'], '1');
  assert.equal(claims['auth_time'], now);
  assert.equal(claims['exp'], now + 300);
  assert.equal(claims['scope'], 'openid profile email');
  assert.equal(claims['name'], 'Alice Archer');
  assert.equal(claims['email_verified'], false);
  assert.deepEqual(claims['allowed-origins'], ['http://shop.test']);
  assert.match(String(claims['jti']), /^onrtac:[0-9a-f-]{36}$/);
});

test('OIDC Core §2: an ID token is for the client, with nonce and the hash of the access token', async () => {
  const bench = await createTokenBench();
  const answer = await bench.issue({ nonce: 'n-1' });
  const claims = claimsOf(answer.id_token);
  assert.equal(claims['aud'], 'shop');
  assert.equal(claims['typ'], 'ID');
  assert.equal(claims['nonce'], 'n-1');
  assert.equal(claims['at_hash'], hashHalf('ES256', answer.access_token));
  assert.equal(claims['realm_access'], undefined);
  assert.equal(claimsOf(answer.access_token)['nonce'], undefined);
});

test('OIDC Core §3.1.2.1: without openid there is no ID token', async () => {
  const answer = await (await createTokenBench()).issue({}, '');
  assert.equal(answer.id_token, undefined);
  assert.equal(answer.scope, 'profile email');
});

test('RFC 6749 §5.1: the response contains lifetimes, type, session and scope', async () => {
  const answer = await (await createTokenBench()).issue();
  assert.equal(answer.expires_in, 300);
  assert.equal(answer.refresh_expires_in, 1800);
  assert.equal(answer.token_type, 'Bearer');
  assert.equal(answer.session_state, 's1');
  assert.equal(answer['not-before-policy'], 0);
});

test('Keycloak 4.4: a refresh token is signed with the realm secret and contains every scope, including hidden ones', async () => {
  const { refresh_token } = await (await createTokenBench()).issue();
  assert.equal(headerOf(refresh_token)['alg'], 'HS512');
  const claims = claimsOf(refresh_token);
  assert.equal(claims['typ'], 'Refresh');
  assert.equal(claims['aud'], 'http://here/realms/r');
  for (const scope of ['openid', 'basic', 'roles', 'web-origins'])
    assert.ok(String(claims['scope']).split(' ').includes(scope), scope);
});

const withoutRefresh: [title: string, refreshable: boolean, attributes: Record<string, string>][] = [
  ['the grant issues none', false, {}],
  ['the client does not use them', true, { 'use.refresh.tokens': 'false' }],
];
for (const [title, refreshable, attributes] of withoutRefresh) {
  test(`RFC 6749 §5.1: there is no refresh token when ${title}`, async () => {
    const answer = await (await createTokenBench({}, { attributes })).issue({ refreshable });
    assert.equal(answer.refresh_token, undefined);
    assert.equal(answer.refresh_expires_in, 0);
  });
}

const lifespans: [title: string, own: string, expected: number][] = [
  ['its own lifespan', '120', 120],
  ['the rest of the session if its lifespan is longer', '999999', 36_000],
  ['the rest of the session if its lifespan is -1', '-1', 36_000],
];
for (const [title, own, expected] of lifespans) {
  test(`Keycloak 4.8: a client's access token lives for ${title}`, async () => {
    const answer = await (
      await createTokenBench({}, { attributes: { 'access.token.lifespan': own } })
    ).issue();
    assert.equal(answer.expires_in, expected);
  });
}

test('Keycloak 4.5: a token without a session has no sid and no session_state, and its jti shows it', async () => {
  const answer = await (await createTokenBench()).issue(
    { session: undefined, refreshable: false, tokenIdPrefix: 'cc', authTime: undefined },
    '',
  );
  const claims = claimsOf(answer.access_token);
  assert.equal(claims['sid'], undefined);
  assert.equal(claims['auth_time'], undefined);
  assert.equal(answer.session_state, undefined);
  assert.match(String(claims['jti']), /^trrtcc:/);
});

test('issuing a refresh token without a session throws', async () => {
  await assert.rejects((await createTokenBench()).issue({ session: undefined }), TypeError);
});

test('client attributes select algorithm, header type and the case of the token type', async () => {
  const attributes = {
    'access.token.signed.response.alg': 'ES384',
    'id.token.signed.response.alg': 'HS512',
    'access.token.header.type.rfc9068': 'true',
    'token.response.type.bearer.lower-case': 'true',
  };
  const answer = await (await createTokenBench({}, { attributes })).issue();
  assert.equal(headerOf(answer.access_token)['alg'], 'ES384');
  assert.equal(headerOf(answer.access_token)['typ'], 'at+jwt');
  assert.equal(headerOf(answer.id_token)['alg'], 'HS512');
  assert.equal(answer.token_type, 'bearer');
});

test('Keycloak 12.2: a lightweight access token contains neither roles nor name', async () => {
  const attributes = { 'client.use.lightweight.access.token.enabled': 'true' };
  const answer = await (await createTokenBench({}, { attributes })).issue();
  const claims = claimsOf(answer.access_token);
  assert.equal(claims['realm_access'], undefined);
  assert.equal(claims['preferred_username'], undefined);
  assert.match(String(claims['jti']), /^onlt/);
  assert.equal(claimsOf(answer.id_token)['preferred_username'], 'alice');
});

test('the latest not-before time of realm, client and user is returned', async () => {
  const answer = await (await createTokenBench({ notBefore: 5 }, { notBefore: 7 })).issue();
  assert.equal(answer['not-before-policy'], 7);
});

test('OIDC Core §10.2: a client without a key gets an error instead of an unencrypted ID token', async () => {
  const bench = await createTokenBench({}, { attributes: { 'id.token.encrypted.response.alg': 'RSA-OAEP' } });
  await assert.rejects(bench.issue(), /requires encryption with RSA-OAEP/);
  assert.equal((await bench.issue({ openid: false })).id_token, undefined);
});
