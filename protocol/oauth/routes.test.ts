import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CALLBACK, SECRET } from './testing/realm.ts';
import { type Answer, type OAuthTestServer, withOAuthServer } from './testing/server.ts';

const ENDPOINTS = [
  'auth',
  'token',
  'token/introspect',
  'revoke',
  'userinfo',
  'logout',
  'logout/logout-confirm',
  'certs',
];

const NAMES = [
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'grant_type',
  'code',
  'code_verifier',
  'redirect_uri',
  'refresh_token',
  'username',
  'password',
  'scope',
  'token',
  'token_type_hint',
  'access_token',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'prompt',
  'max_age',
  'login_hint',
  'request',
  'request_uri',
  'code_challenge',
  'code_challenge_method',
  'id_token_hint',
  'post_logout_redirect_uri',
  'session_code',
  'tab_id',
];

/** Values that get past the first checks, in addition to noise. */
const VALUES = [
  'web',
  'spa',
  'other',
  SECRET,
  CALLBACK,
  'code',
  'none',
  'token id_token',
  'form_post',
  'fragment',
  'openid',
  'openid email',
  'login',
  'none login',
  'S256',
  'authorization_code',
  'refresh_token',
  'password',
  'client_credentials',
  'alice',
  'alice-password',
  'a'.repeat(43),
  '0',
  '-1',
  'x.y.z',
  'eyJhbGciOiJub25lIn0.e30.',
  'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  '"><script>alert(1)</script>',
  'javascript:alert(1)',
  '__proto__',
  '\u0000',
  '%',
];

const parameter = fc.tuple(
  fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...NAMES) }, fc.string({ maxLength: 8 })),
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...VALUES) },
    fc.string({ unit: 'binary', maxLength: 20 }),
  ),
);
const request = fc.record({
  endpoint: fc.constantFrom(...ENDPOINTS),
  post: fc.boolean(),
  parameters: fc.array(parameter, { maxLength: 12 }),
  authorization: fc.option(
    fc.oneof(
      fc.constantFrom(
        `Basic ${Buffer.from(`web:${SECRET}`).toString('base64')}`,
        'Bearer x',
        'Basic',
        'Bearer a.b.c',
      ),
      fc.string({ unit: fc.constantFrom(...'aB=:/+. "'), maxLength: 20 }),
    ),
  ),
});

type Arbitrary = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

function sendArbitrary(server: OAuthTestServer, given: Arbitrary): Promise<Answer> {
  const { endpoint, post, parameters, authorization } = given;
  const sent = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]));
  const headers: Record<string, string> = authorization === null ? {} : { authorization };
  return post
    ? server.send(endpoint, { method: 'POST', body: sent, headers })
    : server.send(`${endpoint}?${sent}`, { headers });
}

function assertExplained({ status, headers, text, refusal }: Answer): void {
  if (/html/.test(headers.get('content-type') ?? '')) assert.doesNotMatch(text, /<script>alert/);
  // Another method is refused before any endpoint of this folder sees the request.
  if (status < 400 || status === 405) return;
  assert.match(refusal?.reason ?? '', /./, text);
  assert.match(refusal?.remedy ?? '', /./, `${text} ${refusal?.reason}`);
}

test('every refusal has a reason and a remedy in Activity, and no page repeats markup', async () => {
  await withOAuthServer(async (server) => {
    const property = fc.asyncProperty(request, async (given) =>
      assertExplained(await sendArbitrary(server, given)),
    );
    await fc.assert(property, { numRuns: 400 });
  });
});

test('an unknown path below the protocol and an unknown realm are 404', async () => {
  await withOAuthServer(async (server) => {
    assert.equal((await server.send('nothing')).status, 404);
    assert.equal((await server.send('/realms/nowhere/protocol/openid-connect/auth')).status, 404);
  });
});
