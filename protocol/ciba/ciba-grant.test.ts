import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginAuthentication } from '#protocol/oauth/testing/ciba.ts';
import { WEB } from '#protocol/oauth/testing/realm.ts';
import {
  type Answer,
  claimsOf,
  type OAuthTestServer,
  readTokens,
  withOAuthServer,
} from '#protocol/oauth/testing/server.ts';
import { CIBA_GRANT } from '#protocol/realm/view/ciba-policy.ts';

function poll(
  server: OAuthTestServer,
  authReqId: string,
  changes: Record<string, string> = {},
): Promise<Answer> {
  return server.post('token', { ...WEB, grant_type: CIBA_GRANT, auth_req_id: authReqId, ...changes });
}

function errorOf({ status, body }: Answer): readonly unknown[] {
  return [status, body['error'], body['error_description']];
}

test('CIBA §10.1.1: after approval a poll returns access, refresh and ID token of a new session', () =>
  withOAuthServer(async (server) => {
    const { authReqId, approve } = await beginAuthentication(server);
    server.pass(10);
    await approve();
    server.pass(5);
    const answer = await poll(server, authReqId);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const tokens = readTokens(answer);
    const id = claimsOf(tokens.id_token);
    assert.equal(Number(id['iat']) - Number(id['auth_time']), 5);
    assert.deepEqual([id['preferred_username'], id['acr'], id['azp']], ['alice', '1', 'web']);
    assert.match(String(claimsOf(tokens.access_token)['jti']), /ci:/);
    const info = await server.send('userinfo', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    assert.equal(info.body['preferred_username'], 'alice');
    const refreshed = await server.post('token', {
      ...WEB,
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    });
    assert.equal(refreshed.status, 200);
  }));

test('CIBA §10.1: every approval creates a new session', () =>
  withOAuthServer(async (server) => {
    const sids = await Promise.all(
      [1, 2].map(async () => {
        const { authReqId, approve } = await beginAuthentication(server);
        await approve();
        return claimsOf(readTokens(await poll(server, authReqId)).id_token)['sid'];
      }),
    );
    assert.notEqual(sids[0], sids[1]);
  }));

test('CIBA §11: a poll before the answer is authorization_pending, an early poll slow_down', () =>
  withOAuthServer(async (server) => {
    const { authReqId } = await beginAuthentication(server);
    assert.deepEqual(errorOf(await poll(server, authReqId)), [
      400,
      'authorization_pending',
      "The authorization request is still pending as the end-user hasn't yet been authenticated.",
    ]);
    assert.deepEqual(errorOf(await poll(server, authReqId)), [400, 'slow_down', 'too early to access']);
    server.pass(5);
    assert.equal((await poll(server, authReqId)).body['error'], 'authorization_pending');
  }));

test('CIBA §11: a denial by the entity answers access_denied', () =>
  withOAuthServer(async (server) => {
    const { authReqId, deny } = await beginAuthentication(server);
    await deny();
    assert.deepEqual(errorOf(await poll(server, authReqId)), [400, 'access_denied', 'not authorized']);
  }));

test('CIBA §11: an expired auth_req_id answers expired_token, and the remedy names the policy', () =>
  withOAuthServer(async (server) => {
    const { authReqId } = await beginAuthentication(server);
    server.pass(120);
    const answer = await poll(server, authReqId);
    assert.deepEqual(errorOf(answer), [400, 'expired_token', 'authentication timed out']);
    assert.match(answer.refusal?.remedy ?? '', /cibaExpiresIn of realm demo/);
  }));

test('CIBA §11: another client’s auth_req_id is invalid_grant, and does not slow down its own client', () =>
  withOAuthServer(async (server) => {
    await server.changeClient('other', { attributes: { 'oidc.ciba.grant.enabled': 'true' } });
    const { authReqId, approve } = await beginAuthentication(server);
    await approve();
    assert.deepEqual(errorOf(await poll(server, authReqId, { client_id: 'other' })), [
      400,
      'invalid_grant',
      'unauthorized client',
    ]);
    assert.equal((await poll(server, authReqId)).status, 200);
  }));

test('CIBA §11: an auth_req_id returns tokens once, even for concurrent polls', () =>
  withOAuthServer(async (server) => {
    const { authReqId, approve } = await beginAuthentication(server);
    await approve();
    const answers = await Promise.all([
      poll(server, authReqId),
      poll(server, authReqId),
      poll(server, authReqId),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400]);
    assert.deepEqual(errorOf(await poll(server, authReqId)), [400, 'invalid_grant', 'Invalid auth_req_id']);
  }));

for (const [text, description] of [
  ['abc', 'Invalid Auth Req ID'],
  ['x'.repeat(4000), 'Invalid Auth Req ID'],
  ['x'.repeat(43), 'Invalid auth_req_id'],
] as const) {
  test(`CIBA §11: auth_req_id "${text.slice(0, 50)}" is invalid_grant: ${description}`, () =>
    withOAuthServer(async (server) => {
      assert.deepEqual(errorOf(await poll(server, text)), [400, 'invalid_grant', description]);
    }));
}

test('CIBA §10.1: without auth_req_id the request is invalid', () =>
  withOAuthServer(async (server) => {
    assert.deepEqual(errorOf(await poll(server, '')), [
      400,
      'invalid_request',
      'Missing parameter: auth_req_id',
    ]);
  }));

test('CIBA §10.1: a client without the grant is refused, and the remedy names the attribute', () =>
  withOAuthServer(async (server) => {
    const { authReqId } = await beginAuthentication(server);
    const answer = await poll(server, authReqId, { client_id: 'other' });
    assert.deepEqual(errorOf(answer), [400, 'invalid_grant', 'Client not allowed OIDC CIBA Grant']);
    assert.match(answer.refusal?.remedy ?? '', /oidc\.ciba\.grant\.enabled of client other to true/);
  }));

test('CIBA §11: a user who was deleted, disabled or given a required action gets no tokens', () =>
  withOAuthServer(async (server) => {
    const realmId = server.store.realms.find('demo')?.id ?? '';
    const answerAfter = async (change: (userId: string) => Promise<unknown>): Promise<readonly unknown[]> => {
      const { authReqId, approve, userId } = await beginAuthentication(server);
      await approve();
      await change(userId);
      return errorOf(await poll(server, authReqId));
    };
    const { users } = server.store;
    assert.deepEqual(
      await answerAfter((id) =>
        users.update(realmId, id, (user) => ({ ...user, requiredActions: ['UPDATE_PASSWORD'] })),
      ),
      [400, 'invalid_grant', 'Account is not fully set up'],
    );
    assert.deepEqual(
      await answerAfter((id) => users.update(realmId, id, (user) => ({ ...user, enabled: false }))),
      [400, 'invalid_grant', 'User disabled'],
    );
    assert.deepEqual(await answerAfter((id) => users.remove(realmId, id)), [
      400,
      'invalid_grant',
      'Could not identify user',
    ]);
  }));

test('service description §4.2: consent obtained by the entity is stored for the client', () =>
  withOAuthServer(async (server) => {
    await server.changeClient('web', { consentRequired: true });
    const { authReqId, approve, userId } = await beginAuthentication(server, {
      scope: 'openid profile email',
    });
    await approve();
    assert.equal((await poll(server, authReqId)).status, 200);
    const user = await server.store.users.find(server.store.realms.find('demo')?.id ?? '', userId);
    const [consent] = user?.clientConsents ?? [];
    assert.equal(consent?.clientId, 'web');
    for (const name of ['profile', 'email']) assert.ok(consent.grantedClientScopes?.includes(name), name);
  }));

test('service description §4.3: additional members of the result become notes for mappers', () =>
  withOAuthServer(async (server) => {
    await server.changeClient('web', {
      protocolMappers: [
        {
          name: 'terminal',
          protocol: 'openid-connect',
          protocolMapper: 'oidc-usersessionmodel-note-mapper',
          config: { 'user.session.note': 'terminal', 'claim.name': 'terminal', 'id.token.claim': 'true' },
        },
      ],
    });
    const { authReqId, approve } = await beginAuthentication(server);
    await approve({ terminal: '7' });
    assert.equal(claimsOf(readTokens(await poll(server, authReqId)).id_token)['terminal'], '7');
  }));
