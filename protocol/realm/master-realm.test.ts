import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layerTransientRealms } from '#protocol/store/layered/layered-store.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import {
  addRealmToMaster,
  createMasterRealm,
  followInMaster,
  followRealmInMaster,
  managementRename,
} from './master-realm.ts';
import { effectiveRoles } from './view/roles.ts';
import { viewRealm } from './view/view-realm.ts';

const clock = { now: () => 0 };
const create = () => createMasterRealm({ username: 'Root', password: 'pw' }, clock);

test('Keycloak bootstrap: master has one administrator with role admin, and access tokens that last one minute', () => {
  const { realm, users } = create();
  const [administrator] = users;
  assert.equal(realm.realm, 'master');
  assert.equal(realm.accessTokenLifespan, 60);
  assert.equal(users.length, 1);
  assert.equal(administrator?.username, 'root');
  assert.ok(administrator && effectiveRoles(viewRealm(realm), administrator).realm.has('admin'));
});

test('Keycloak bootstrap: admin may manage master and every added realm', () => {
  const { realm, users } = create();
  const both = addRealmToMaster(realm, 'demo');
  const [administrator] = users;
  assert.ok(administrator);
  const roles = effectiveRoles(viewRealm(both), administrator);
  assert.ok(roles.clients.get('master-realm')?.has('manage-users'));
  assert.ok(roles.clients.get('demo-realm')?.has('manage-clients'));
});

test('adding a realm twice has no effect', () => {
  const once = addRealmToMaster(create().realm, 'demo');
  assert.equal(addRealmToMaster(once, 'demo'), once);
});

test('removing a realm removes its client and roles', () => {
  const { realm, users } = create();
  const gone = followRealmInMaster(addRealmToMaster(realm, 'demo'), 'demo', undefined);
  const [administrator] = users;
  assert.equal(
    gone.clients?.some((client) => client.clientId === 'demo-realm'),
    false,
  );
  assert.equal(gone.roles?.client?.['demo-realm'], undefined);
  assert.ok(administrator && !effectiveRoles(viewRealm(gone), administrator).clients.has('demo-realm'));
});

test('Keycloak import: the client of a renamed realm keeps its id and its roles', () => {
  const both = addRealmToMaster(create().realm, 'demo');
  const renamed = followRealmInMaster(both, 'demo', 'show');
  const [before, after] = [both, renamed].map(({ clients }) =>
    clients?.find(({ clientId }) => /^(demo|show)-realm$/.test(clientId)),
  );
  assert.equal(after?.clientId, 'show-realm');
  assert.equal(after?.id, before?.id);
  assert.deepEqual(
    renamed.roles?.client?.['show-realm'],
    both.roles?.client?.['demo-realm']?.map((role) =>
      JSON.parse(JSON.stringify(role).replaceAll('demo-realm', 'show-realm')),
    ),
  );
  assert.doesNotMatch(JSON.stringify(renamed), /demo-realm/);
  assert.deepEqual(managementRename('demo', undefined), {
    kind: 'client',
    from: 'demo-realm',
    to: undefined,
  });
});

test('a renamed realm gets a client in master even if it had none', () => {
  const { realm } = create();
  const renamed = followRealmInMaster(realm, 'demo', 'show');
  assert.ok(renamed.clients?.some(({ clientId }) => clientId === 'show-realm'));
  assert.ok(renamed.roles?.client?.['show-realm']?.some(({ name }) => name === 'manage-users'));
});

test('a realm that is removed or renamed is followed in a stored master and its users; one in memory only is not', async () => {
  const { realm, users } = create();
  const store = layerTransientRealms(createMemoryStore(), clock);
  await store.realms.create(addRealmToMaster(realm, 'demo'), users);
  const master = () => store.realms.find('master');
  const managers = () =>
    master()
      ?.clients?.map(({ clientId }) => clientId)
      .filter((clientId) => /^(demo|show|temp)-realm$/.test(clientId));
  const [administrator] = users;
  await store.users.update(realm.id, administrator?.id ?? '', (user) => ({
    ...user,
    clientRoles: { 'demo-realm': ['view-users'] },
  }));
  await store.realms.create({ id: 'd', realm: 'show' }, []);
  await followInMaster(store, 'demo', 'show');
  assert.deepEqual(managers(), ['show-realm']);
  assert.deepEqual((await store.users.find(realm.id, administrator?.id ?? ''))?.clientRoles, {
    'show-realm': ['view-users'],
  });
  await followInMaster(store, 'show', undefined);
  assert.deepEqual(managers(), []);
  const before = master();
  await store.createTransient({ id: 't', realm: 'temp' }, { list: () => [] });
  await followInMaster(store, 'old', 'temp');
  await followInMaster(store, 'temp', undefined);
  assert.equal(master(), before);
  await store.realms.remove('master');
  await followInMaster(store, 'other', 'show');
  assert.equal(master(), undefined);
});
