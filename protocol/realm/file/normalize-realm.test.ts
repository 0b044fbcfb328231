import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { manualClock } from '../testing/realm.ts';
import { effectiveRoles } from '../view/roles.ts';
import { viewRealm } from '../view/view-realm.ts';
import { MIGRATED_VERSION } from './migrations.ts';
import { type NormalizedRealm, normalizeRealm } from './normalize-realm.ts';
import { RealmFileError } from './realm-file-error.ts';

const clock = manualClock();

function normalize(members: Partial<RealmRepresentation>): NormalizedRealm {
  return normalizeRealm({ realm: 'r', ...members }, clock);
}

const REFUSED: readonly (readonly [members: Partial<RealmRepresentation>, member: string])[] = [
  [{ realm: 'a/b' }, 'realm'],
  [{ realm: '..' }, 'realm'],
  [{ realm: 'a?b' }, 'realm'],
  [{ realm: ' a' }, 'realm'],
  [{ clients: [{ clientId: 'a' }, { clientId: 'a' }] }, 'clients[1].clientId'],
  [
    {
      clients: [
        { clientId: 'a', id: '1' },
        { clientId: 'b', id: '1' },
      ],
    },
    'clients[1].id',
  ],
  [{ clientScopes: [{ name: 's' }, { name: 's' }] }, 'clientScopes[1].name'],
  [{ roles: { realm: [{ name: 'x' }, { name: 'x' }] } }, 'roles.realm[1].name'],
  [{ roles: { client: { gone: [{ name: 'x' }] } } }, 'roles.client.gone'],
  [{ users: [{ username: 'a' }, { username: 'A' }] }, 'users[1].username'],
  [
    {
      users: [
        { username: 'a', id: '1' },
        { username: 'b', id: '1' },
      ],
    },
    'users[1].id',
  ],
  [
    {
      users: [
        { username: 'a', email: 'x@y.test' },
        { username: 'b', email: 'X@y.test' },
      ],
    },
    'users[1].email',
  ],
];

for (const [members, member] of REFUSED) {
  test(`realm file: ${JSON.stringify(members)} is rejected at ${member}, with a remedy`, () => {
    assert.throws(
      () => normalize(members),
      (error: unknown) => error instanceof RealmFileError && error.member === member && error.remedy !== '',
    );
  });
}

test('realm file: duplicate e-mail addresses are accepted if the realm allows them', () => {
  const users = [
    { username: 'a', email: 'x@y.test' },
    { username: 'b', email: 'x@y.test' },
  ];
  assert.equal(normalize({ duplicateEmailsAllowed: true, users }).users.length, 2);
});

test('Keycloak fresh realm: clients, client scopes and roles missing from the file are added', () => {
  const { realm } = normalize({});
  const clientIds = realm.clients?.map((client) => client.clientId).sort();
  assert.deepEqual(clientIds, [
    'account',
    'account-console',
    'admin-cli',
    'broker',
    'realm-management',
    'security-admin-console',
  ]);
  assert.deepEqual(
    realm.roles?.realm?.map((role) => role.name),
    ['offline_access', 'uma_authorization', 'default-roles-r'],
  );
  assert.equal(realm.defaultRole?.name, 'default-roles-r');
  assert.ok(realm.clientScopes?.some((scope) => scope.name === 'basic'));
  assert.equal(realm.enabled, true);
});

test('Keycloak fresh realm: the default role contains offline access and the account roles', () => {
  const { realm } = normalize({});
  const roles = effectiveRoles(viewRealm(realm), { id: 'u', username: 'u', realmRoles: ['default-roles-r'] });
  assert.deepEqual([...roles.realm].sort(), ['default-roles-r', 'offline_access', 'uma_authorization']);
  assert.deepEqual([...(roles.clients.get('account') ?? [])].sort(), [
    'manage-account',
    'manage-account-links',
    'view-profile',
  ]);
});

test('Keycloak import: a file that lists client scopes gets only offline_access of the built-in ones', () => {
  const { realm } = normalize({ keycloakVersion: MIGRATED_VERSION, clientScopes: [{ name: 'own' }] });
  assert.deepEqual(
    realm.clientScopes?.map((scope) => scope.name),
    ['own', 'offline_access'],
  );
  assert.deepEqual(realm.defaultDefaultClientScopes, []);
  assert.deepEqual(realm.clients?.find((client) => client.clientId === 'admin-cli')?.defaultClientScopes, []);
});

test('Keycloak import: built-in clients and roles in the file are kept as they are', () => {
  const { realm } = normalize({
    clients: [{ id: 'mine', clientId: 'account', enabled: false }],
    roles: {
      realm: [{ id: 'o', name: 'offline_access', description: 'mine' }],
      client: { account: [{ id: 'v', name: 'view-profile' }] },
    },
  });
  assert.equal(realm.clients?.filter((client) => client.clientId === 'account').length, 1);
  assert.equal(realm.clients?.find((client) => client.clientId === 'account')?.enabled, false);
  assert.equal(realm.roles?.realm?.find((role) => role.name === 'offline_access')?.description, 'mine');
  const ofAccount = realm.roles?.client?.['account'] ?? [];
  assert.equal(ofAccount.find((role) => role.name === 'view-profile')?.id, 'v');
  assert.ok(ofAccount.every((role) => role.clientRole === true && role.containerId === 'mine'));
});

test('Keycloak import: the default role may have another name and its own composites; legacy defaultRoles are added', () => {
  const named = normalize({
    roles: { realm: [{ name: 'everybody', composites: { realm: ['offline_access'] } }] },
    defaultRole: { name: 'everybody' },
    defaultRoles: ['uma_authorization'],
  });
  const role = viewRealm(named.realm).defaultRole;
  assert.equal(role?.name, 'everybody');
  assert.deepEqual(
    role?.composites.map(({ name }) => name),
    // The import creates the client account, whose roles are in every default role.
    ['offline_access', 'uma_authorization', 'view-profile', 'manage-account'],
  );
});

test('Keycloak import: users have exactly the roles in the file, and are returned separately from the realm', () => {
  const { realm, users } = normalize({
    users: [{ username: 'Alice' }, { username: 'bob', realmRoles: ['x'] }],
  });
  assert.deepEqual(
    users.map((user) => [user.username, user.realmRoles]),
    [
      ['alice', undefined],
      ['bob', ['x']],
    ],
  );
  assert.equal('users' in realm, false);
});

test('Keycloak import: a client with a service account gets its user with the default role, unless the file has one', () => {
  const clients = [
    { clientId: 'Made', serviceAccountsEnabled: true },
    { clientId: 'brought', serviceAccountsEnabled: true },
    { clientId: 'none' },
  ];
  const { users } = normalize({
    clients,
    users: [{ username: 'service-account-brought', serviceAccountClientId: 'brought' }],
  });
  assert.deepEqual(
    users.map((user) => [user.username, user.realmRoles]),
    [
      ['service-account-brought', undefined],
      ['service-account-made', ['default-roles-r']],
    ],
  );
});

test('Keycloak export: groups get paths and parents, and a slash in a name is escaped', () => {
  const { realm } = normalize({ groups: [{ name: 'a/b', subGroups: [{ name: 'c' }] }] });
  const [group] = realm.groups ?? [];
  assert.equal(group?.path, '/a~/b');
  assert.equal(group?.subGroups?.[0]?.path, '/a~/b/c');
  assert.equal(group?.subGroups?.[0]?.parentId, group?.id);
});

test('contract "Realm files": unknown members are kept at every depth, and importing again changes nothing', () => {
  const file: RealmRepresentation = {
    realm: 'r',
    novelty: { deep: [null, 1] },
    clients: [
      { clientId: 'a', novelty: 1, protocolMappers: [{ name: 'm', protocolMapper: 'x', novelty: 2 }] },
    ],
    roles: { realm: [{ name: 'x', novelty: 3 }], novelty: 4 },
    groups: [{ name: 'g', novelty: 5 }],
    clientScopes: [{ name: 's', novelty: 6 }],
    users: [{ username: 'u', novelty: 7, credentials: [{ type: 'otp', novelty: 8 }] }],
  };
  const once = normalizeRealm(file, clock);
  const text = JSON.stringify(once);
  for (const novelty of [1, 2, 3, 4, 5, 6, 7, 8])
    assert.ok(text.includes(`"novelty":${novelty}`), String(novelty));
  assert.deepEqual(once.realm['novelty'], { deep: [null, 1] });
  const again = normalizeRealm(
    { ...(JSON.parse(JSON.stringify(once.realm)) as RealmRepresentation), users: once.users },
    clock,
  );
  assert.deepEqual(again, once);
});

test('Keycloak import: a known member that is null counts as missing', () => {
  const file = JSON.parse(
    '{"realm": "r", "displayName": null, "clients": [{"clientId": "a", "secret": null, "publicClient": false}]}',
  );
  const { realm } = normalizeRealm(file as RealmRepresentation, clock);
  assert.equal('displayName' in realm, false);
  assert.match(realm.clients?.[0]?.secret ?? '', /^\w{32}$/);
});

test('the input file is not modified', () => {
  const file = {
    realm: 'r',
    clients: [{ clientId: 'a' }],
    users: [{ username: 'A' }],
    groups: [{ name: 'g' }],
  };
  const before = structuredClone(file);
  normalizeRealm(file, clock);
  assert.deepEqual(file, before);
});

test('the demo realm: all references resolve, and each kind of application has a client', async () => {
  const text = await readFile(new URL('../../../fixtures/realms/demo.json', import.meta.url), 'utf8');
  const { realm, users } = normalizeRealm(JSON.parse(text) as RealmRepresentation, clock);
  const view = viewRealm(realm);
  const people = users.filter((user) => user.serviceAccountClientId === undefined);
  assert.deepEqual(
    people.map((user) => user.username),
    ['alice', 'bob', 'carol'],
  );
  for (const user of users) {
    const roles = effectiveRoles(view, user);
    for (const name of user.realmRoles ?? []) assert.ok(roles.realm.has(name), `${user.username}: ${name}`);
    assert.ok(roles.realm.has('default-roles-demo'), user.username);
  }
  const kinds = new Set(
    [...view.clients.values()].map((client) => `${client.protocol} ${client.kind} ${client.authenticator}`),
  );
  for (const kind of [
    'openid-connect confidential client-secret',
    'openid-connect confidential client-jwt',
    'openid-connect confidential client-secret-jwt',
    'openid-connect public client-secret',
    'openid-connect bearer-only client-secret',
  ]) {
    assert.ok(kinds.has(kind), kind);
  }
  assert.deepEqual([...new Set([...view.clients.values()].map((client) => client.protocol))].sort(), [
    'docker-v2',
    'openid-connect',
    'saml',
  ]);
});

test('a service account whose name another user has is not created, as in the admin API', () => {
  const { users } = normalize({
    clients: [
      { clientId: 'a', serviceAccountsEnabled: true },
      { clientId: 'A', serviceAccountsEnabled: true },
      { clientId: 'b', serviceAccountsEnabled: true },
    ],
    users: [{ username: 'service-account-b' }],
  });
  assert.deepEqual(
    users.map(({ username, serviceAccountClientId }) => [username, serviceAccountClientId]),
    [
      ['service-account-b', undefined],
      ['service-account-a', 'a'],
    ],
  );
});
