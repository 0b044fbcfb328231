import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import type { EndpointName } from '#protocol/contract/endpoints.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { parseParameters } from '#protocol/http/parameters.ts';
import { CALLBACK, WEB } from '#protocol/oauth/testing/realm.ts';
import { claimsOf, startOAuthServer } from '#protocol/oauth/testing/server.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { readRequestFacts } from './request-facts.ts';

const server = await startOAuthServer();
after(() => server.stop());
const tokens = await server.tokens();

interface Sent {
  readonly form?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: ReadonlyMap<string, string>;
  readonly text?: string;
  readonly pathParameters?: Readonly<Record<string, string>>;
}

const asParameters = (values: Readonly<Record<string, string>> = {}) =>
  parseParameters(new URLSearchParams(values).toString());

async function factsOf(endpoint: EndpointName, sent: Sent) {
  const stored = server.store.realms.find('demo');
  assert.ok(stored);
  const { form, query, headers = {}, cookies = new Map(), text = '', pathParameters = {} } = sent;
  const parameters = { form: asParameters(form), query: asParameters(query) };
  const exchange = { realm: viewRealm(stored), headers, cookies, text, pathParameters, ...parameters };
  // Only these members are read.
  const { grant, clientId, username } = await readRequestFacts(
    exchange as unknown as RealmExchange,
    endpoint,
    server,
  );
  return [grant, clientId, username];
}

const basic = (user: string) => ({ authorization: `Basic ${Buffer.from(`${user}:x`).toString('base64')}` });
const REQUEST =
  '<samlp:AuthnRequest xmlns:saml="urn:x"><saml:Issuer>https://sp.test/a?b&amp;c</saml:Issuer></samlp:AuthnRequest>';
const SP = 'https://sp.test/a?b&c';

const CASES: readonly (readonly [string, EndpointName, Sent, readonly (string | undefined)[]])[] = [
  ['nothing', 'token', {}, [undefined, undefined, undefined]],
  [
    'empty values',
    'token',
    { form: { client_id: '', grant_type: '', username: '' } },
    [undefined, undefined, undefined],
  ],
  [
    'form credentials',
    'token',
    { form: { ...WEB, grant_type: 'password', username: 'bob' } },
    ['password', 'web', 'bob'],
  ],
  ['a form-encoded Basic client', 'token', { headers: basic('my%20app') }, [undefined, 'my app', undefined]],
  [
    'a refresh token',
    'token',
    { form: { ...WEB, refresh_token: tokens.refresh_token } },
    [undefined, 'web', 'alice'],
  ],
  [
    'an access token',
    'userinfo',
    { headers: { authorization: `Bearer ${tokens.access_token}` } },
    [undefined, 'web', 'alice'],
  ],
  [
    'a token of the caller at introspection',
    'introspection',
    { headers: basic('other'), form: { token: tokens.access_token } },
    [undefined, 'other', 'alice'],
  ],
  ['a hint at logout', 'logout', { query: { id_token_hint: tokens.id_token } }, [undefined, 'web', 'alice']],
  [
    'a hint of a CIBA request',
    'ciba',
    { form: { ...WEB, login_hint: 'bob@example.test' } },
    [undefined, 'web', 'bob'],
  ],
  [
    'an unknown address',
    'ciba',
    { form: { ...WEB, login_hint: 'x@y.test' } },
    [undefined, 'web', 'x@y.test'],
  ],
  [
    'a malformed token',
    'userinfo',
    { headers: { authorization: 'Bearer a.b.c' } },
    [undefined, undefined, undefined],
  ],
  ['a code of nobody', 'token', { form: { ...WEB, code: 'a.b.c' } }, [undefined, 'web', undefined]],
  [
    'a registry login',
    'registry',
    { headers: basic('bob'), query: { service: 'hub' } },
    [undefined, 'hub', 'bob'],
  ],
  [
    'a SAML request in a form',
    'saml',
    { form: { SAMLRequest: Buffer.from(REQUEST).toString('base64') } },
    [undefined, SP, undefined],
  ],
  [
    'a SAML request in a query',
    'saml',
    { query: { SAMLRequest: deflateRawSync(REQUEST).toString('base64') } },
    [undefined, SP, undefined],
  ],
  ['a SAML envelope', 'saml', { text: REQUEST }, [undefined, SP, undefined]],
  ['a malformed SAML request', 'saml', { query: { SAMLRequest: 'AAAA' } }, [undefined, undefined, undefined]],
  [
    'an unknown name of an IdP-initiated sign-on',
    'saml',
    { pathParameters: { name: 'none' } },
    [undefined, undefined, undefined],
  ],
];

for (const [what, endpoint, sent, expected] of CASES) {
  test(`test kit "faults": ${what} at endpoint ${endpoint} names grant, client and user as far as it can`, async () => {
    assert.deepEqual(await factsOf(endpoint, sent), expected);
  });
}

test('test kit "faults": a code and an identity cookie name the user, and are not consumed', async () => {
  const browser = server.browser();
  const { code = '' } = await server.signIn(browser, {}, 'bob');
  assert.deepEqual(await factsOf('token', { form: { ...WEB, code } }), [undefined, 'web', 'bob']);
  const form = { ...WEB, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
  const { status, body } = await server.post('token', form);
  assert.equal(status, 200);
  assert.equal(claimsOf(body['id_token'])['preferred_username'], 'bob');
});
