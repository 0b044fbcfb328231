import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startMartServer } from '../testing/mart.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const SHOP = '/admin/realms/shop';
const ann = await server.userId('ann');

test('Keycloak: impersonation answers the page to open and signs the browser in as the user', async () => {
  const { status, body, headers } = await server.call<Record<string, unknown>>(
    'POST',
    `${SHOP}/users/${ann}/impersonation`,
    { body: {} },
  );
  assert.deepEqual(
    [status, body],
    [200, { sameRealm: false, redirect: `${server.baseUrl}/realms/shop/account` }],
  );
  const sessions = (await server.call<{ username: string }[]>('GET', `${SHOP}/users/${ann}/sessions`)).body;
  assert.deepEqual(
    sessions.map(({ username }) => username),
    ['ann'],
  );
  const cookie = headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const query = new URLSearchParams({
    client_id: 'till',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'http://127.0.0.1/cb',
    prompt: 'none',
  });
  const { headers: signedIn } = await fetch(
    `${server.baseUrl}/realms/shop/protocol/openid-connect/auth?${query}`,
    { headers: { cookie }, redirect: 'manual' },
  );
  assert.match(signedIn.get('location') ?? '', /^http:\/\/127\.0\.0\.1\/cb\?.*code=/);
});

test('Keycloak: a disabled user and a service account cannot be impersonated, an unknown user is 404', async () => {
  const till = `${SHOP}/clients/${server.clientUuid('till')}/service-account-user`;
  const { body: robot } = await server.call<{ id: string }>('GET', till);
  await server.call('PUT', `${SHOP}/users/${ann}`, { body: { enabled: false } });
  for (const [id, status, body] of [
    [ann, 400, { errorMessage: 'User is disabled' }],
    [robot.id, 400, { errorMessage: 'Service accounts cannot be impersonated' }],
    ['none', 404, { error: 'User not found' }],
  ] as const) {
    const answer = await server.call('POST', `${SHOP}/users/${id}/impersonation`);
    assert.deepEqual([answer.status, answer.body], [status, body]);
    assert.deepEqual(answer.headers.getSetCookie(), []);
  }
});

test('the role to manage users is not sufficient', async () => {
  const token = await server.tokenOf('shop', 'manager');
  assert.equal((await server.call('POST', `${SHOP}/users/${ann}/impersonation`, { token })).status, 403);
});

test('the role alone is sufficient, but not for a user with more rights than the caller', async () => {
  const mart = await startMartServer();
  const token = await mart.tokenOf('mart', 'only-impersonation');
  for (const [user, status] of [
    ['nobody', 200],
    ['boss', 403],
    ['chief', 403],
    ['only-manage-users', 403],
  ] as const) {
    const path = await mart.place(`/users/{user:${user}}/impersonation`);
    const answer = await mart.call('POST', path.startsWith('/admin') ? path : `/admin/realms/mart${path}`, {
      token,
    });
    assert.equal(answer.status, status, user);
    assert.equal(answer.headers.getSetCookie().length > 0, status === 200, user);
  }
  await mart.stop();
});
