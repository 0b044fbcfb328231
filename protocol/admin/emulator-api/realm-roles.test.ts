import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type {
  EffectiveRoleWire,
  RoleGroupsWire,
  RolePathWire,
  RolesPageWire,
  RoleUsersWire,
  RoleWire,
} from '#protocol/contract/roles.ts';
import { type Named, startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const ADMIN = '/admin/realms/shop';
const REALM = '/emulator/v1/realms/shop';
const ODD = 'a/b "c" ü?#%';

async function roleId(name: string, clientId?: string): Promise<string> {
  const owner = clientId === undefined ? '' : `/clients/${server.clientUuid(clientId)}`;
  const path = `${ADMIN}${owner}/roles/${encodeURIComponent(name)}`;
  return (await server.call<Named>('GET', path)).body.id;
}

async function groupId(path: string): Promise<string> {
  return (await server.call<Named>('GET', `${ADMIN}/group-by-path${path}`)).body.id;
}

async function setUp(): Promise<void> {
  const send = async (method: string, path: string, body: unknown): Promise<void> => {
    const { status } = await server.call(method, ADMIN + path, { body });
    assert.ok(status < 300, `${method} ${path}: ${status}`);
  };
  await send('POST', `/clients/${server.clientUuid('till')}/roles`, { name: ODD, description: 'Odd name' });
  const odd = { id: await roleId(ODD, 'till'), name: ODD };
  const boss = { id: await roleId('boss'), name: 'boss' };
  await send('POST', `/roles-by-id/${await roleId('clerk')}/composites`, [odd, boss]);
  await send('POST', `/groups/${await groupId('/staff')}/role-mappings/realm`, [boss]);
}
await setUp();

const textOf = ({ group, roles }: RolePathWire): string =>
  [group ?? 'direct', ...roles.map(({ name }) => name)].join(' > ');
const list = async (query = '') => (await server.call<RolesPageWire>('GET', `${REALM}/roles${query}`)).body;
const effective = async (path: string) =>
  (await server.call<EffectiveRoleWire[]>('GET', `${REALM}/${path}/effective-roles`)).body;
const usersOf = async (id: string, query = '') =>
  (await server.call<RoleUsersWire>('GET', `${REALM}/roles/${id}/users${query}`)).body;
const groupsOf = async (id: string, query = '') =>
  (await server.call<RoleGroupsWire>('GET', `${REALM}/roles/${id}/groups${query}`)).body;

test('console "Roles": realm roles come first, then client roles by clientId and name, each with its owner', async () => {
  const { total, roles } = await list('?max=1000');
  assert.equal(total, roles.length);
  const owners = roles.map(({ clientId = '' }) => clientId);
  assert.deepEqual(owners, owners.toSorted());
  const odd = roles.find(({ name }) => name === ODD);
  assert.deepEqual(odd, {
    id: await roleId(ODD, 'till'),
    name: ODD,
    clientId: 'till',
    clientUuid: server.clientUuid('till'),
    description: 'Odd name',
    composite: false,
  });
});

test('console "Roles": the default role and what comes with it are marked', async () => {
  const { roles } = await list('?kind=realm');
  const marks = (name: string) => {
    const role = roles.find((each) => each.name === name);
    return [role?.isDefault, role?.isInDefault];
  };
  assert.deepEqual(marks('default-roles-shop'), [true, undefined]);
  assert.deepEqual(marks('offline_access'), [undefined, true]);
  assert.deepEqual(marks('clerk'), [undefined, undefined]);
});

test('console "Roles": one role is read by its ID, and says whether it is built in', async () => {
  const read = async (name: string) =>
    (await server.call<RoleWire>('GET', `${REALM}/roles/${await roleId(name)}`)).body;
  assert.deepEqual(await read('boss'), { id: await roleId('boss'), name: 'boss', composite: true });
  assert.equal((await read('uma_authorization')).isBuiltIn, true);
});

test('console "Roles": the list is searched by name, description and clientId, limited to a kind or a client, and paged', async () => {
  const names = async (query: string) => (await list(query)).roles.map(({ name }) => name);
  assert.deepEqual(await names('?client=till'), [ODD, 'open']);
  assert.deepEqual(await names('?text=TILL%20open'), ['open']);
  assert.deepEqual(await names('?text=odd'), [ODD]);
  assert.deepEqual(await names('?kind=realm&client=till'), []);
  assert.deepEqual(await names('?kind=client&text=boss'), []);
  const page = await list('?client=till&first=1&max=1');
  assert.deepEqual([page.total, page.roles.map(({ name }) => name)], [2, ['open']]);
});

test('effective roles: each role of a user says whether it is assigned, and every way to it', async () => {
  const roles = await effective(`users/${await server.userId('ann')}`);
  const found = Object.fromEntries(roles.map((role) => [role.name, role]));
  assert.deepEqual(found['clerk']?.paths.map(textOf), ['direct > clerk', '/staff > boss > clerk']);
  assert.equal(found['clerk']?.direct, true);
  assert.deepEqual(found['boss']?.paths.map(textOf), ['/staff > boss', 'direct > clerk > boss']);
  assert.equal(found['boss']?.direct, false);
  assert.equal(found[ODD]?.clientUuid, server.clientUuid('till'));
});

test('effective roles: a group has its own roles directly and those of its parents through them', async () => {
  const staff = await effective(`groups/${await groupId('/staff')}`);
  assert.deepEqual(staff.find(({ name }) => name === 'boss')?.paths.map(textOf), ['direct > boss']);
  const night = await effective(`groups/${await groupId('/staff/night')}`);
  assert.deepEqual(night.find(({ name }) => name === 'boss')?.paths.map(textOf), ['/staff > boss']);
  assert.ok(night.every(({ direct }) => !direct));
  assert.deepEqual(await effective(`groups/${await groupId('/guests')}`), []);
});

test('effective roles: a composite role has its associated roles directly, and itself never, even in a cycle', async () => {
  const roles = await effective(`roles/${await roleId('boss')}`);
  assert.deepEqual(
    roles.map(({ name, direct, paths }) => [name, direct, ...paths.map(textOf)]),
    [
      ['clerk', true, 'direct > clerk'],
      [ODD, false, `direct > clerk > ${ODD}`],
    ],
  );
  assert.deepEqual(await effective(`roles/${await roleId('open', 'till')}`), []);
});

test('users in role: those who have it in any way, those to whom it is assigned, and the others', async () => {
  const clerk = await roleId('clerk');
  const ann = (await usersOf(clerk)).users;
  assert.deepEqual(
    ann.map(({ username, direct, paths }) => [username, direct, ...paths.map(textOf)]),
    [['ann', true, 'direct > clerk', '/staff > boss > clerk']],
  );
  assert.equal((await usersOf(clerk, '?kind=direct')).total, 1);
  const boss = await roleId('boss');
  assert.equal((await usersOf(boss, '?kind=direct')).total, 0);
  const others = await usersOf(boss, '?kind=unassigned&text=ann');
  assert.deepEqual(others.users[0]?.paths.map(textOf), ['/staff > boss', 'direct > clerk > boss']);
});

test('users in role: service accounts are listed with their client, and found by username', async () => {
  const defaults = await usersOf(await roleId('default-roles-shop'), '?text=service-account');
  assert.deepEqual(
    defaults.users.map(({ username, serviceAccountClientId }) => [username, serviceAccountClientId]),
    [['service-account-till', 'till']],
  );
});

test('users in role: the list is searched by username, name and e-mail address, and paged', async () => {
  const clerk = await roleId('clerk');
  for (const text of ['ANN', 'example.test', 'an%20ann@'])
    assert.equal((await usersOf(clerk, `?text=${text}`)).total, 1, text);
  assert.equal((await usersOf(clerk, '?text=bob')).total, 0);
  const page = await usersOf(clerk, '?kind=unassigned&first=1&max=1');
  assert.equal(page.users.length, 1);
  assert.ok(page.total > 1);
});

test('groups with a role: the group itself, those below it, and the others', async () => {
  const boss = await roleId('boss');
  const pathsOf = ({ groups }: RoleGroupsWire) => groups.map(({ path, direct }) => [path, direct]);
  assert.deepEqual(pathsOf(await groupsOf(boss)), [
    ['/staff', true],
    ['/staff/night', false],
  ]);
  assert.deepEqual(pathsOf(await groupsOf(boss, '?kind=direct')), [['/staff', true]]);
  assert.deepEqual(pathsOf(await groupsOf(boss, '?kind=unassigned&text=GUEST')), [['/guests', false]]);
  assert.deepEqual((await groupsOf(boss, '?text=night')).groups[0]?.paths.map(textOf), ['/staff > boss']);
});

test('console "Roles": unknown roles, users, groups and realms are 404, invalid queries 400', async () => {
  for (const path of [
    'roles/none',
    'roles/none/effective-roles',
    'roles/none/users',
    'roles/none/groups',
    'users/none/effective-roles',
    'groups/none/effective-roles',
  ])
    assert.equal((await server.call('GET', `${REALM}/${path}`)).status, 404, path);
  assert.equal((await server.call('GET', '/emulator/v1/realms/none/roles')).status, 404);
  const clerk = await roleId('clerk');
  for (const path of [
    'roles?client=none',
    'roles?kind=both',
    'roles?max=0',
    'roles?max=1001',
    `roles/${clerk}/users?kind=some`,
    `roles/${clerk}/users?first=-1`,
    `roles/${clerk}/groups?kind=some`,
  ])
    assert.equal((await server.call('GET', `${REALM}/${path}`)).status, 400, path);
});

test('console "Roles": callers who are not administrators of the server are rejected', async () => {
  const token = await server.tokenOf('shop', 'manager', 'page');
  const ann = await server.userId('ann');
  for (const path of ['roles', `users/${ann}/effective-roles`, `roles/${await roleId('clerk')}/users`]) {
    assert.equal((await server.call('GET', `${REALM}/${path}`, { token })).status, 403, path);
    assert.equal((await server.call('GET', `${REALM}/${path}`, { token: null })).status, 401, path);
  }
});
