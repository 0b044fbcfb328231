import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLBACK, SECRET } from './testing/realm.ts';
import { type OAuthTestServer, withOAuthServer } from './testing/server.ts';

const BASIC = { authorization: `Basic ${Buffer.from(`web:${SECRET}`).toString('base64')}` };

/** What some clients send beside the header. */
const EMPTY = { client_id: '', client_secret: '', client_assertion: '', client_assertion_type: '' };

/** Every endpoint that authenticates clients: its form, and the status of success. */
const ENDPOINTS: Readonly<
  Record<string, (server: OAuthTestServer) => Promise<readonly [Record<string, string>, number]>>
> = {
  token: async () => [{ grant_type: 'client_credentials' }, 200],
  'token/introspect': async (server) => [{ token: (await server.tokens()).access_token }, 200],
  revoke: async (server) => [{ token: (await server.tokens()).refresh_token }, 200],
  logout: async (server) => [{ refresh_token: (await server.tokens()).refresh_token }, 204],
  'ext/par/request': async () => [{ response_type: 'code', redirect_uri: CALLBACK, scope: 'openid' }, 201],
  'auth/device': async () => [{ scope: 'openid' }, 200],
  'ext/ciba/auth': async () => [{ scope: 'openid', login_hint: 'alice' }, 200],
};

for (const [endpoint, prepare] of Object.entries(ENDPOINTS)) {
  test(`RFC 6749 §3.2: ${endpoint} accepts Basic credentials beside an empty client_id and client_secret`, () =>
    withOAuthServer(async (server) => {
      const [form, expected] = await prepare(server);
      const { status, text } = await server.post(endpoint, { ...form, ...EMPTY }, BASIC);
      assert.equal(status, expected, text);
    }));

  test(`RFC 6749 §2.3.1: ${endpoint} refuses a wrong secret in the header beside an empty client_secret`, () =>
    withOAuthServer(async (server) => {
      const [form] = await prepare(server);
      const authorization = `Basic ${Buffer.from('web:wrong').toString('base64')}`;
      const { status } = await server.post(endpoint, { ...form, ...EMPTY }, { authorization });
      assert.equal(status, 401);
    }));
}

test('RFC 6749 §3.1: optional parameters of an authorization request without a value count as omitted', () =>
  withOAuthServer(async (server) => {
    const names =
      'acr_values claims claims_locales code_challenge code_challenge_method display dpop_jkt id_token_hint ' +
      'login_hint max_age nonce prompt request request_uri response_mode state ui_locales';
    const query = new URLSearchParams(Object.fromEntries(names.split(' ').map((name) => [name, ''])));
    query.append('client_id', 'web');
    query.append('response_type', 'code');
    query.append('scope', 'openid');
    query.append('redirect_uri', CALLBACK);
    const browser = server.browser();
    const page = await browser.get(`/realms/demo/protocol/openid-connect/auth?${query}`);
    const { leadsTo } = await browser.signIn(page, 'alice', 'alice-password');
    assert.notEqual(leadsTo['code'], undefined);
    assert.equal('state' in leadsTo, false);
  }));

for (const [name, description] of [
  ['client_id', 'Invalid Request'],
  ['response_type', 'Missing parameter: response_type'],
] as const) {
  test(`RFC 6749 §3.1: an authorization request with an empty ${name} is refused as one without it`, () =>
    withOAuthServer(async (server) => {
      const query = new URLSearchParams({ client_id: 'web', response_type: 'code', redirect_uri: CALLBACK });
      query.set(name, '');
      await server.send(`auth?${query}`);
      const empty = server.activity.list().records[0]?.refusal;
      query.delete(name);
      await server.send(`auth?${query}`);
      assert.deepEqual(server.activity.list().records[0]?.refusal, empty);
      assert.equal(empty?.description, description);
    }));
}

test('RFC 6749 §3.2: a parameter is not repeated if it has a value only once', () =>
  withOAuthServer(async (server) => {
    const body = new URLSearchParams('grant_type=&grant_type=client_credentials&scope=');
    const { status } = await server.send('token', { method: 'POST', headers: BASIC, body });
    assert.equal(status, 200);
  }));

test('CIBA §7.1: an empty binding_message, user_code and client_notification_token count as omitted', () =>
  withOAuthServer(async (server) => {
    const { status } = await server.post(
      'ext/ciba/auth',
      {
        scope: 'openid',
        login_hint: 'alice',
        binding_message: '',
        user_code: '',
        client_notification_token: '',
        requested_expiry: '',
        login_hint_token: '',
        id_token_hint: '',
      },
      BASIC,
    );
    assert.equal(status, 200);
  }));

test('RFC 9126 §2.1: an empty request_uri in a pushed request counts as omitted', () =>
  withOAuthServer(async (server) => {
    const form = { response_type: 'code', redirect_uri: CALLBACK, scope: 'openid', request_uri: '' };
    assert.equal((await server.post('ext/par/request', form, BASIC)).status, 201);
  }));

test('Activity shows the parameters as they were sent', () =>
  withOAuthServer(async (server) => {
    const { summary } = await server.post('token', { grant_type: 'client_credentials', scope: '' }, BASIC);
    const sent = server.activity.find(summary?.id ?? '', { reveal: false });
    assert.match(JSON.stringify(sent), /"name":"scope","value":""/);
  }));
