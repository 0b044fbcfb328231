import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '#protocol/store/collect.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { followInRealm, followInUser, followInUsers, followUser, type Rename } from './follow-references.ts';
import { USER_REFERENCES } from './reference-rows.ts';

const REALM: StoredRealm = {
  id: 'r',
  realm: 'r',
  roles: {
    realm: [
      { name: 'boss', composites: { realm: ['clerk'], client: { shop: ['clerk', 'buy'] } } },
      { name: 'clerk' },
    ],
    client: { shop: [{ name: 'clerk' }, { name: 'buy' }], 'shop.a': [{ name: 'b' }] },
  },
  defaultRole: { name: 'boss' },
  groups: [
    { name: 'g', realmRoles: ['clerk'], subGroups: [{ name: 'h', clientRoles: { shop: ['clerk'] } }] },
  ],
  scopeMappings: [{ client: 'shop', roles: ['clerk'] }],
  clientScopeMappings: { shop: [{ clientScope: 's', roles: ['clerk'] }] },
  identityProviderMappers: [
    { config: { role: 'shop.clerk', group: '/g/h' } },
    { config: { role: 'shop.a.b' } },
    { config: { role: 'clerk' } },
  ],
};
const USER: StoredUser = {
  id: 'u',
  username: 'ann',
  realmRoles: ['clerk'],
  clientRoles: { shop: ['clerk'] },
  groups: ['/g/h', '/gh'],
  clientConsents: [{ clientId: 'shop', grantedClientScopes: ['s', 'shop'] }],
};

const role = (clientId: string | undefined, from: string, to: string | undefined): Rename => ({
  kind: 'role',
  clientId,
  from,
  to,
});

test('a realm role and a client role of the same name are distinct', () => {
  const text = JSON.stringify(followInRealm(REALM, role(undefined, 'clerk', 'teller')));
  assert.match(text, /"shop":\["clerk","buy"\]/);
  assert.match(text, /"role":"shop.clerk"/);
  assert.match(text, /"role":"teller"/);
  assert.deepEqual(followInUser(USER, role('shop', 'clerk', 'seller')), {
    ...USER,
    clientRoles: { shop: ['seller'] },
  });
  assert.equal(followInUser(USER, role('page', 'clerk', 'seller')), USER);
});

test('a renamed client is renamed in dotted roles only where the role is its own', () => {
  const { identityProviderMappers } = followInRealm(REALM, { kind: 'client', from: 'shop', to: 'store' });
  assert.deepEqual(
    (identityProviderMappers as { config: { role: string } }[]).map(({ config }) => config.role),
    ['store.clerk', 'shop.a.b', 'clerk'],
  );
});

test('a removed client leaves nothing but the dotted role, which Keycloak keeps, too', () => {
  const next = followInRealm(REALM, { kind: 'client', from: 'shop', to: undefined });
  assert.deepEqual(next.scopeMappings, []);
  assert.deepEqual(next.clientScopeMappings, {});
  assert.deepEqual(Object.keys(next.roles?.client ?? {}), ['shop.a']);
  assert.deepEqual(next.roles?.realm?.[0]?.composites, { realm: ['clerk'], client: {} });
});

test('a removed client removes its service account', () => {
  const account = { id: 's', username: 'service-account-shop', serviceAccountClientId: 'shop' };
  assert.equal(followInUser(account, { kind: 'client', from: 'shop', to: undefined }), undefined);
});

test('the default role follows its name', () => {
  assert.equal(followInRealm(REALM, role(undefined, 'boss', 'chief')).defaultRole?.name, 'chief');
});

test('paths follow a group, those that only begin alike do not', () => {
  assert.deepEqual(followInUser(USER, { kind: 'group', from: '/g', to: '/x' })?.groups, ['/x/h', '/gh']);
});

test('nothing is changed in place, and what does not change is the same object', () => {
  const before = JSON.stringify([REALM, USER]);
  for (const to of ['x', undefined]) {
    followInRealm(REALM, { kind: 'client', from: 'shop', to });
    followInUser(USER, { kind: 'client', from: 'shop', to });
  }
  assert.equal(JSON.stringify([REALM, USER]), before);
  assert.equal(followInRealm(REALM, { kind: 'client', from: 'none', to: 'x' }), REALM);
  assert.equal(followInUser(USER, { kind: 'client scope', from: 'none', to: undefined }), USER);
});

test('only users and realms with the reference are written', async () => {
  const store = createMemoryStore();
  const organizations = [{ members: [{ username: 'ann' }] }];
  await store.realms.create({ ...REALM, organizations }, [USER, { id: 'v', username: 'bob' }]);
  const [, bob] = await collect(store.users.each('r'));
  await followInUsers(store.users, 'r', { kind: 'client scope', from: 's', to: 't' });
  assert.deepEqual((await store.users.find('r', 'u'))?.clientConsents?.[0]?.grantedClientScopes, [
    't',
    'shop',
  ]);
  assert.equal(await store.users.find('r', 'v'), bob);
  const before = store.realms.find('r');
  await followUser(store.realms, 'r', 'bob', 'rob');
  await followUser(store.realms, 'none', 'bob', 'rob');
  assert.equal(store.realms.find('r'), before);
  await followUser(store.realms, 'r', 'ann', 'anna');
  assert.deepEqual(store.realms.find('r')?.['organizations'], [{ members: [{ username: 'anna' }] }]);
});

/** Users with one reference each. */
const REFERRING: readonly Partial<StoredUser>[] = [
  {},
  { realmRoles: ['x'] },
  { clientRoles: { x: ['y'] } },
  { clientRoles: { y: ['x'] } },
  { clientRoles: { x: [] } },
  { groups: ['/x'] },
  { groups: ['/x/y'] },
  { groups: ['/xy'] },
  { serviceAccountClientId: 'x' },
  { serviceAccountClientId: 'y' },
  { clientConsents: [{ clientId: 'x' }] },
  { clientConsents: [{ clientId: 'y', grantedClientScopes: ['x'] }] },
  { federatedIdentities: [{ identityProvider: 'x', userId: '1' }] },
  { federatedIdentities: [{ identityProvider: 'y', userId: 'x' }] },
];
const RENAMES: readonly Rename[] = [undefined, 'z'].flatMap((to) => [
  ...(['client', 'client scope', 'user', 'flow', 'authenticator config', 'identity provider'] as const).map(
    (kind) => ({ kind, from: 'x', to }),
  ),
  { kind: 'group', from: to === undefined ? '/x' : '/x/y', to } as const,
  role(undefined, 'x', to),
  role('y', 'x', to),
]);

test('users follow every rename, although only some of a realm are read', async () => {
  const users = REFERRING.map((user, index) => ({
    ...user,
    id: `u${index}`,
    username: `user-${10 + index}`,
  }));
  const followed = new Set<string>();
  for (const rename of RENAMES) {
    const store = createMemoryStore();
    await store.realms.create({ id: 'r', realm: 'r' }, users);
    await followInUsers(store.users, 'r', rename);
    const expected = users.map((user) => followInUser(user, rename)).filter((user) => user !== undefined);
    assert.deepEqual(await collect(store.users.each('r')), expected, JSON.stringify(rename));
    const roleKind = rename.kind === 'role' && rename.clientId === undefined ? 'realm role' : 'client role';
    if (expected.some((user, index) => user !== users[index]))
      followed.add(rename.kind === 'role' ? roleKind : rename.kind);
  }
  const referred = new Set(USER_REFERENCES.flatMap(({ to }) => to));
  assert.deepEqual([...followed].sort(), [...referred].sort());
});
