import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOf } from '#protocol/oauth/testing/server.ts';
import { type CibaTest, TILL, withCiba } from './testing/server.ts';

const TITLE = 'Authentication result (CIBA)';

test('service description §4.3: SUCCEED is answered with 200, and the next poll returns tokens of a session', () =>
  withCiba(async ({ begin, report, poll, exchange, server }) => {
    const { authReqId, delegation } = await begin();
    assert.equal((await report(delegation.token, { status: 'SUCCEED' })).status, 200);
    const { status, body } = await poll(authReqId);
    assert.equal(status, 200);
    assert.equal(claimsOf(String(body['id_token']))['preferred_username'], 'alice');
    assert.ok(typeof body['refresh_token'] === 'string');
    const record = exchange(TITLE);
    assert.deepEqual(
      [record?.from, record?.to, record?.clientId, record?.flow],
      ['authentication-entity', 'understudy', 'web', exchange('Authentication request (CIBA)')?.flow],
    );
    const { sid, auth_time: authTime } = claimsOf(String(body['id_token']));
    const session = await server.store.sessions.find(server.store.realms.find('demo')?.id ?? '', String(sid));
    assert.equal(session?.username, 'alice');
    assert.equal(session.authenticatedAt, Number(authTime) * 1000);
  }));

for (const status of ['UNAUTHORIZED', 'CANCELLED']) {
  test(`service description §4.3: ${status} is answered with 200, and the next poll answers access_denied`, () =>
    withCiba(async ({ begin, report, poll }) => {
      const { authReqId, delegation } = await begin();
      assert.equal((await report(delegation.token, { status })).status, 200);
      const answer = await poll(authReqId);
      assert.deepEqual(
        [answer.status, answer.body['error'], answer.body['error_description']],
        [400, 'access_denied', 'not authorized'],
      );
    }));
}

interface Refusal {
  readonly why: string;
  readonly status: number;
  readonly error: string;
  readonly description: RegExp;
  send(circle: CibaTest, token: string): ReturnType<CibaTest['report']>;
}

const REFUSALS: readonly Refusal[] = [
  {
    why: 'no token',
    status: 401,
    error: 'invalid_token',
    description: /^Invalid token$/,
    send: ({ report }) => report(undefined, { status: 'SUCCEED' }),
  },
  {
    why: 'text that is not a token',
    status: 403,
    error: 'invalid_token',
    description: /^Invalid token$/,
    send: ({ report }) => report('abc', { status: 'SUCCEED' }),
  },
  {
    why: 'a token with changed claims',
    status: 403,
    error: 'invalid_token',
    description: /^Invalid token$/,
    send({ report }, token) {
      const [header, claims = '', signature] = token.split('.');
      const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'bob' };
      return report(`${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`, {
        status: 'SUCCEED',
      });
    },
  },
  {
    why: 'an expired token',
    status: 403,
    error: 'invalid_token',
    description: /^Invalid token$/,
    send({ report, server }, token) {
      server.pass(120);
      return report(token, { status: 'SUCCEED' });
    },
  },
  {
    why: 'an access token of the realm',
    status: 403,
    error: 'invalid_token',
    description: /^Invalid token$/,
    async send({ report, server }) {
      return report((await server.tokens()).access_token, { status: 'SUCCEED' });
    },
  },
  {
    why: 'a client that was disabled after the request',
    status: 400,
    error: 'invalid_request',
    description: /^Invalid token recipient$/,
    async send({ report, server }, token) {
      await server.changeClient('web', { enabled: false });
      return report(token, { status: 'SUCCEED' });
    },
  },
  {
    why: 'a client that was renamed after the request',
    status: 400,
    error: 'invalid_request',
    description: /^Token recipient mismatch$/,
    async send({ report, server }, token) {
      await server.changeClient('web', { clientId: 'renamed' });
      return report(token, { status: 'SUCCEED' });
    },
  },
  {
    why: 'no status',
    status: 400,
    error: 'invalid_request',
    description: /^Invalid authentication status$/,
    send: ({ report }, token) => report(token, {}),
  },
  {
    why: 'a status in lower case',
    status: 400,
    error: 'invalid_request',
    description: /status must be one of SUCCEED, UNAUTHORIZED, CANCELLED/,
    send: ({ report }, token) => report(token, { status: 'succeed' }),
  },
  {
    why: 'a status that is not a string',
    status: 400,
    error: 'invalid_request',
    description: /status must be one of/,
    send: ({ report }, token) => report(token, { status: { SUCCEED: true } }),
  },
  {
    why: 'a list as the body',
    status: 400,
    error: 'invalid_request',
    description: /^Invalid authentication status$/,
    send: ({ report }, token) => report(token, ['SUCCEED']),
  },
];

for (const { why, status, error, description, send } of REFUSALS) {
  test(`service description §4.3: ${why} is refused with ${status} ${error} and approves nothing`, () =>
    withCiba(async (circle) => {
      const { authReqId, delegation } = await circle.begin();
      const answer = await send(circle, delegation.token);
      assert.deepEqual([answer.status, answer.body['error']], [status, error]);
      assert.match(String(answer.body['error_description']), description);
      assert.ok((circle.exchange(TITLE)?.refusal?.remedy ?? '') !== '', 'a remedy');
      assert.notEqual((await circle.poll(authReqId)).status, 200);
    }));
}

test('service description §4.3: after an invalid result the request is still pending', () =>
  withCiba(async ({ begin, report, poll }) => {
    const { authReqId, delegation } = await begin();
    assert.equal((await report(delegation.token, { status: 'YES' })).status, 400);
    assert.equal((await report(delegation.token, { status: 'SUCCEED' })).status, 200);
    assert.equal((await poll(authReqId)).status, 200);
  }));

test('service description §4.3: a second result is refused and invalidates the first', () =>
  withCiba(async ({ begin, report, poll }) => {
    const { authReqId, delegation } = await begin();
    await report(delegation.token, { status: 'SUCCEED' });
    const second = await report(delegation.token, { status: 'CANCELLED' });
    assert.deepEqual([second.status, second.body['error']], [403, 'invalid_token']);
    const { status, body } = await poll(authReqId);
    assert.deepEqual(
      [status, body['error'], body['error_description']],
      [400, 'invalid_grant', 'Invalid auth_req_id'],
    );
  }));

test('service description §4.3: the token of one request answers only that request', () =>
  withCiba(
    async ({ begin, report, poll, server }) => {
      const one = await begin();
      const other = await begin({ client_id: 'till', login_hint: 'bob' });
      await report(other.delegation.token, { status: 'SUCCEED' });
      assert.equal((await poll(one.authReqId)).body['error'], 'authorization_pending');
      const { body } = await poll(other.authReqId, { client_id: 'till' });
      assert.equal(claimsOf(String(body['id_token']))['preferred_username'], 'bob');
      assert.equal(server.log.records.filter((record) => record.level === 'ERROR').length, 0);
    },
    {
      clients: [
        { ...TILL },
        {
          clientId: 'web',
          publicClient: false,
          secret: 'web-secret',
          attributes: { 'oidc.ciba.grant.enabled': 'true' },
        },
      ],
    },
  ));

test('service description §4.3: a body that is not JSON is refused immediately', () =>
  withCiba(async ({ begin, report }) => {
    const { delegation } = await begin();
    assert.equal((await report(delegation.token, '{')).status, 400);
  }));

test('service description §4.3: a realm with sslRequired all accepts results of this machine’s built-in device without HTTPS', () =>
  withCiba(async ({ begin, report, poll, server, ask }) => {
    const { authReqId, delegation } = await begin();
    const setHttps = (sslRequired: string) => server.changeRealm((realm) => ({ ...realm, sslRequired }));
    await setHttps('all');
    assert.equal((await ask()).body['error_description'], 'HTTPS required');
    assert.equal((await report(delegation.token, { status: 'SUCCEED' })).status, 200);
    await setHttps('none');
    assert.equal((await poll(authReqId)).status, 200);
  }));

test('service description §4.3: a disabled realm accepts no results', () =>
  withCiba(async ({ begin, report, server }) => {
    const { delegation } = await begin();
    await server.changeRealm((realm) => ({ ...realm, enabled: false }));
    const { status, body } = await report(delegation.token, { status: 'SUCCEED' });
    assert.deepEqual([status, body['error_description']], [403, 'Realm not enabled']);
  }));
