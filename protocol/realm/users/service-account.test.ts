import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '#protocol/store/collect.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { normalizeRealm } from '../file/normalize-realm.ts';
import { ensureServiceAccount } from './service-account.ts';

const clock = { now: () => 0 };

test('RFC 6749 §4.4: a client with a service account gets exactly one user', async () => {
  const store = createMemoryStore();
  const { realm } = normalizeRealm({ realm: 'r' }, clock);
  await store.realms.create(realm, []);
  const client = { clientId: 'Job', serviceAccountsEnabled: true };
  await ensureServiceAccount(store.users, realm, client, clock);
  await ensureServiceAccount(store.users, realm, client, clock);
  const users = await collect(store.users.each(realm.id));
  assert.deepEqual(
    users.map(({ username, serviceAccountClientId }) => [username, serviceAccountClientId]),
    [['service-account-job', 'Job']],
  );
});

test('a client without a service account gets no user', async () => {
  const store = createMemoryStore();
  const { realm } = normalizeRealm({ realm: 'r' }, clock);
  await store.realms.create(realm, []);
  await ensureServiceAccount(store.users, realm, { clientId: 'page' }, clock);
  assert.deepEqual(await collect(store.users.each(realm.id)), []);
});

test('Keycloak import: a service account is found by its client, whatever its name', async () => {
  const store = createMemoryStore();
  const file = {
    realm: 'r',
    clients: [{ clientId: 'job', serviceAccountsEnabled: true }],
    users: [{ username: 'robot', serviceAccountClientId: 'job' }],
  };
  const { realm, users } = normalizeRealm(file, clock);
  await store.realms.create(realm, users);
  await ensureServiceAccount(store.users, realm, { clientId: 'job', serviceAccountsEnabled: true }, clock);
  assert.deepEqual(
    (await collect(store.users.each(realm.id))).map(({ username }) => username),
    ['robot'],
  );
  assert.equal((await store.users.findServiceAccount(realm.id, 'job'))?.username, 'robot');
  assert.equal(await store.users.findServiceAccount(realm.id, 'other'), undefined);
});
