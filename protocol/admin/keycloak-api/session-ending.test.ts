import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { collect } from '#protocol/store/collect.ts';
import { startAdminServer } from '../testing/server.ts';
import { sessionRepresentation } from './session-ending.ts';

const server = await startAdminServer();
after(() => server.stop());

test('realm-admin C4: a session is shown without removed clients', async () => {
  await server.tokenOf('shop', 'ann', 'till');
  const stored = server.store.realms.find('shop');
  assert.ok(stored);
  const [session] = await collect(server.store.sessions.list(stored.id));
  assert.ok(session);
  const part = { clientUuid: 'gone', startedAt: 0, lastRefreshAt: 0, scope: '' };
  const shown = sessionRepresentation(viewRealm(stored), {
    ...session,
    clients: { ...session.clients, gone: part },
  });
  assert.deepEqual(Object.values(shown.clients), ['till']);
});

test('realm-admin C3: removing a user or a realm notifies the applications of their sessions', async () => {
  const { createdId } = await server.call('POST', '/admin/realms/shop/users', {
    body: { username: 'leaving' },
  });
  await server.tokenOf('shop', 'leaving', 'till');
  await server.call('DELETE', `/admin/realms/shop/users/${createdId}`);
  assert.equal(server.ended.at(-1)?.userId, createdId);
  const before = server.ended.length;
  await server.call('DELETE', '/admin/realms/shop');
  assert.equal(server.ended.length, before + 1);
});
