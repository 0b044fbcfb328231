import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { normalizeRealm } from './normalize-realm.ts';
import { RealmFileError } from './realm-file-error.ts';

const normalize = (file: Partial<RealmRepresentation>) =>
  normalizeRealm({ realm: 'shop', ...file }, { now: () => 0 }).realm;
const clients = [{ clientId: 'app' }];

const NAMED: readonly (readonly [where: string, file: Partial<RealmRepresentation>])[] = [
  ['a user', { users: [{ username: 'u', realmRoles: ['buyer'], clientRoles: { app: ['reader'] } }] }],
  ['a group', { groups: [{ name: 'g', realmRoles: ['buyer'], clientRoles: { app: ['reader'] } }] }],
  [
    'a group inside a group',
    {
      groups: [
        { name: 'g', subGroups: [{ name: 'h', realmRoles: ['buyer'], clientRoles: { app: ['reader'] } }] },
      ],
    },
  ],
  [
    'a scope mapping',
    {
      scopeMappings: [{ client: 'app', roles: ['buyer'] }],
      clientScopeMappings: { app: [{ client: 'app', roles: ['reader'] }] },
    },
  ],
];
for (const [where, file] of NAMED) {
  test(`Keycloak import: a role that ${where} names and nobody defines is created`, () => {
    const { roles } = normalize({ clients, ...file });
    const buyer = roles?.realm?.find(({ name }) => name === 'buyer');
    assert.ok(buyer?.id);
    assert.deepEqual(
      roles?.client?.['app']?.map(({ name, clientRole }) => [name, clientRole]),
      [['reader', true]],
    );
  });
}

test('Keycloak import: a role of defaultRoles is created and contained in the default role', () => {
  const realm = normalize({ defaultRoles: ['buyer'] });
  assert.ok(realm.roles?.realm?.some(({ name }) => name === 'buyer'));
  const role = realm.roles?.realm?.find(({ name }) => name === realm.defaultRole?.name);
  assert.ok(role?.composites?.realm?.includes('buyer'));
});

const UNDEFINED: readonly (readonly [title: string, file: Partial<RealmRepresentation>, path: string])[] = [
  [
    'a realm role in a realm role',
    { roles: { realm: [{ name: 'boss', composites: { realm: ['nobody'] } }] } },
    'roles.realm.boss.composites.realm',
  ],
  [
    'a client role in a realm role',
    { clients, roles: { realm: [{ name: 'boss', composites: { client: { app: ['nobody'] } } }] } },
    'roles.realm.boss.composites.client.app',
  ],
  [
    'a role of an unknown client',
    { roles: { realm: [{ name: 'boss', composites: { client: { gone: ['nobody'] } } }] } },
    'roles.realm.boss.composites.client.gone',
  ],
  [
    'a realm role in a client role',
    { clients, roles: { client: { app: [{ name: 'boss', composites: { realm: ['nobody'] } }] } } },
    'roles.client.app.boss.composites.realm',
  ],
];
for (const [title, file, path] of UNDEFINED) {
  test(`Keycloak import: ${title} that is not defined is refused with both names`, () => {
    assert.throws(
      () => normalize(file),
      (error) =>
        error instanceof RealmFileError && error.member === path && error.message.includes('"nobody"'),
    );
  });
}

test('Keycloak import: built-in roles may be contained without being defined', () => {
  const composites = { realm: ['offline_access'], client: { account: ['view-profile'] } };
  assert.doesNotThrow(() => normalize({ roles: { realm: [{ name: 'boss', composites }] } }));
});

test('Keycloak import: roles in defaultRoles of clients are created and contained in the default role', () => {
  const clients = [
    { clientId: 'till', defaultRoles: ['open', 'close'] },
    { clientId: 'page', defaultRoles: 'open' },
  ];
  const realm = normalize({ clients, roles: { client: { till: [{ name: 'open' }] } } });
  const byDefault = realm.roles?.realm?.find(({ name }) => name === realm.defaultRole?.name);
  assert.deepEqual(byDefault?.composites?.client?.['till'], ['open', 'close']);
  assert.deepEqual(byDefault?.composites?.client?.['account'], ['view-profile', 'manage-account']);
  assert.equal(byDefault?.composites?.client?.['page'], undefined);
  assert.deepEqual(
    realm.roles?.client?.['till']?.map(({ name }) => name),
    ['open', 'close'],
  );
});

test('bad input: what is not a name in defaultRoles is ignored', () => {
  const { roles } = normalize({ defaultRoles: [7, null, '', 'buyer'] });
  assert.deepEqual(
    roles?.realm?.filter(({ name }) => typeof name !== 'string' || name === ''),
    [],
  );
  assert.ok(roles?.realm?.some(({ name }) => name === 'buyer'));
});

test('Keycloak import: built-in roles that a file lacks are put into its default role, whose own entry is in roles.realm', () => {
  const defaultRole = { name: 'default-roles-shop', composites: { realm: ['ignored'] } };
  const { roles } = normalize({ defaultRole, roles: { realm: [{ name: 'buyer' }] } });
  const made = roles?.realm?.find(({ name }) => name === 'default-roles-shop');
  assert.deepEqual(made?.composites, {
    realm: ['offline_access', 'uma_authorization'],
    client: { account: ['view-profile', 'manage-account'] },
  });
});

test('Keycloak import: roles that the file has are not put into its default role', () => {
  const { roles } = normalize({
    defaultRole: { name: 'default-roles-shop' },
    roles: {
      realm: [
        { name: 'offline_access' },
        { name: 'uma_authorization' },
        { name: 'default-roles-shop', composite: true, composites: { realm: ['offline_access'] } },
      ],
    },
    clients: [{ clientId: 'account' }],
  });
  const kept = roles?.realm?.find(({ name }) => name === 'default-roles-shop');
  assert.deepEqual(kept?.composites, { realm: ['offline_access'] });
});

const gone = { gone: ['reader'] };
const UNKNOWN_OWNERS: readonly (readonly [
  where: string,
  file: Partial<RealmRepresentation>,
  path: string,
])[] = [
  [
    'a user',
    { users: [{ username: 'a' }, { username: 'b', clientRoles: gone }] },
    'users[1].clientRoles.gone',
  ],
  [
    'a service account',
    {
      clients: [{ clientId: 'app', serviceAccountsEnabled: true }],
      users: [{ username: 'service-account-app', serviceAccountClientId: 'app', clientRoles: gone }],
    },
    'users[0].clientRoles.gone',
  ],
  ['a group', { groups: [{ name: 'g', clientRoles: gone }] }, 'groups[0].clientRoles.gone'],
  [
    'a group inside a group',
    { groups: [{ name: 'f' }, { name: 'g', subGroups: [{ name: 'h', clientRoles: gone }] }] },
    'groups[1].subGroups[0].clientRoles.gone',
  ],
  [
    'a scope mapping',
    { clients, clientScopeMappings: { gone: [{ client: 'app', roles: ['reader'] }] } },
    'clientScopeMappings.gone',
  ],
  [
    'a user in the form of Keycloak 1',
    { users: [{ username: 'a', applicationRoles: gone }] },
    'users[0].clientRoles.gone',
  ],
  [
    'a user with no role of it',
    { users: [{ username: 'a', clientRoles: { gone: [] } }] },
    'users[0].clientRoles.gone',
  ],
];
for (const [where, file, path] of UNKNOWN_OWNERS) {
  test(`Keycloak import: roles that ${where} has of a client that is not in the file are refused by name`, () => {
    assert.throws(
      () => normalize(file),
      (error) => {
        assert.ok(error instanceof RealmFileError);
        assert.equal(error.message, `${path} belongs to a client that is not in the file`);
        assert.equal(error.remedy, 'Add a client with clientId "gone", or remove its roles.');
        return true;
      },
    );
  });
}

test('Keycloak import: roles of built-in clients need no client in the file', () => {
  const clientRoles = {
    account: ['view-profile'],
    broker: ['read-token'],
    'realm-management': ['view-users'],
  };
  assert.doesNotThrow(() => normalize({ users: [{ username: 'a', clientRoles }] }));
});

test('Keycloak import: users of master have roles of the clients that manage its realms', () => {
  const users = [{ username: 'a', clientRoles: { 'shop-realm': ['view-users'] } }];
  assert.doesNotThrow(() => normalize({ realm: 'master', users }));
  assert.throws(() => normalize({ realm: 'other', users }), RealmFileError);
  assert.throws(
    () => normalize({ realm: 'master', users: [{ username: 'a', clientRoles: gone }] }),
    RealmFileError,
  );
});
