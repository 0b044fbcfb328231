import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { UserSessionRepresentation } from '#protocol/contract/admin-api.ts';
import { joinOfflineSession } from '#protocol/realm/sessions/offline-sessions.ts';
import { clientOf } from '#protocol/realm/testing/realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { collect } from '#protocol/store/collect.ts';
import { putSession } from '#protocol/store/testing/sample-session.ts';
import { startNotifiedApplication } from '../testing/notified-application.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/admin/realms/shop';
const ann = `${REALM}/users/${await server.userId('ann')}`;
const orThrow = <T>(value: T | undefined): T => {
  assert.ok(value !== undefined);
  return value;
};
/** The newest session of ann at `till`, as if its adapter had sent `client_session_state`. */
async function describeAdapterSession(id: string): Promise<void> {
  const shop = orThrow(server.store.realms.find('shop'));
  const session = orThrow((await collect(server.store.sessions.list(shop.id ?? ''))).at(-1));
  const till = server.clientUuid('till');
  const part = { ...orThrow(session.clients[till]), adapterSession: { id, host: '127.0.0.1' } };
  await putSession(server.store.sessions, { ...session, clients: { ...session.clients, [till]: part } });
}
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

test('realm-admin C3: logout-all ends the sessions of all users at each Admin URL, once, as in Keycloak', async () => {
  const application = await startNotifiedApplication();
  const admin = (clientId: string): string => `${application.url}/${clientId}`;
  for (const clientId of ['till', 'page']) {
    const body = { adminUrl: admin(clientId) };
    await server.call('PUT', `${REALM}/clients/${server.clientUuid(clientId)}`, { body });
  }
  for (const id of ['app-1', 'app-2']) {
    await server.tokenOf('shop', 'ann', 'till');
    await describeAdapterSession(id);
  }
  const { status, body } = await server.call('POST', `${REALM}/logout-all`);
  application.stop();
  assert.deepEqual([status, body], [200, { successRequests: [admin('till'), admin('page')] }]);
  const notBefore = Math.floor(server.clock.now() / 1000);
  assert.deepEqual(
    application.notices
      .map(({ path = '', claims: { id, expiration, ...claims } = {} }) => ({ path, ...claims }))
      .toSorted((one, other) => one.path.localeCompare(other.path)),
    ['page', 'till'].map((resource) => ({
      path: `/${resource}/k_logout`,
      resource,
      action: 'LOGOUT',
      notBefore,
    })),
  );
  assert.deepEqual(await sessionsOfAnn(), []);
  assert.equal(server.store.realms.find('shop')?.notBefore, notBefore);
});

test('realm-admin C3: logout-all also sends logout tokens; an application that does not answer is reported', async () => {
  const application = await startNotifiedApplication();
  await server.call('PUT', `${REALM}/clients/${server.clientUuid('till')}`, {
    body: {
      adminUrl: 'http://127.0.0.1:1/till',
      attributes: { 'backchannel.logout.url': `${application.url}/back` },
    },
  });
  await server.call('PUT', `${REALM}/clients/${server.clientUuid('page')}`, { body: { adminUrl: '' } });
  await server.tokenOf('shop', 'ann', 'till');
  const { body } = await server.call('POST', `${REALM}/logout-all`);
  application.stop();
  assert.deepEqual(body, { failedRequests: ['http://127.0.0.1:1/till'] });
  assert.deepEqual(
    application.notices.map(({ path, claims }) => [path, claims?.['typ']]),
    [['/back', 'Logout']],
  );
  assert.deepEqual(await sessionsOfAnn(), []);
});

test('realm-admin C3: an offline session is shown by its sid, and ended by it only with isOffline', async () => {
  const shop = viewRealm(orThrow(server.store.realms.find('shop')));
  const till = clientOf(shop, 'till');
  await server.tokenOf('shop', 'ann', 'till');
  const online = orThrow(await server.store.sessions.find(shop.id, (await sessionsOfAnn())[0]?.id ?? ''));
  const now = server.clock.now();
  await joinOfflineSession(server.store.sessions, shop, till, online, { scope: 'openid', now });
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
