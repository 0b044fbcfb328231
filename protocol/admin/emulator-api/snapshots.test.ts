import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ActivityPage } from '#protocol/contract/activity.ts';
import type { ClockWire } from '#protocol/contract/clock.ts';
import type { CloneWire } from '#protocol/contract/clones.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { SnapshotWire } from '#protocol/contract/snapshots.ts';
import { collect } from '#protocol/store/collect.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
await server.store.realms.update('shop', (realm) => ({
  ...realm,
  clients: (realm.clients ?? []).map((client) => ({ ...client, directAccessGrantsEnabled: true })),
}));
const V1 = '/emulator/v1';

async function clone(): Promise<string> {
  return (await server.call<CloneWire>('POST', `${V1}/realms/shop/clones`)).body.realm;
}

async function post(realm: string, path: string): Promise<number> {
  return (await server.call('POST', `${V1}/realms/${realm}/${path}`)).status;
}

async function takeSnapshot(realm: string): Promise<SnapshotWire> {
  const taken = await server.call<SnapshotWire>('POST', `${V1}/realms/${realm}/snapshots`);
  assert.equal(taken.status, 201, JSON.stringify(taken.body));
  return taken.body;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly error?: string;
}

async function requestTokens(realm: string, parameters: Record<string, string>): Promise<Tokens> {
  const response = await fetch(`${server.baseUrl}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'till', client_secret: 'till-secret', ...parameters }),
  });
  return (await response.json()) as Tokens;
}

const signIn = (realm: string, password = 'ann-password') =>
  requestTokens(realm, { grant_type: 'password', username: 'ann', password, scope: 'openid' });

const refresh = (realm: string, { refresh_token }: Tokens) =>
  requestTokens(realm, { grant_type: 'refresh_token', refresh_token });

/** Changes of every kind. */
async function changeEverything(realm: string): Promise<void> {
  const users = `/admin/realms/${realm}/users`;
  await server.call('PUT', `/admin/realms/${realm}`, {
    body: { displayName: 'Changed', bruteForceProtected: true },
  });
  await server.call('POST', users, { body: { username: 'zoe' } });
  await server.call('PUT', `${users}/${await server.userId('ann')}`, { body: { firstName: 'Changed' } });
  await server.call('PUT', `${V1}/realms/${realm}/clock`, { body: { offsetMs: 5000 } });
  await signIn(realm);
  await signIn(realm, 'wrong');
}

/** What a test can see of a realm. */
async function look(realm: string) {
  const { id } = server.store.realms.find(realm) ?? assert.fail();
  const users = await collect(server.store.users.each(id));
  const ann = users.find(({ username }) => username === 'ann');
  const { body: clock } = await server.call<ClockWire>('GET', `${V1}/realms/${realm}/clock`);
  const { body: activity } = await server.call<ActivityPage>('GET', `${V1}/activity?realm=${realm}`);
  return {
    displayName: server.store.realms.find(realm)?.displayName,
    users: users.map(({ username }) => username),
    firstName: ann?.firstName,
    sessions: (await collect(server.store.sessions.list(id))).length,
    offsetMs: clock.offsetMs,
    failures: (await server.bruteForce.status(id, ann, 0)).failures,
    hasActivity: activity.records.length > 0,
  };
}

test('a reset brings back settings, users, sessions, clock, failed sign-ins and Activity, as often as it is called', async () => {
  const realm = await clone();
  const before = await look(realm);
  for (const _again of [1, 2]) {
    await changeEverything(realm);
    const changed = await look(realm);
    assert.deepEqual(
      [
        changed.displayName,
        changed.firstName,
        changed.sessions,
        changed.offsetMs,
        changed.failures,
        changed.hasActivity,
      ],
      ['Changed', 'Changed', 1, 5000, 1, true],
    );
    assert.equal(await post(realm, 'reset'), 204);
    assert.deepEqual(await look(realm), before);
  }
});

test('a reset keeps the keys of the realm, and tokens of its ended sessions are rejected', async () => {
  const realm = await clone();
  const certs = async () =>
    (await fetch(`${server.baseUrl}/realms/${realm}/protocol/openid-connect/certs`)).json();
  await server.call('POST', `${V1}/realms/${realm}/keys/rotation`);
  const rotated = await certs();
  const tokens = await signIn(realm);
  assert.equal(await post(realm, 'reset'), 204);
  assert.deepEqual(await certs(), rotated);
  assert.equal((await refresh(realm, tokens)).error, 'invalid_grant');
  assert.ok((await signIn(realm)).access_token);
});

test('a clone is reset to the template as it was when it was cloned', async () => {
  const realm = await clone();
  await server.call('POST', '/admin/realms/shop/users', { body: { username: 'later' } });
  const before = await look(realm);
  await changeEverything(realm);
  await post(realm, 'reset');
  assert.deepEqual(await look(realm), before);
  assert.ok(!before.users.includes('later'));
  await server.call('DELETE', `/admin/realms/shop/users/${await server.userId('later')}`);
});

test('a realm that is no clone is reset to how it was created or imported; its own name, id and URLs stay', async () => {
  await server.call('POST', '/admin/realms', { body: { realm: 'made', displayName: 'Made' } });
  const { id } = server.store.realms.find('made') ?? assert.fail();
  await server.call('POST', '/admin/realms/made/users', { body: { username: 'amy' } });
  await server.call('PUT', '/admin/realms/made', { body: { realm: 'renamed', displayName: 'Changed' } });
  assert.equal(await post('renamed', 'reset'), 204);
  const stored = server.store.realms.find('renamed');
  assert.deepEqual([stored?.id, stored?.displayName], [id, 'Made']);
  assert.deepEqual(await collect(server.store.users.each(id)), []);
  const account = stored?.clients?.find(({ clientId }) => clientId === 'account');
  assert.equal(account?.baseUrl, '/realms/renamed/account/');
});

test('a restored snapshot has its sessions alive, and what came after it is gone', async () => {
  const realm = await clone();
  await server.call('PUT', `${V1}/realms/${realm}/clock`, { body: { offsetMs: 60_000 } });
  const tokens = await signIn(realm);
  const before = await look(realm);
  const snapshot = await takeSnapshot(realm);
  assert.deepEqual([snapshot.sessions, snapshot.users], [1, before.users.length]);
  assert.match(snapshot.createdAt, /^2030-01-01T/);
  for (const _again of [1, 2]) {
    await changeEverything(realm);
    const later = await signIn(realm);
    await server.call('DELETE', `${V1}/realms/${realm}/sessions`);
    assert.equal(await post(realm, `snapshots/${snapshot.id}/restore`), 204);
    assert.deepEqual(await look(realm), { ...before, hasActivity: false });
    assert.equal((await refresh(realm, later)).error, 'invalid_grant');
    assert.ok((await refresh(realm, tokens)).access_token);
  }
});

test('revoked tokens and failed sign-ins are part of a snapshot', async () => {
  const realm = await clone();
  const { id } = server.store.realms.find(realm) ?? assert.fail();
  await server.call('PUT', `/admin/realms/${realm}`, { body: { bruteForceProtected: true } });
  await signIn(realm, 'wrong');
  await server.store.sessions.revokeToken(id, 'jti-1', 9e15);
  const snapshot = await takeSnapshot(realm);
  await signIn(realm, 'wrong');
  await post(realm, 'reset');
  assert.equal(await server.store.sessions.isTokenRevoked(id, 'jti-1'), false);
  await post(realm, `snapshots/${snapshot.id}/restore`);
  assert.equal(await server.store.sessions.isTokenRevoked(id, 'jti-1'), true);
  assert.equal((await look(realm)).failures, 1);
});

test('snapshots are listed oldest first, can be removed, and belong to one realm', async () => {
  const [realm, other] = [await clone(), await clone()];
  const [first, second] = [await takeSnapshot(realm), await takeSnapshot(realm)];
  const list = async (of: string) =>
    (await server.call<SnapshotWire[]>('GET', `${V1}/realms/${of}/snapshots`)).body;
  assert.deepEqual(await list(realm), [first, second]);
  assert.deepEqual(await list(other), []);
  assert.equal(await post(other, `snapshots/${first.id}/restore`), 404);
  const remove = async (id: string) =>
    (await server.call('DELETE', `${V1}/realms/${realm}/snapshots/${id}`)).status;
  assert.equal(await remove(first.id), 204);
  assert.equal(await remove(first.id), 404);
  assert.equal(await post(realm, `snapshots/${first.id}/restore`), 404);
  assert.deepEqual(await list(realm), [second]);
});

test('a realm has 20 snapshots at most; the refusal names the limit and the remedy', async () => {
  const realm = await clone();
  const made: string[] = [];
  for (let count = 0; count < 20; count += 1) made.push((await takeSnapshot(realm)).id);
  const refused = await server.call('POST', `${V1}/realms/${realm}/snapshots`);
  assert.equal(refused.status, 409);
  assert.match(JSON.stringify(refused.body), /20 snapshots.*limit.*Delete one/);
  await server.call('DELETE', `${V1}/realms/${realm}/snapshots/${made[0]}`);
  await takeSnapshot(realm);
});

test('snapshots end with their realm', async () => {
  const name = await clone();
  const { id } = await takeSnapshot(name);
  await server.call('DELETE', `${V1}/realms/${name}`);
  await server.call('POST', `${V1}/realms/shop/clones`, { body: { name } });
  assert.equal(await post(name, `snapshots/${id}/restore`), 404);
});

test('master is neither reset nor kept in a snapshot, and an unknown realm is 404', async () => {
  for (const path of ['reset', 'snapshots']) {
    assert.equal(await post('master', path), 409);
    assert.equal(await post('none', path), 404);
  }
  assert.equal(await post('master', 'snapshots/x/restore'), 409);
  assert.equal((await server.call('POST', `${V1}/realms/shop/reset`, { token: null })).status, 401);
  const manager = await server.tokenOf('shop', 'manager', 'admin-cli');
  assert.equal((await server.call('POST', `${V1}/realms/shop/reset`, { token: manager })).status, 403);
});

test('resets, snapshots and changes at the same time leave one of the states, never a mixture', async () => {
  const realm = await clone();
  const { id } = await takeSnapshot(realm);
  const answers = await Promise.all([
    ...[1, 2, 3].flatMap(() => [
      post(realm, 'reset'),
      post(realm, `snapshots/${id}/restore`),
      post(realm, 'snapshots'),
    ]),
    changeEverything(realm),
  ]);
  assert.ok(
    answers.every((status) => status === undefined || status < 300),
    answers.join(),
  );
  assert.equal(await post(realm, 'reset'), 204);
  const exported = await server.call<RealmRepresentation>('GET', `${V1}/realms/${realm}/export`);
  assert.notEqual(exported.body.displayName, 'Changed');
});
