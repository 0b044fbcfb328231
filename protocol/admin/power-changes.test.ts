import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { findPowerChange } from './power-changes.ts';

const clock = createMovableClock({ now: () => 0 });
const POWER = { clientRoles: { 'realm-management': ['manage-users'] } };
const FILE: RealmRepresentation = {
  realm: 'shop',
  roles: { realm: [{ name: 'clerk' }, { name: 'chief', composites: { client: POWER.clientRoles } }] },
  groups: [
    { name: 'chiefs', ...POWER, subGroups: [{ name: 'night' }] },
    { name: 'staff', subGroups: [] },
  ],
  clients: [{ clientId: 'till' }],
};
const { realm: BEFORE } = normalizeRealm(FILE, clock);

function changeOf(change: (realm: StoredRealm) => StoredRealm) {
  const { roles, isRedefined } = findPowerChange(viewRealm(BEFORE), viewRealm(change(BEFORE)));
  return { names: [...new Set(roles.map(({ name }) => name))], isRedefined };
}

const NOTHING = { names: [], isRedefined: false };
const MANAGE_USERS = { names: ['manage-users'], isRedefined: false };

function realmRoles(edit: (name: string) => object | undefined) {
  return (realm: StoredRealm): StoredRealm => ({
    ...realm,
    roles: {
      ...realm.roles,
      realm: (realm.roles?.realm ?? []).flatMap((role) => {
        const change = edit(role.name);
        return change === undefined ? [] : [{ ...role, ...change }];
      }),
    },
  });
}

const composites = { client: POWER.clientRoles };
const [chiefs, staff] = BEFORE.groups ?? [];

for (const [title, change] of [
  ['adding a role with power to another', realmRoles((name) => (name === 'clerk' ? { composites } : {}))],
  [
    'taking power away from a composite role',
    realmRoles((name) => (name === 'chief' ? { composites: {} } : {})),
  ],
  ['removing a role with power', realmRoles((name) => (name === 'chief' ? undefined : {}))],
  ['a default role with power', (realm) => ({ ...realm, defaultRole: { name: 'chief' } })],
  ['a default group with power', (realm) => ({ ...realm, defaultGroups: ['/chiefs'] })],
  ['a group that gets power', (realm) => ({ ...realm, groups: [chiefs, { ...staff, ...POWER }] })],
  ['a group that loses power', (realm) => ({ ...realm, groups: [{ ...chiefs, clientRoles: {} }, staff] })],
  ['removing a group with power', (realm) => ({ ...realm, groups: [staff] })],
  [
    'moving a group below one with power',
    (realm) => ({ ...realm, groups: [{ ...chiefs, subGroups: [...(chiefs?.subGroups ?? []), staff] }] }),
  ],
  [
    'a scope mapping with power for a client',
    (realm) => ({
      ...realm,
      clientScopeMappings: { 'realm-management': [{ client: 'till', roles: ['manage-users'] }] },
    }),
  ],
  [
    'a scope mapping with power for a client scope',
    (realm) => ({ ...realm, scopeMappings: [{ clientScope: 'profile', roles: ['chief'] }] }),
  ],
] as readonly (readonly [string, (realm: StoredRealm) => StoredRealm])[]) {
  test(`0169: ${title} is a change of power`, () => assert.deepEqual(changeOf(change), MANAGE_USERS));
}

for (const setting of ['role', 'new.role.name']) {
  test(`0169: a mapper whose setting ${setting} writes power into tokens is a change of power`, () => {
    const mapper = {
      name: 'm',
      protocolMapper: 'oidc-hardcoded-role-mapper',
      config: { [setting]: 'realm-management.manage-users' },
    };
    const clients = (BEFORE.clients ?? []).map((client) =>
      client.clientId === 'till' ? { ...client, protocolMappers: [mapper] } : client,
    );
    assert.deepEqual(
      changeOf((realm) => ({ ...realm, clients })),
      MANAGE_USERS,
    );
  });
}

const gives = (config: Record<string, string>) => ({
  name: 'm',
  identityProviderAlias: 'corp',
  identityProviderMapper: 'oidc-hardcoded-role-idp-mapper',
  config,
});
const CORP = { alias: 'corp', providerId: 'oidc', config: { tokenUrl: 'https://corp.test/token' } };
const brokered =
  (mapper: object, provider: object = CORP) =>
  (realm: StoredRealm) =>
    ({ ...realm, identityProviders: [provider], identityProviderMappers: [mapper] }) as StoredRealm;

for (const config of [{ role: 'realm-management.manage-users' }, { role: 'chief' }, { group: '/chiefs' }])
  test(`0169: a mapper of an identity provider with ${JSON.stringify(config)} is a change of power`, () => {
    assert.deepEqual(changeOf(brokered(gives(config))), MANAGE_USERS);
  });

test('0169: who gets power through an identity provider is a change of power: its addresses, and the conditions of its mappers', () => {
  const powerOf = (one: StoredRealm, other: StoredRealm) =>
    findPowerChange(viewRealm(one), viewRealm(other)).roles.map(({ name }) => name);
  const mapper = gives({ role: 'chief', 'claim.value': 'boss' });
  const before = brokered(mapper)(BEFORE);
  const moved = { ...CORP, config: { tokenUrl: 'https://evil.test/token' } };
  assert.deepEqual(new Set(powerOf(before, brokered(mapper, moved)(BEFORE))), new Set(['manage-users']));
  const always = gives({ role: 'chief', 'claim.value': '' });
  assert.deepEqual(new Set(powerOf(before, brokered(always)(BEFORE))), new Set(['manage-users']));
  assert.deepEqual(powerOf(before, brokered(mapper, { ...CORP, displayName: 'Corp' })(BEFORE)), []);
});

test('0169: providers and mappers that give no power may be changed', () => {
  for (const config of [{ role: 'clerk' }, { group: '/staff' }, { role: 'none', group: '/none' }, {}])
    assert.deepEqual(changeOf(brokered(gives(config))), NOTHING);
});

test('0169: renaming a role or a group is no change of power', () => {
  const renamed = realmRoles((name) => (name === 'chief' ? { name: 'head' } : {}));
  assert.deepEqual(changeOf(renamed), NOTHING);
  assert.deepEqual(
    changeOf((realm) => ({ ...realm, groups: [{ ...chiefs, name: 'heads' }, staff] }) as StoredRealm),
    NOTHING,
  );
  assert.deepEqual(
    changeOf((realm) => ({ ...realm, displayName: 'Shop' })),
    NOTHING,
  );
});

test('0169: roles that give power by their name cannot be created, renamed or removed', () => {
  const owned = BEFORE.roles?.client?.['realm-management'] ?? [];
  for (const roles of [
    [...owned, { id: 'new', name: 'new-power' }],
    owned.map((role) => (role.name === 'query-users' ? { ...role, name: 'mine' } : role)),
    owned.filter(({ name }) => name !== 'impersonation'),
  ]) {
    const { isRedefined } = changeOf((realm) => ({
      ...realm,
      roles: { ...realm.roles, client: { ...realm.roles?.client, 'realm-management': roles } },
    }));
    assert.equal(isRedefined, true);
  }
});

test('0169: the client that owns them cannot be renamed', () => {
  const clients = (BEFORE.clients ?? []).map((client) =>
    client.clientId === 'realm-management' ? { ...client, clientId: 'elsewhere' } : client,
  );
  assert.equal(changeOf((realm) => ({ ...realm, clients })).isRedefined, true);
});
