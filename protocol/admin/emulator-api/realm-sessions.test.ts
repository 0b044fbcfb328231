import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { EndedSessionsWire, RealmSessionsWire } from '#protocol/contract/admin-api.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const PATH = '/emulator/v1/realms/shop/sessions';
const list = async (query = '') => (await server.call<RealmSessionsWire>('GET', `${PATH}${query}`)).body;
const end = async (query: string) => (await server.call<EndedSessionsWire>('DELETE', `${PATH}${query}`)).body;

test('console "Sessions": every live session of the realm is listed with its client sessions, last used first', async () => {
  await server.tokenOf('shop', 'ann', 'till');
  server.clock.setOffsetMs(5000);
  await server.tokenOf('shop', 'manager', 'page');
  const { total, now, sessions } = await list();
  assert.equal(total, 2);
  assert.equal(now, server.clock.now());
  assert.deepEqual(
    sessions.map(({ username }) => username),
    ['manager', 'ann'],
  );
  const [, ann] = sessions;
  assert.equal(ann?.clientSessions[0]?.clientId, 'till');
  assert.equal(ann?.offline, false);
  assert.ok((ann?.endsAt ?? 0) > now);
});

test('console "Sessions": the list is filtered by user, client, kind and text, and paged', async () => {
  assert.equal((await list(`?user=${await server.userId('ann')}`)).total, 1);
  assert.equal((await list('?client=page')).sessions[0]?.username, 'manager');
  assert.equal((await list('?kind=offline')).total, 0);
  assert.equal((await list('?text=AN&kind=browser')).total, 2);
  assert.equal((await list('?text=ANN')).total, 1);
  const page = await list('?first=1&max=1');
  assert.deepEqual([page.total, page.sessions.length, page.sessions[0]?.username], [2, 1, 'ann']);
});

test('console "Sessions": a session past its idle timeout is not listed', async () => {
  const clock = '/emulator/v1/realms/shop/clock';
  await server.call('PUT', clock, { body: { offsetMs: 3_600_000 } });
  assert.equal((await list()).total, 0);
  await server.call('PUT', clock, { body: { offsetMs: 0 } });
  assert.equal((await list()).total, 2);
  await end('');
});

test('console "Sessions": matching sessions are ended, others stay', async () => {
  await server.tokenOf('shop', 'ann', 'till');
  await server.tokenOf('shop', 'ann', 'page');
  await server.tokenOf('shop', 'viewer', 'page');
  assert.deepEqual(await end(`?user=${await server.userId('ann')}&client=page`), { ended: 1 });
  assert.equal(server.ended.at(-1)?.username, 'ann');
  assert.equal((await list()).total, 2);
  assert.deepEqual(await end(''), { ended: 2 });
  assert.equal((await list()).total, 0);
});

test('console "Sessions": an invalid filter is rejected and ends nothing', async () => {
  await server.tokenOf('shop', 'ann', 'till');
  for (const query of ['?kind=client', '?client=nobody', '?client=constructor'])
    assert.equal((await server.call('DELETE', `${PATH}${query}`)).status, 400, query);
  for (const query of ['?max=0', '?max=1001', '?max=x', '?first=x', '?kind=x'])
    assert.equal((await server.call('GET', `${PATH}${query}`)).status, 400, query);
  assert.equal((await list()).total, 1);
});

test('console "Sessions": only administrators of the server may list or end sessions, and only in an existing realm', async () => {
  const token = await server.tokenOf('shop', 'manager', 'page');
  assert.equal((await server.call('GET', PATH, { token })).status, 403);
  assert.equal((await server.call('DELETE', PATH, { token })).status, 403);
  assert.equal((await server.call('DELETE', PATH, { token: null })).status, 401);
  assert.equal((await server.call('GET', '/emulator/v1/realms/none/sessions')).status, 404);
});
