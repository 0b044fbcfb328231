// Foreign verifiers judge the tokens: jose as a resource server, openid-client as an application.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as jose from 'jose';
import * as oidc from 'openid-client';
import type { NewTokensWire, TokenFault } from '#protocol/contract/created-tokens.ts';
import type { TokenResponseWire } from '#protocol/contract/token-response.ts';
import { TOKEN_FAULTS } from './broken-tokens.ts';
import { CALLBACK, claimsOf, SECRET, startKitServer } from './testing/server.ts';

const server = await startKitServer();
after(() => server.stop());
// The verifiers read the machine's clock.
await server.clocks('kit').set({ frozenAt: Date.now() });

const JWKS_URL = new URL(`${server.issuer}/protocol/openid-connect/certs`);
const keys = jose.createRemoteJWKSet(JWKS_URL);
const ORDER: NewTokensWire = {
  user: 'ann',
  client: 'web',
  scope: 'openid',
  audience: ['orders'],
  nonce: 'n',
};

/** A resource server that does everything right. */
function verify(token: string, changes: jose.JWTVerifyOptions = {}) {
  const expected = { issuer: server.issuer, audience: 'orders', algorithms: ['RS256'], clockTolerance: 300 };
  return jose.jwtVerify(token, keys, { ...expected, ...changes });
}

function verifyId(token: string | undefined) {
  return verify(token ?? '', { audience: 'web' });
}

async function errorOf(promise: Promise<unknown>): Promise<Readonly<Record<'code' | 'claim', unknown>>> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof jose.errors.JOSEError, String(error));
    return { code: error.code, claim: 'claim' in error ? error.claim : undefined };
  }
  return { code: 'accepted', claim: undefined };
}

const REASONS: Readonly<Record<TokenFault, readonly [code: string, claim?: string]>> = {
  'wrong-key': ['ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
  'unknown-kid': ['ERR_JWKS_NO_MATCHING_KEY'],
  expired: ['ERR_JWT_EXPIRED', 'exp'],
  'not-yet-valid': ['ERR_JWT_CLAIM_VALIDATION_FAILED', 'nbf'],
  'wrong-issuer': ['ERR_JWT_CLAIM_VALIDATION_FAILED', 'iss'],
  'wrong-audience': ['ERR_JWT_CLAIM_VALIDATION_FAILED', 'aud'],
  'alg-none': ['ERR_JOSE_ALG_NOT_ALLOWED'],
  tampered: ['ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
};

test('every fault has a reason for which verifiers refuse it', () => {
  assert.deepEqual(Object.keys(REASONS), TOKEN_FAULTS);
});

test('a good token is accepted by a resource server and by this server', async () => {
  const { access_token: access, id_token: id } = await server.createTokens(ORDER);
  assert.equal((await verify(access)).payload['preferred_username'], 'ann');
  assert.equal((await verifyId(id)).payload['nonce'], 'n');
  assert.equal((await server.userInfo(access)).status, 200);
  assert.equal((await server.post('token/introspect', { token: access })).body['active'], true);
});

for (const broken of TOKEN_FAULTS) {
  test(`${broken}: jose refuses access and ID token for that reason`, async () => {
    const { access_token: access, id_token: id } = await server.createTokens({ ...ORDER, broken });
    const [code, claim] = REASONS[broken];
    assert.deepEqual(await errorOf(verify(access)), { code, claim });
    assert.deepEqual(await errorOf(verifyId(id)), { code, claim });
  });

  test(`${broken}: userinfo and introspection refuse the access token, and the refresh token stays good`, async () => {
    const { access_token: access, refresh_token: refresh = '' } = await server.createTokens({
      ...ORDER,
      broken,
    });
    const { status, body } = await server.userInfo(access);
    assert.equal(status, 401, JSON.stringify(body));
    const introspected = await server.post('token/introspect', { token: access });
    assert.deepEqual([introspected.status, introspected.body], [200, { active: false }]);
    const again = await server.post('token', { grant_type: 'refresh_token', refresh_token: refresh });
    assert.equal((await server.userInfo(String(again.body['access_token']))).status, 200);
  });

  test(`${broken}: the token of a service account is refused, too`, async () => {
    const { access_token: access } = await server.createTokens({
      client: 'web',
      scope: 'openid',
      audience: ['orders'],
      broken,
    });
    assert.equal((await errorOf(verify(access))).code, REASONS[broken][0]);
    assert.equal((await server.userInfo(access)).status, 401);
  });
}

/** Members that differ between any two tokens. */
const OWN = ['jti', 'sid', 'at_hash'];

function compare(good: string, bad: string): readonly string[] {
  const [one, other] = [claimsOf(good), claimsOf(bad)];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter(
    (name) => !OWN.includes(name) && JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
}

const DIFFERENCES: Readonly<Record<TokenFault, readonly string[]>> = {
  'wrong-key': [],
  'unknown-kid': [],
  expired: ['exp', 'iat', 'auth_time'],
  'not-yet-valid': ['exp', 'nbf'],
  'wrong-issuer': ['iss'],
  'wrong-audience': ['aud'],
  'alg-none': [],
  tampered: ['tampered'],
};

for (const broken of TOKEN_FAULTS) {
  test(`${broken}: nothing else is wrong with claims and header`, async () => {
    const good = await server.createTokens(ORDER);
    const bad = await server.createTokens({ ...ORDER, broken });
    for (const name of ['access_token', 'id_token'] as const) {
      assert.deepEqual(
        compare(good[name] ?? '', bad[name] ?? '').toSorted(),
        [...DIFFERENCES[broken]].toSorted(),
      );
      const [before, header] = [good, bad].map((tokens) => jose.decodeProtectedHeader(tokens[name] ?? ''));
      assert.deepEqual(
        { ...header, kid: before?.kid, alg: before?.alg },
        before,
        'typ and everything but the fault',
      );
      assert.equal(header?.kid === before?.kid, broken !== 'unknown-kid');
      assert.equal(header?.alg, broken === 'alg-none' ? 'none' : 'RS256');
    }
  });
}

test('a verifier that overlooks the one fault accepts the token', async () => {
  const make = async (broken: TokenFault) => (await server.createTokens({ ...ORDER, broken })).access_token;
  const earlier = new Date(Date.now() - 3_700_000);
  const later = new Date(Date.now() + 3_700_000);
  await verify(await make('expired'), { currentDate: earlier });
  await verify(await make('not-yet-valid'), { currentDate: later });
  const path = new URL(server.issuer).pathname;
  await verify(await make('wrong-issuer'), { issuer: `https://wrong-issuer.invalid${path}` });
  await verify(await make('wrong-audience'), { audience: 'https://wrong-audience.invalid' });
  const unsecured = jose.UnsecuredJWT.decode(await make('alg-none'), {
    issuer: server.issuer,
    audience: 'orders',
  });
  assert.equal(unsecured.payload['preferred_username'], 'ann');
  const [header, payload, signature] = (await make('tampered')).split('.');
  const { tampered, ...claims } = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
  assert.equal(tampered, true);
  await verify(`${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`);
});

for (const algorithm of ['ES256', 'PS256', 'EdDSA']) {
  test(`${algorithm}: the faults of keys are the same for other algorithms`, async (context) => {
    await server.call('PUT', '/admin/realms/kit', { body: { defaultSignatureAlgorithm: algorithm } });
    context.after(() =>
      server.call('PUT', '/admin/realms/kit', { body: { defaultSignatureAlgorithm: 'RS256' } }),
    );
    await server.createTokens(ORDER);
    const known = jose.createRemoteJWKSet(JWKS_URL);
    const check = async (broken?: TokenFault) => {
      const { access_token: token } = await server.createTokens(
        broken === undefined ? ORDER : { ...ORDER, broken },
      );
      const verified = jose.jwtVerify(token, known, { issuer: server.issuer, audience: 'orders' });
      return (await errorOf(verified)).code;
    };
    assert.equal(await check(), 'accepted');
    for (const broken of ['wrong-key', 'unknown-kid', 'tampered'] as const)
      assert.equal(await check(broken), REASONS[broken][0]);
  });
}

/** An application that receives these tokens from the token endpoint. */
async function receive(tokens: TokenResponseWire): Promise<oidc.IDToken | undefined> {
  const client = await oidc.discovery(new URL(server.issuer), 'web', SECRET, undefined, {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  });
  const { token_endpoint: endpoint } = client.serverMetadata();
  client[oidc.customFetch] = async (url, options) =>
    url === endpoint
      ? new Response(JSON.stringify(tokens), { headers: { 'content-type': 'application/json' } })
      : fetch(url, options as RequestInit);
  const answer = new URL(`${CALLBACK}?code=c&iss=${encodeURIComponent(server.issuer)}`);
  return (await oidc.authorizationCodeGrant(client, answer, { expectedNonce: 'n' })).claims();
}

test('openid-client accepts the ID token of a good response', async () => {
  assert.equal((await receive(await server.createTokens(ORDER)))?.['preferred_username'], 'ann');
});

for (const [broken, reason] of [
  ['wrong-key', /signature verification failed/],
  ['unknown-kid', /no applicable keys|key selection failed/],
  ['expired', /"exp"|timestamp/],
  ['not-yet-valid', /"nbf"|timestamp/],
  ['wrong-issuer', /"iss"/],
  ['wrong-audience', /"aud"/],
  ['alg-none', /"alg"/],
  ['tampered', /signature verification failed/],
] as const) {
  test(`${broken}: openid-client refuses the ID token for that reason`, async () => {
    const tokens = await server.createTokens({ ...ORDER, broken });
    await assert.rejects(receive(tokens), (error: Error) => {
      const text = [error.message, (error.cause as Error | undefined)?.message].join(' ');
      assert.match(`${text} ${JSON.stringify(error.cause)}`, reason);
      return true;
    });
  });
}
