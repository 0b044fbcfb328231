import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { RealmRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { startAdminServer } from './testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());

const ROLES_OF_POLICY = JSON.stringify([{ id: 'shop/sell', required: true }, { id: 'clerk' }]);

/** A realm in which everything is referred to from everywhere. */
const FILE: RealmRepresentation = {
  realm: 'names',
  roles: {
    realm: [
      { name: 'clerk' },
      { name: 'boss', composites: { realm: ['clerk'], client: { shop: ['sell', 'buy'] } } },
    ],
    client: { shop: [{ name: 'sell' }, { name: 'buy', composites: { realm: ['clerk'] } }] },
  },
  defaultRoles: ['clerk'],
  groups: [
    {
      name: 'staff',
      realmRoles: ['clerk'],
      clientRoles: { shop: ['sell'] },
      subGroups: [{ name: 'night', clientRoles: { shop: ['buy'] }, subGroups: [{ name: 'late' }] }],
    },
    { name: 'guests' },
  ],
  defaultGroups: ['/staff/night'],
  clientScopes: [
    { name: 'cart', protocol: 'openid-connect' },
    { name: 'wish', protocol: 'openid-connect' },
  ],
  defaultDefaultClientScopes: ['cart'],
  defaultOptionalClientScopes: ['wish'],
  clients: [
    {
      clientId: 'shop',
      secret: 's',
      serviceAccountsEnabled: true,
      defaultClientScopes: ['cart'],
      optionalClientScopes: ['wish'],
      authorizationSettings: { policies: [{ name: 'p', type: 'role', config: { roles: ROLES_OF_POLICY } }] },
    },
    { clientId: 'page', fullScopeAllowed: false },
  ],
  applications: [{ name: 'old' }],
  scopeMappings: [
    { client: 'page', roles: ['clerk', 'boss'] },
    { clientScope: 'cart', roles: ['clerk'] },
  ],
  clientScopeMappings: {
    shop: [
      { client: 'page', roles: ['sell'] },
      { clientScope: 'cart', roles: ['sell', 'buy'] },
    ],
  },
  identityProviderMappers: [
    { name: 'm', identityProviderAlias: 'i', config: { role: 'shop.sell', group: '/staff/night' } },
  ],
  users: [
    {
      username: 'ann',
      realmRoles: ['clerk'],
      clientRoles: { shop: ['sell'] },
      groups: ['/staff', '/staff/night'],
      clientConsents: [
        { clientId: 'shop', grantedClientScopes: ['cart', 'wish'] },
        { clientId: 'page', grantedClientScopes: ['cart', 'shop'] },
      ],
    },
    { username: 'bob', groups: ['/staff/night/late'] },
  ],
};

const REALM = '/admin/realms/names';

beforeEach(async () => {
  await server.call('DELETE', REALM);
  assert.equal((await server.call('POST', '/admin/realms', { body: FILE })).status, 201);
});

async function read(): Promise<RealmRepresentation> {
  return (await server.call<RealmRepresentation>('GET', '/emulator/v1/realms/names/export')).body;
}

async function change(method: string, path: string, body?: unknown): Promise<RealmRepresentation> {
  const { status } = await server.call(method, `${REALM}${path}`, body === undefined ? {} : { body });
  assert.ok(status >= 200 && status < 300, `${method} ${path}: ${status}`);
  return read();
}

async function client(clientId: string): Promise<string> {
  const { clients = [] } = await read();
  return `/clients/${clients.find((each) => each.clientId === clientId)?.id}`;
}

async function scope(name: string): Promise<string> {
  const { clientScopes = [] } = await read();
  return `/client-scopes/${clientScopes.find((each) => each.name === name)?.id}`;
}

async function group(path: string): Promise<string> {
  const { body } = await server.call<{ id: string }>('GET', `${REALM}/group-by-path${path}`);
  return `/groups/${body.id}`;
}

const ann = ({ users = [] }: RealmRepresentation): UserRepresentation | undefined =>
  users.find(({ username }) => username === 'ann');

const scopesOf = (realm: RealmRepresentation): unknown =>
  ann(realm)?.clientConsents?.map((each) => each.grantedClientScopes);

/** Everything in the realm but the places where a name may remain. */
function textOf(realm: RealmRepresentation): string {
  return JSON.stringify(realm);
}

test('Keycloak admin API: a renamed client keeps consents, scope mappings, policies and its service account', async () => {
  const realm = await change('PUT', await client('shop'), { clientId: 'store' });
  assert.deepEqual(
    ann(realm)?.clientConsents?.map(({ clientId }) => clientId),
    ['store', 'page'],
  );
  assert.deepEqual(scopesOf(realm), [
    ['cart', 'wish'],
    ['cart', 'store'],
  ]);
  assert.deepEqual(Object.keys(realm.clientScopeMappings ?? {}).sort(), ['account', 'store']);
  assert.deepEqual(
    realm.users?.find((user) => user.serviceAccountClientId === 'store')?.username,
    'service-account-store',
  );
  assert.doesNotMatch(textOf(realm), /shop/);
});

test('Keycloak admin API: a removed client takes its consents, roles and mappings along', async () => {
  const realm = await change('DELETE', await client('shop'));
  assert.deepEqual(ann(realm)?.clientConsents?.length, 1);
  assert.deepEqual(scopesOf(realm), [['cart']]);
  assert.doesNotMatch(textOf(realm).replace('shop.sell', ''), /shop/);
});

test('Keycloak admin API: a client of an old member is not imported again after it is renamed or removed', async () => {
  const renamed = await change('PUT', await client('old'), { clientId: 'new' });
  assert.deepEqual(renamed['applications'], [{ name: 'new' }]);
  const removed = await change('DELETE', await client('new'));
  assert.deepEqual(removed['applications'], []);
});

test('Keycloak admin API: a renamed client scope keeps consents, scope mappings, realm defaults and clients', async () => {
  const realm = await change('PUT', await scope('cart'), { name: 'basket' });
  assert.deepEqual(scopesOf(realm), [
    ['basket', 'wish'],
    ['basket', 'shop'],
  ]);
  assert.deepEqual(realm.clientScopeMappings?.['shop']?.[1], {
    clientScope: 'basket',
    roles: ['sell', 'buy'],
  });
  assert.doesNotMatch(textOf(realm), /"cart"/);
});

test('Keycloak admin API: a removed client scope leaves every client, default, mapping and consent; the consents stay', async () => {
  const realm = await change('DELETE', await scope('cart'));
  assert.deepEqual(scopesOf(realm), [['wish'], ['shop']]);
  assert.deepEqual(realm.clientScopeMappings?.['shop'], [{ client: 'page', roles: ['sell'] }]);
  assert.doesNotMatch(textOf(realm), /"cart"/);
});

test('Keycloak admin API: a renamed role is renamed in users, groups, composites, mappings and policies', async () => {
  const renamed = await change('PUT', `${await client('shop')}/roles/sell`, { name: 'vend' });
  assert.doesNotMatch(textOf(renamed), /sell/);
  assert.match(textOf(renamed), /shop\/vend/);
  assert.doesNotMatch(textOf(await change('PUT', '/roles/clerk', { name: 'teller' })), /clerk/);
});

test('Keycloak admin API: a removed role leaves users, groups, composites, mappings and policies', async () => {
  await change('DELETE', `${await client('shop')}/roles/sell`);
  const realm = await change('DELETE', '/roles/clerk');
  assert.doesNotMatch(textOf(realm).replace('shop.sell', ''), /sell|clerk/);
  assert.deepEqual(realm.clientScopeMappings?.['shop']?.[1]?.roles, ['buy']);
});

test('Keycloak admin API: paths of a renamed group, of the groups below, of members and defaults follow', async () => {
  const realm = await change('PUT', await group('/staff'), { name: 'crew' });
  const night = realm.groups?.find(({ name }) => name === 'crew')?.subGroups?.[0];
  assert.deepEqual([night?.path, night?.subGroups?.[0]?.path], ['/crew/night', '/crew/night/late']);
  assert.deepEqual(ann(realm)?.groups, ['/crew', '/crew/night']);
  assert.deepEqual(realm.defaultGroups, ['/crew/night']);
  assert.doesNotMatch(textOf(realm), /staff/);
});

test('Keycloak admin API: a group moved to the top or below another has the path and the parent of its place', async () => {
  const { body } = await server.call<{ id: string }>('GET', `${REALM}/group-by-path/staff/night`);
  const top = await change('POST', '/groups', { id: body.id, name: 'night' });
  const night = top.groups?.find(({ name }) => name === 'night');
  assert.deepEqual([night?.path, night?.parentId], ['/night', undefined]);
  assert.equal(night?.subGroups?.[0]?.path, '/night/late');
  const below = await change('POST', `${await group('/guests')}/children`, { id: body.id, name: 'night' });
  const guests = below.groups?.find(({ name }) => name === 'guests');
  assert.deepEqual(guests?.subGroups?.[0]?.parentId, guests?.id);
  assert.deepEqual(below.users?.find(({ username }) => username === 'bob')?.groups, ['/guests/night/late']);
});

test('Keycloak admin API: a new group is exported with its path and parent', async () => {
  const made = await change('POST', `${await group('/guests')}/children`, { name: 'a/b' });
  const guests = made.groups?.find(({ name }) => name === 'guests');
  assert.deepEqual(guests?.subGroups?.[0]?.path, '/guests/a~/b');
  assert.equal(guests?.subGroups?.[0]?.parentId, guests?.id);
});

test('Keycloak admin API: a removed group leaves members and defaults with all groups below it', async () => {
  const realm = await change('DELETE', await group('/staff'));
  assert.deepEqual([ann(realm)?.groups, realm.defaultGroups], [[], []]);
  assert.doesNotMatch(textOf(realm).replace('"group":"/staff/night"', ''), /staff|night/);
});

test('Keycloak admin API: members of organizations follow a renamed user, and leave with a removed one', async () => {
  const organizations = [{ name: 'o', members: [{ username: 'ann' }, { username: 'bob' }] }];
  await change('PUT', '', { organizations });
  const idOf = (realm: RealmRepresentation, name: string): string =>
    realm.users?.find(({ username }) => username === name)?.id ?? '';
  const renamed = await change('PUT', `/users/${idOf(await read(), 'ann')}`, { username: 'Anna' });
  const removed = await change('DELETE', `/users/${idOf(renamed, 'bob')}`);
  assert.deepEqual(removed['organizations'], [{ name: 'o', members: [{ username: 'anna' }] }]);
});

test('Keycloak admin API: roles over a renamed realm stay with the administrators of master', async () => {
  const { body: users } = await server.call<{ id: string }[]>(
    'GET',
    '/admin/realms/master/users?username=admin',
  );
  const clerk = { username: 'helper', enabled: true };
  const { createdId } = await server.call('POST', '/admin/realms/master/users', { body: clerk });
  assert.ok(users.length > 0);
  const { body: clients } = await server.call<{ id: string }[]>(
    'GET',
    '/admin/realms/master/clients?clientId=names-realm',
  );
  const mappings = `/admin/realms/master/users/${createdId}/role-mappings/clients/${clients[0]?.id}`;
  const { body: roles } = await server.call<{ name: string }[]>('GET', `${mappings}/available`);
  await server.call('POST', mappings, { body: roles.filter(({ name }) => name === 'view-users') });
  await server.call('PUT', REALM, { body: { realm: 'titles' } });
  const { body: helper } = await server.call<RealmRepresentation>('GET', '/emulator/v1/realms/master/export');
  assert.deepEqual(helper.users?.find(({ username }) => username === 'helper')?.clientRoles, {
    'titles-realm': ['view-users'],
  });
  const { body: titles } = await server.call<RealmRepresentation>('GET', '/emulator/v1/realms/titles/export');
  assert.doesNotMatch(JSON.stringify(titles.clients), /\/names\//);
  await server.call('DELETE', '/admin/realms/titles');
  const { body: after } = await server.call<RealmRepresentation>('GET', '/emulator/v1/realms/master/export');
  assert.deepEqual(after.users?.find(({ username }) => username === 'helper')?.clientRoles, {});
  await server.call('DELETE', `/admin/realms/master/users/${createdId}`);
});

test('bad input: a realm cannot be renamed so that its client in master would have the name of another one', async () => {
  const { createdId } = await server.call('POST', '/admin/realms/master/clients', {
    body: { clientId: 'titles-realm' },
  });
  const refused = await server.call('PUT', REALM, { body: { realm: 'titles' } });
  assert.equal(refused.status, 409);
  assert.deepEqual(refused.body, { errorMessage: 'Client titles-realm of realm master already exists' });
  assert.ok(server.store.realms.find('names'));
  assert.equal(server.store.realms.find('titles'), undefined);
  await server.store.realms.update('master', (master) => ({
    ...master,
    clients: (master.clients ?? []).filter(({ id }) => id !== createdId),
  }));
});
