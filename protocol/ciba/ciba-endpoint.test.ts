import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SECRET } from '#protocol/oauth/testing/realm.ts';
import { CIBA_GRANT } from '#protocol/realm/view/ciba-policy.ts';
import { AUTHENTICATION, type CibaTest, withCiba } from './testing/server.ts';

const TITLE = 'Authentication request (CIBA)';

test('CIBA §7.3: an accepted request returns auth_req_id, and expires_in and interval of the policy, never cached', () =>
  withCiba(async ({ ask }) => {
    const { status, body, headers } = await ask();
    assert.equal(status, 200);
    assert.match(String(body['auth_req_id']), /^[\w-]{43}$/);
    assert.equal(body['expires_in'], 120);
    assert.equal(body['interval'], 5);
    assert.equal(headers.get('cache-control'), 'no-store');
  }));

test('service description §2.2: a client’s own Expires In and Interval override the realm’s', () =>
  withCiba(
    async ({ ask, server }) => {
      const { body } = await ask({ requested_expiry: '60' });
      assert.deepEqual([body['expires_in'], body['interval']], [300, undefined]);
      await server.changeClient('web', {
        attributes: { 'oidc.ciba.grant.enabled': 'true', 'ciba.expires.in': '30', 'ciba.interval': '2' },
      });
      const own = (await ask()).body;
      assert.deepEqual([own['expires_in'], own['interval']], [30, 2]);
    },
    { attributes: { cibaExpiresIn: '300', cibaInterval: '0' } },
  ));

test('CIBA §7.3: every request has a different auth_req_id', () =>
  withCiba(async ({ begin }) => {
    const [one, other] = await Promise.all([begin(), begin()]);
    assert.notEqual(one.authReqId, other.authReqId);
  }));

interface Refusal {
  readonly why: string;
  readonly send: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly error?: string;
  readonly description: string | RegExp;
}

const BINDING =
  'the binding_message value has to be max 50 characters in length and must contain only basic plain-text characters without spaces';

const REFUSALS: readonly Refusal[] = [
  { why: 'login_hint missing', send: { login_hint: '' }, description: 'missing parameter : login_hint' },
  {
    why: 'a user identified by login_hint_token',
    send: { login_hint: '', login_hint_token: 'x' },
    description: 'missing parameter : login_hint',
  },
  {
    why: 'a user identified by id_token_hint',
    send: { login_hint: '', id_token_hint: 'x' },
    description: 'missing parameter : login_hint',
  },
  {
    why: 'a second hint, login_hint_token',
    send: { login_hint_token: 'x' },
    description: 'login_hint_token is not supported; only login_hint is',
  },
  {
    why: 'a second hint, id_token_hint',
    send: { id_token_hint: 'x' },
    description: 'id_token_hint is not supported; only login_hint is',
  },
  { why: 'an unknown user', send: { login_hint: 'nobody' }, description: 'invalid user' },
  { why: 'a disabled user', send: { login_hint: 'dora' }, description: 'invalid user' },
  {
    why: 'a service account',
    send: { login_hint: 'service-account-web' },
    description: 'invalid user',
  },
  { why: 'a missing scope', send: { scope: '' }, description: 'missing parameter : scope' },
  {
    why: 'an unknown scope',
    send: { scope: 'openid salary' },
    error: 'invalid_scope',
    description: 'Invalid scopes: openid salary',
  },
  {
    why: 'a binding message with a space',
    send: { binding_message: 'W4 SCT' },
    error: 'invalid_binding_message',
    description: BINDING,
  },
  {
    why: 'a binding message of 51 characters',
    send: { binding_message: 'x'.repeat(51) },
    error: 'invalid_binding_message',
    description: BINDING,
  },
  {
    why: 'a binding message with non-ASCII characters',
    send: { binding_message: 'Käse' },
    error: 'invalid_binding_message',
    description: BINDING,
  },
  {
    why: 'a notification token',
    send: { client_notification_token: 'x' },
    description: 'Client Notification token supported only for the ping mode',
  },
  {
    why: 'a notification token of 1025 characters',
    send: { client_notification_token: 'x'.repeat(1025) },
    description: 'Client Notification token length is limited to 1024 characters',
  },
  { why: 'a user code', send: { user_code: '1234' }, description: 'User code not supported' },
  {
    why: 'requested_expiry 0',
    send: { requested_expiry: '0' },
    description: /^requested_expiry must be a whole number of seconds/,
  },
  {
    why: 'requested_expiry in words',
    send: { requested_expiry: 'soon' },
    description: /^requested_expiry must be a whole number of seconds/,
  },
  { why: 'claims that are not JSON', send: { claims: '{' }, description: /claims/ },
];

for (const { why, send, status = 400, error = 'invalid_request', description } of REFUSALS) {
  test(`CIBA §13: ${why} is answered with ${status} ${error}, and nothing is delegated`, () =>
    withCiba(async ({ ask, delegations, exchange }) => {
      const answer = await ask(send);
      assert.equal(answer.status, status);
      assert.equal(answer.body['error'], error);
      const sent = String(answer.body['error_description']);
      if (typeof description === 'string') assert.equal(sent, description);
      else assert.match(sent, description);
      assert.deepEqual(delegations, []);
      const refusal = exchange(TITLE)?.refusal;
      assert.equal(refusal?.code, error);
      assert.ok((refusal?.remedy ?? '') !== '', 'a remedy');
    }));
}

const CLIENT_REFUSALS: readonly (Refusal & { prepare?(circle: CibaTest): Promise<void> })[] = [
  {
    why: 'an unknown client',
    send: { client_id: 'nobody' },
    error: 'invalid_client',
    description: 'Invalid client or Invalid client credentials',
  },
  {
    why: 'a wrong secret',
    send: { client_secret: 'wrong' },
    error: 'unauthorized_client',
    description: 'Invalid client or Invalid client credentials',
  },
  {
    why: 'a bearer-only client',
    send: { client_id: 'api' },
    error: 'invalid_client',
    description: 'Bearer-only not allowed',
  },
  {
    why: 'a client without the grant',
    send: { client_id: 'other' },
    error: 'invalid_grant',
    description: 'Client not allowed OIDC CIBA Grant',
  },
  {
    why: 'a public client, which cannot authenticate',
    send: { client_id: 'native', client_secret: '' },
    error: 'invalid_grant',
    description: 'Client not allowed OIDC CIBA Grant',
    prepare: ({ server }) =>
      server.changeClient('native', { attributes: { 'oidc.ciba.grant.enabled': 'true' } }),
  },
  {
    why: 'a disabled realm',
    send: {},
    error: 'access_denied',
    description: 'Realm not enabled',
    prepare: ({ server }) => server.changeRealm((realm) => ({ ...realm, enabled: false })),
  },
];

for (const { why, send, error, description, prepare } of CLIENT_REFUSALS) {
  test(`CIBA §13: ${why} is answered with 401 ${error}`, () =>
    withCiba(async (circle) => {
      await prepare?.(circle);
      const { status, body } = await circle.ask(send);
      assert.deepEqual(
        { status, error: body['error'], description: body['error_description'] },
        { status: 401, error, description },
      );
      assert.deepEqual(circle.delegations, []);
    }));
}

for (const [where, attributes] of [
  ['realm', { cibaBackchannelTokenDeliveryMode: 'ping' }],
  ['realm', { cibaBackchannelTokenDeliveryMode: 'push' }],
] as const) {
  const mode = attributes.cibaBackchannelTokenDeliveryMode;
  test(`service description §7: delivery mode ${mode} in a ${where} file is refused, and the remedy names the attribute`, () =>
    withCiba(
      async ({ ask, exchange }) => {
        const { status, body } = await ask();
        assert.equal(status, 400);
        assert.equal(body['error'], 'invalid_request');
        assert.equal(body['error_description'], `Backchannel token delivery mode ${mode} is not supported`);
        assert.match(
          exchange(TITLE)?.refusal?.remedy ?? '',
          /cibaBackchannelTokenDeliveryMode of realm demo to poll/,
        );
      },
      { attributes },
    ));
}

test('service description §7: delivery mode ping of a client is refused, and the remedy names its attribute', () =>
  withCiba(async ({ ask, server, exchange }) => {
    await server.changeClient('web', {
      attributes: { 'oidc.ciba.grant.enabled': 'true', 'ciba.backchannel.token.delivery.mode': 'ping' },
    });
    assert.equal((await ask()).status, 400);
    assert.match(
      exchange(TITLE)?.refusal?.remedy ?? '',
      /ciba\.backchannel\.token\.delivery\.mode of client web to poll/,
    );
  }));

for (const hint of ['login_hint_token', 'id_token_hint']) {
  test(`service description §7: a realm with user hint ${hint} finds no user, and the remedy names the attribute`, () =>
    withCiba(
      async ({ ask, exchange }) => {
        assert.equal((await ask()).body['error_description'], `missing parameter : ${hint}`);
        const { status, body } = await ask({ login_hint: '', [hint]: 'x' });
        assert.deepEqual([status, body['error_description']], [400, 'invalid user']);
        assert.match(
          exchange(TITLE)?.refusal?.remedy ?? '',
          /cibaAuthRequestedUserHint of realm demo to login_hint/,
        );
      },
      { attributes: { cibaAuthRequestedUserHint: hint } },
    ));
}

test('CIBA §7.1: a repeated parameter is refused', () =>
  withCiba(async ({ server, delegations }) => {
    const body = new URLSearchParams({ client_id: 'web', client_secret: SECRET, scope: 'openid' });
    body.append('login_hint', 'alice');
    body.append('login_hint', 'bob');
    const answer = await server.send(AUTHENTICATION, { method: 'POST', body });
    assert.equal(answer.body['error'], 'invalid_request');
    assert.match(answer.refusal?.reason ?? '', /login_hint was sent more than once/);
    assert.deepEqual(delegations, []);
  }));

test('CIBA §7.1: the e-mail address identifies the user, too, and the entity gets the username', () =>
  withCiba(async ({ begin }) => {
    const { delegation } = await begin({ login_hint: 'Alice@Example.test' });
    assert.equal(delegation.body['login_hint'], 'alice');
  }));

test('service description §4.2: if the entity refuses or is unreachable, the client gets an error and no auth_req_id', async () => {
  await withCiba(async ({ ask, entityAnswers, stopEntity, exchange }) => {
    for (const status of [200, 202, 400, 500]) {
      entityAnswers(status);
      const answer = await ask();
      assert.equal(answer.status, 503);
      assert.deepEqual(answer.body, {
        error: 'server_error',
        error_description: 'Unexpected response from authentication device',
      });
      assert.match(exchange(TITLE)?.refusal?.reason ?? '', new RegExp(`answered ${status}`));
    }
    await stopEntity();
    const { status, body } = await ask();
    assert.equal(status, 503);
    assert.equal(body['error_description'], 'Failed to send authentication request');
    assert.match(exchange(TITLE)?.refusal?.remedy ?? '', /http-authentication-channel-uri/);
  });
});

test('CIBA §11: a result from an entity that refused the delegation finds no request', () =>
  withCiba(async ({ ask, entityAnswers, delegations, report }) => {
    entityAnswers(500);
    await ask();
    const { status, body } = await report(delegations[0]?.token, { status: 'SUCCEED' });
    assert.deepEqual([status, body['error']], [403, 'invalid_token']);
  }));

test('CIBA §4: discovery contains the endpoint, poll mode only, key-pair algorithms, and no user codes', () =>
  withCiba(async ({ server }) => {
    const { body } = await server.send('/realms/demo/.well-known/openid-configuration');
    assert.equal(
      body['backchannel_authentication_endpoint'],
      `${server.issuer}/protocol/openid-connect/ext/ciba/auth`,
    );
    assert.deepEqual(body['backchannel_token_delivery_modes_supported'], ['poll']);
    assert.equal(body['backchannel_user_code_parameter_supported'], false);
    const algorithms = body['backchannel_authentication_request_signing_alg_values_supported'] as string[];
    assert.ok(algorithms.includes('ES256') && !algorithms.some((name) => name.startsWith('HS')));
    assert.ok((body['grant_types_supported'] as string[]).includes(CIBA_GRANT));
  }));
