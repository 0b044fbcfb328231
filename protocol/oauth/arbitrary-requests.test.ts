// Whatever anybody sends to an endpoint of this folder is answered, and never with a server error.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { CALLBACK, type OAuthTestServer, SECRET, startOAuthServer, type Tokens } from './test-server.ts';

/** Every endpoint with its methods, below `/realms/demo`. */
const ENDPOINTS: readonly (readonly [method: 'GET' | 'POST', path: string])[] = [
  ['GET', ''],
  ['GET', '/.well-known/openid-configuration'],
  ['GET', '/protocol/openid-connect/certs'],
  ['GET', '/protocol/openid-connect/auth'],
  ['POST', '/protocol/openid-connect/auth'],
  ['GET', '/protocol/openid-connect/logout'],
  ['POST', '/protocol/openid-connect/logout'],
  ['POST', '/protocol/openid-connect/logout/logout-confirm'],
  ['POST', '/protocol/openid-connect/token'],
  ['POST', '/protocol/openid-connect/token/introspect'],
  ['POST', '/protocol/openid-connect/revoke'],
  ['GET', '/protocol/openid-connect/userinfo'],
  ['POST', '/protocol/openid-connect/userinfo'],
];

const NAMES = [
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'grant_type',
  'code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'prompt',
  'max_age',
  'acr_values',
  'claims',
  'ui_locales',
  'login_hint',
  'id_token_hint',
  'post_logout_redirect_uri',
  'request',
  'request_uri',
  'username',
  'password',
  'refresh_token',
  'token',
  'token_type_hint',
  'access_token',
  '__proto__',
];

/** Values that lead deep into the endpoints. */
const GOOD_VALUES = [
  'web',
  'spa',
  'native',
  'implicit',
  'machine',
  'api',
  'provider',
  SECRET,
  CALLBACK,
  'http://spa.test/*',
  'http://127.0.0.1:1/',
  'code',
  'none',
  'code id_token token',
  'form_post',
  'query',
  'fragment',
  'openid offline_access',
  'login',
  'none login',
  'S256',
  'plain',
  'authorization_code',
  'client_credentials',
  'password',
  'refresh_token',
  'alice',
  'alice-password',
  'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
];

const NASTY_VALUES = [
  '',
  ' ',
  '\0',
  '\r\nx: y',
  '%',
  '%zz',
  '\ud800',
  '__proto__',
  'constructor',
  '-1',
  '1e999',
  'NaN',
  '{}',
  '{"userinfo":null}',
  'http://',
  'http://[',
  'javascript:alert(1)',
  'a.b.c',
  '..',
  'e30.e30.e30',
  'bnVsbA.bnVsbA.bnVsbA',
  'W10.W10.',
  '<script>',
];

let server: OAuthTestServer;
let tokens: Tokens;
before(async () => {
  server = await startOAuthServer();
  tokens = await server.tokens();
});
after(() => server.stop());

interface Sent {
  readonly parameters: readonly (readonly [string, string])[];
  readonly authorization: string | undefined;
}

function describeSent(): fc.Arbitrary<Sent> {
  const { access_token: access, refresh_token: refresh, id_token: id } = tokens;
  const damaged = [`${access}x`, access.slice(0, -9), access.replace(/^[^.]*/, 'e30'), `${access}.a.b`];
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...GOOD_VALUES) },
    { weight: 2, arbitrary: fc.constantFrom(...NASTY_VALUES) },
    { weight: 2, arbitrary: fc.constantFrom(access, refresh, id, ...damaged) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  );
  const name = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  );
  const credentials = fc.string({ unit: 'binary-ascii', maxLength: 12 });
  const authorization = fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    fc.constantFrom(`Bearer ${access}`, `Bearer ${refresh}`, 'Bearer', 'Bearer a b', 'Basic', 'Basic %', 'DPoP x'),
    credentials.map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
  );
  return fc.record({ parameters: fc.array(fc.tuple(name, value), { maxLength: 9 }), authorization });
}

function requestOf(method: 'GET' | 'POST', { parameters, authorization }: Sent): [string, RequestInit] {
  const fields = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]));
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  if (method === 'GET') return [`?${fields}`, { headers }];
  return ['', { method, headers, body: fields }];
}

for (const [method, path] of ENDPOINTS) {
  test(`${method} /realms/demo${path}: arbitrary parameters are never answered with a server error`, async () => {
    await fc.assert(
      fc.asyncProperty(describeSent(), async (sent) => {
        const [query, init] = requestOf(method, sent);
        const { status } = await server.send(`/realms/demo${path}${query}`, init);
        assert.ok(status >= 200 && status < 500, `status ${status}`);
      }),
      { numRuns: 60 },
    );
  });
}

test('nothing of it is an error in the log', () => {
  const errors = server.log.records.filter(({ level }) => level === 'ERROR');
  assert.deepEqual(errors, []);
});
