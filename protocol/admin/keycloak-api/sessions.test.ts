import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { UserSessionRepresentation } from '#protocol/contract/admin-api.ts';
import { joinOfflineSession } from '#protocol/realm/sessions/offline-sessions.ts';
import { clientOf } from '#protocol/realm/testing/realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/admin/realms/shop';
const ann = `${REALM}/users/${await server.userId('ann')}`;
const orThrow = <T>(value: T | undefined): T => {
  assert.ok(value !== undefined);
  return value;
};
const sessionsOfAnn = async () =>
  (await server.call<UserSessionRepresentation[]>('GET', `${ann}/sessions`)).body;

test('realm-admin C4: sessions are shown with their clients, and counted per client', async () => {
  await server.tokenOf('shop', 'ann', 'till');
  const [session] = await sessionsOfAnn();
  const till = server.clientUuid('till');
  assert.deepEqual([session?.username, session?.clients], ['ann', { [till]: 'till' }]);
  assert.equal(session?.start, server.clock.now());
  assert.deepEqual((await server.call('GET', `${REALM}/clients/${till}/session-count`)).body, { count: 1 });
  assert.deepEqual((await server.call('GET', `${REALM}/client-session-stats`)).body, [
    { id: till, clientId: 'till', active: '1', offline: '0' },
  ]);
});

test('realm-admin C3: one session is ended once, and its applications are notified', async () => {
  const [session] = await sessionsOfAnn();
  const path = `${REALM}/sessions/${session?.id}`;
  assert.equal((await server.call('DELETE', `${path}?isOffline=true`)).status, 404);
  assert.equal((await server.call('DELETE', path)).status, 204);
  assert.equal(server.ended.at(-1)?.id, session?.id);
  const again = await server.call('DELETE', path);
  assert.deepEqual([again.status, again.body], [404, { error: 'Sesssion not found' }]);
});

test('realm-admin C5: signing a user out ends every session and invalidates older tokens', async () => {
  await server.tokenOf('shop', 'ann');
  await server.tokenOf('shop', 'ann', 'till');
  assert.equal((await server.call('POST', `${ann}/logout`)).status, 204);
  assert.deepEqual(await sessionsOfAnn(), []);
  const user = await server.store.users.find(
    server.store.realms.find('shop')?.id ?? '',
    await server.userId('ann'),
  );
  assert.equal(user?.notBefore, Math.floor(server.clock.now() / 1000));
});

test('realm-admin C3: all sessions of a realm end, those of other realms stay', async () => {
  await server.tokenOf('shop', 'ann');
  const { status, body } = await server.call('POST', `${REALM}/logout-all`);
  assert.deepEqual([status, body], [200, {}]);
  assert.deepEqual(await sessionsOfAnn(), []);
  assert.equal((await server.call('GET', '/admin/realms')).status, 200);
});

test('realm-admin C3: an offline session is shown by its sid, and ended by it only with isOffline', async () => {
  const shop = viewRealm(orThrow(server.store.realms.find('shop')));
  const till = clientOf(shop, 'till');
  await server.tokenOf('shop', 'ann', 'till');
  const online = orThrow(server.store.sessions.find(shop.id, (await sessionsOfAnn())[0]?.id ?? ''));
  const now = server.clock.now();
  joinOfflineSession(server.store.sessions, shop, till, online, { scope: 'openid', now });
  await server.call('DELETE', `${REALM}/sessions/${online.id}`);
  const list = `${ann}/offline-sessions/${till.id}`;
  const [shown] = (await server.call<UserSessionRepresentation[]>('GET', list)).body;
  assert.equal(shown?.id, online.id);
  assert.equal((await server.call('DELETE', `${REALM}/sessions/${online.id}`)).status, 404);
  assert.equal((await server.call('DELETE', `${REALM}/sessions/${online.id}?isOffline=true`)).status, 204);
  assert.deepEqual((await server.call('GET', list)).body, []);
});

test('realm-admin C3: a viewer cannot end sessions', async () => {
  const token = await server.tokenOf('shop', 'viewer');
  for (const [method, path] of [
    ['POST', `${ann}/logout`],
    ['POST', `${REALM}/logout-all`],
    ['DELETE', `${REALM}/sessions/x`],
  ] as const) {
    assert.equal((await server.call(method, path, { token })).status, 403);
  }
});
