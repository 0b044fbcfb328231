// What ends and begins anew with a realm, on the composed server.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from './admin/testing/server.ts';
import type { ActivityPage } from './contract/activity.ts';
import type { ServerInfoWire } from './contract/admin-api.ts';
import type { CloneWire } from './contract/clones.ts';
import type { FaultWire } from './contract/faults.ts';
import { viewRealm } from './realm/view/view-realm.ts';

const NO_NOTES = { recordNote: () => undefined, userEvent: () => undefined };

const server = await startAdminServer();
after(() => server.stop());
const V1 = '/emulator/v1';

async function cloneOf(realm: string, name: string): Promise<CloneWire> {
  return (await server.call<CloneWire>('POST', `${V1}/realms/${realm}/clones`, { body: { name } })).body;
}

async function activityOf(realm: string): Promise<number> {
  return (await server.call<ActivityPage>('GET', `${V1}/activity?realm=${realm}`)).body.records.length;
}

test('Activity of a realm ends with it, so that a later realm of its name does not show it', async () => {
  await cloneOf('shop', 'seen');
  await cloneOf('shop', 'other');
  for (const name of ['seen', 'other'])
    await fetch(`${server.baseUrl}/realms/${name}/protocol/openid-connect/token`, { method: 'POST' });
  assert.equal(await activityOf('seen'), 1);
  await server.call('DELETE', `${V1}/realms/seen`);
  await cloneOf('shop', 'seen');
  assert.equal(await activityOf('seen'), 0);
  assert.equal(await activityOf('other'), 1);
});

test('the clock of a removed realm does not stay for the next realm of its name', async () => {
  await cloneOf('shop', 'late');
  await server.call('PUT', `${V1}/realms/late/clock`, { body: { offsetMs: 5000 } });
  await server.call('DELETE', '/admin/realms/late');
  await server.call('POST', '/admin/realms', { body: { realm: 'late' } });
  assert.equal(server.clocks('late').offsetMs, 0);
});

test('failed sign-ins of a realm end with it, and clones begin without those of their template', async () => {
  const { id } = await cloneOf('shop', 'guarded');
  await server.store.realms.update('guarded', (realm) => ({ ...realm, bruteForceProtected: true }));
  const ann = await server.store.users.findByUsername(id, 'ann');
  await server.bruteForce.recordFailure(
    {
      realm: viewRealm(server.store.realms.find('guarded') ?? assert.fail()),
      clock: server.clock,
      remoteAddress: '127.0.0.1',
      activity: NO_NOTES,
    },
    ann,
  );
  assert.equal((await server.bruteForce.status(id, ann, server.clock.now())).failures, 1);
  const copy = await cloneOf('guarded', 'copy');
  assert.equal((await server.bruteForce.status(copy.id, ann, server.clock.now())).failures, 0);
  await server.call('DELETE', `${V1}/realms/guarded`);
  assert.equal((await server.bruteForce.status(id, ann, server.clock.now())).failures, 0);
});

test("Overview shows the passwords of the template's users for a clone, also after it is renamed", async () => {
  const shownFor = async (name: string) => {
    const { body } = await server.call<ServerInfoWire>('GET', `${V1}/server`);
    const users = body.realms.find(({ realm }) => realm === name)?.namedUsers ?? [];
    return users.find(({ username }) => username === 'ann')?.password;
  };
  await cloneOf('shop', 'shown');
  assert.equal(await shownFor('shown'), 'ann-password');
  await server.call('PUT', '/admin/realms/shown', { body: { realm: 'renamed' } });
  assert.equal(await shownFor('renamed'), 'ann-password');
  assert.equal(await shownFor('shop'), 'ann-password');
});

test('armed faults are for one realm: a clone begins without them, and a reset disarms them', async () => {
  const { id } = await cloneOf('shop', 'faulty');
  const body = { match: { endpoint: 'token' }, do: { status: 503 }, times: 9 };
  const armed = await server.call('POST', `${V1}/realms/faulty/faults`, { body });
  assert.equal(armed.status, 201, JSON.stringify(armed.body));
  const statusOf = async (name: string) =>
    (await fetch(`${server.baseUrl}/realms/${name}/protocol/openid-connect/token`, { method: 'POST' }))
      .status;
  await cloneOf('faulty', 'sound');
  assert.deepEqual([await statusOf('faulty'), await statusOf('sound')], [503, 400]);
  assert.equal(server.testKit.faults.list(id).length, 1);
  await server.call('POST', `${V1}/realms/faulty/reset`);
  assert.equal(server.testKit.faults.list(id).length, 0);
  assert.equal(await statusOf('faulty'), 400);
});

test('a request that a fault delays goes on when its realm is reset', async () => {
  await cloneOf('shop', 'slow');
  const body = { match: { endpoint: 'discovery' }, do: { delayMs: 60_000 } };
  await server.call('POST', `${V1}/realms/slow/faults`, { body });
  const delayed = fetch(`${server.baseUrl}/realms/slow/.well-known/openid-configuration`);
  const hits = async () =>
    (await server.call<readonly FaultWire[]>('GET', `${V1}/realms/slow/faults`)).body[0]?.hits;
  while ((await hits()) !== 1) await new Promise(setImmediate);
  await server.call('POST', `${V1}/realms/slow/reset`);
  assert.equal((await delayed).status, 200);
});
