// No request to an endpoint of this folder, however malformed, is answered with a server error.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { CALLBACK, SECRET, WEB } from './testing/realm.ts';
import { type Answer, type OAuthTestServer, startOAuthServer, type Tokens } from './testing/server.ts';

type Form = Readonly<Record<string, string>>;

/** An endpoint below `/realms/demo`, and a valid request from which arbitrary ones are derived. */
interface Row {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly status: number;
  /** Distinguishes several valid requests to the same endpoint. */
  readonly grant?: string;
  good(tokens: Tokens): Form;
}

const PROTOCOL = '/protocol/openid-connect';
const AUTH = { client_id: 'web', response_type: 'code', redirect_uri: CALLBACK, scope: 'openid', state: 's' };

const CLAIMS = '{"id_token":{"acr":{"essential":true,"values":["1"]},"name":null},"userinfo":{"email":null}}';

const ROWS: readonly Row[] = [
  { method: 'GET', path: '', status: 200, good: () => ({}) },
  { method: 'GET', path: '/.well-known/openid-configuration', status: 200, good: () => ({}) },
  { method: 'GET', path: `${PROTOCOL}/certs`, status: 200, good: () => ({}) },
  { method: 'GET', path: `${PROTOCOL}/auth`, status: 200, good: () => AUTH },
  { method: 'POST', path: `${PROTOCOL}/auth`, status: 200, good: () => AUTH },
  {
    method: 'GET',
    path: `${PROTOCOL}/auth`,
    status: 200,
    grant: 'claims',
    good: ({ id_token }) => ({ ...AUTH, claims: CLAIMS, id_token_hint: id_token, acr_values: '1' }),
  },
  { method: 'POST', path: `${PROTOCOL}/ext/par/request`, status: 201, good: () => ({ ...WEB, ...AUTH }) },
  {
    method: 'POST',
    path: `${PROTOCOL}/token`,
    status: 200,
    grant: 'password',
    good: () => ({ ...WEB, grant_type: 'password', username: 'alice', password: 'alice-password' }),
  },
  {
    method: 'POST',
    path: `${PROTOCOL}/token`,
    status: 200,
    grant: 'refresh_token',
    good: ({ refresh_token }) => ({ ...WEB, grant_type: 'refresh_token', refresh_token }),
  },
  {
    method: 'POST',
    path: `${PROTOCOL}/token`,
    status: 200,
    grant: 'client_credentials',
    good: () => ({ ...WEB, grant_type: 'client_credentials', scope: 'openid' }),
  },
  {
    method: 'POST',
    path: `${PROTOCOL}/token/introspect`,
    status: 200,
    good: ({ access_token }) => ({ ...WEB, token: access_token }),
  },
  {
    method: 'POST',
    path: `${PROTOCOL}/revoke`,
    status: 200,
    good: ({ access_token }) => ({ ...WEB, token: access_token }),
  },
  {
    method: 'POST',
    path: `${PROTOCOL}/userinfo`,
    status: 200,
    good: ({ access_token }) => ({ access_token }),
  },
  // GET reads the token only from the header, which the generated requests include.
  { method: 'GET', path: `${PROTOCOL}/userinfo`, status: 401, good: () => ({}) },
  {
    method: 'GET',
    path: `${PROTOCOL}/logout`,
    status: 302,
    good: ({ id_token }) => ({ id_token_hint: id_token, post_logout_redirect_uri: 'http://app.test/bye' }),
  },
  {
    method: 'POST',
    path: `${PROTOCOL}/logout`,
    status: 204,
    good: ({ refresh_token }) => ({ ...WEB, refresh_token }),
  },
  // Without a pending confirmation in this browser, every request is refused.
  { method: 'POST', path: `${PROTOCOL}/logout/logout-confirm`, status: 400, good: () => ({}) },
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

/** Values that get past the first checks. */
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
  'jwt',
  'query.jwt',
  'consent select_account',
  CLAIMS,
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
  '{"id_token":{"acr":{"essential":true,"values":["x"]},"sub":{"value":7},"__proto__":{}}}',
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
before(async () => {
  server = await startOAuthServer();
});
after(() => server.stop());

interface Sent {
  readonly parameters: readonly (readonly [string, string])[];
  readonly authorization: string | undefined;
}

/** The valid request with some parameters removed and others added. */
function describeSent(good: Form, { access_token, refresh_token, id_token }: Tokens): fc.Arbitrary<Sent> {
  const damaged = [`${access_token}x`, access_token.slice(0, -9), access_token.replace(/^[^.]*/, 'e30')];
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...GOOD_VALUES) },
    { weight: 2, arbitrary: fc.constantFrom(...NASTY_VALUES) },
    { weight: 2, arbitrary: fc.constantFrom(access_token, refresh_token, id_token, ...damaged) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  );
  const name = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  );
  const authorization = fc.oneof(
    { weight: 12, arbitrary: fc.constant(undefined) },
    fc.constantFrom(`Bearer ${access_token}`, 'Bearer', 'Bearer a b', 'Basic', 'Basic %', 'DPoP x'),
    fc
      .string({ unit: 'binary', maxLength: 9 })
      .map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
  );
  const kept = fc.subarray(Object.entries(good), { minLength: Math.max(0, Object.keys(good).length - 1) });
  const replaced = fc.array(fc.tuple(name, value), { maxLength: 3 });
  const repeated = fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    fc.array(fc.tuple(name, value), { maxLength: 2 }),
  );
  return fc.record({ kept, replaced, repeated, authorization }).map((given) => ({
    parameters: [...new Map([...given.kept, ...given.replaced]), ...given.repeated],
    authorization: given.authorization,
  }));
}

function send({ method, path }: Row, { parameters, authorization }: Sent): Promise<Answer> {
  const fields = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]));
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const address = `/realms/demo${path}`;
  return method === 'GET'
    ? server.send(`${address}?${fields}`, { headers })
    : server.send(address, { method, headers, body: fields });
}

for (const row of ROWS) {
  const name = `${row.method} /realms/demo${row.path}${row.grant === undefined ? '' : ` (${row.grant})`}`;

  test(`${name}: arbitrary parameters are never answered with a server error`, async () => {
    const tokens = await server.tokens();
    const property = fc.asyncProperty(describeSent(row.good(tokens), tokens), async (sent) => {
      const { status } = await send(row, sent);
      assert.ok(status >= 200 && status < 500, `status ${status}`);
    });
    await fc.assert(property, { numRuns: 80 });
  });

  test(`${name}: the unmodified valid request is answered with ${row.status}`, async () => {
    const parameters = Object.entries(row.good(await server.tokens()));
    assert.equal((await send(row, { parameters, authorization: undefined })).status, row.status);
  });
}

test('none of these requests logs an error', () => {
  const errors = server.log.records.filter(({ level }) => level === 'ERROR');
  assert.deepEqual(errors, []);
});
