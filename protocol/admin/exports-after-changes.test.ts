import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { ExportFindingWire } from '#protocol/contract/admin-api.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { judgeAsKeycloak } from '#protocol/realm/export/testing/keycloak-import.ts';
import { allGroups } from '#protocol/realm/groups/group-tree.ts';
import { collect } from '#protocol/store/collect.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { startAdminServer } from './testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const now = server.clock.now();

/** One change: what is done, to which of the objects there are, under which name. */
interface Change {
  readonly verb: 'create' | 'rename' | 'remove' | 'refer';
  readonly kind: 'client' | 'scope' | 'role' | 'client role' | 'group' | 'user';
  readonly which: number;
  readonly other: number;
  readonly name: string;
}

const change: fc.Arbitrary<Change> = fc.record({
  verb: fc.constantFrom('create', 'create', 'refer', 'refer', 'rename', 'remove'),
  kind: fc.constantFrom('client', 'scope', 'role', 'client role', 'group', 'user'),
  which: fc.nat(20),
  other: fc.nat(20),
  // Few names, so that one is taken, released and taken again.
  name: fc.constantFrom('a', 'b', 'c', 'd', 'a.b', 'x/y', 'A', '__proto__', 'constructor'),
});

interface State {
  readonly realm: StoredRealm;
  readonly users: readonly StoredUser[];
}

async function state(): Promise<State> {
  const realm = server.store.realms.find('mix');
  assert.ok(realm !== undefined);
  return { realm, users: await collect(server.store.users.each(realm.id)) };
}

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % Math.max(1, list.length)];
}

const BUILT_IN = /^(account|account-console|admin-cli|broker|realm-management|security-admin-console)$/;
const clientsOf = ({ realm }: State) =>
  (realm.clients ?? []).filter(({ clientId }) => !BUILT_IN.test(clientId));
// An import adds these and service accounts again.
const ADDED = /^(offline_access|uma_authorization)$/;
const rolesOf = ({ realm }: State) =>
  (realm.roles?.realm ?? []).filter(({ name }) => name !== realm.defaultRole?.name && !ADDED.test(name));
const peopleOf = ({ users }: State) =>
  users.filter(({ serviceAccountClientId }) => serviceAccountClientId === undefined);
const scopesOf = ({ realm }: State) => (realm.clientScopes ?? []).filter(({ name }) => !ADDED.test(name));
const ownedRolesOf = (known: State) =>
  clientsOf(known).flatMap(({ id, clientId }) => {
    const owned = Object.entries(known.realm.roles?.client ?? {}).find(([owner]) => owner === clientId)?.[1];
    return (owned ?? []).map((role) => ({ ...role, client: id ?? '' }));
  });

const isEven = (number: number): boolean => number % 2 === 0;
const inPath = encodeURIComponent;

type Call = readonly [method: string, path: string, body?: unknown];

/** The path of an existing object of the kind, below the realm. */
function placeOf({ kind, which }: Change, known: State): string | undefined {
  const client = pick(clientsOf(known), which)?.id;
  const scope = pick(scopesOf(known), which)?.id;
  const role = pick(rolesOf(known), which)?.name;
  const owned = pick(ownedRolesOf(known), which);
  const group = pick(allGroups(known.realm.groups), which)?.group.id;
  const user = pick(peopleOf(known), which)?.id;
  const places: Readonly<Record<Change['kind'], string | undefined>> = {
    client: client && `/clients/${client}`,
    scope: scope && `/client-scopes/${scope}`,
    role: role && `/roles/${inPath(role)}`,
    'client role': owned && `/clients/${owned.client}/roles/${inPath(owned.name)}`,
    group: group && `/groups/${group}`,
    user: user && `/users/${user}`,
  };
  return places[kind];
}

function create({ kind, which, other, name }: Change, known: State): Call | undefined {
  const client = pick(clientsOf(known), which)?.id;
  const parent = other % 2 === 0 ? undefined : pick(allGroups(known.realm.groups), which)?.group.id;
  const calls: Readonly<Record<Change['kind'], Call | undefined>> = {
    client: [
      'POST',
      '/clients',
      { clientId: name, publicClient: false, serviceAccountsEnabled: other % 3 === 0 },
    ],
    scope: ['POST', '/client-scopes', { name, protocol: 'openid-connect' }],
    role: ['POST', '/roles', { name }],
    'client role': client === undefined ? undefined : ['POST', `/clients/${client}/roles`, { name }],
    group: ['POST', parent === undefined ? '/groups' : `/groups/${parent}/children`, { name }],
    user: ['POST', '/users', { username: name, email: `${which}@example.test`, enabled: true }],
  };
  return calls[kind];
}

function rename({ kind, name, ...rest }: Change, known: State): Call | undefined {
  const place = placeOf({ kind, name, ...rest }, known);
  const member = kind === 'client' ? 'clientId' : kind === 'user' ? 'username' : 'name';
  return place === undefined ? undefined : ['PUT', place, { [member]: name }];
}

type Referral = (known: State, which: number, other: number) => Call | undefined;

/** Lets one object refer to another of this kind. */
const REFERRALS: Readonly<Record<Change['kind'], Referral>> = {
  client: (known, which, other) => {
    const client = pick(clientsOf(known), which);
    const user = pick(peopleOf(known), other);
    const granted = scopesOf(known)
      .slice(0, other)
      .map(({ name }) => name);
    const clientConsents = [{ clientId: client?.clientId, grantedClientScopes: granted }];
    return client && user && ['PUT', `/users/${user.id}`, { clientConsents }];
  },
  scope: (known, which, other) => {
    const client = pick(clientsOf(known), which);
    const scope = pick(scopesOf(known), other);
    const list =
      client === undefined || isEven(which)
        ? '/default-default-client-scopes'
        : `/clients/${client.id}/optional-client-scopes`;
    return ['PUT', `${list}/${scope?.id}`];
  },
  role: (known, which, other) => {
    const role = pick(rolesOf(known), other);
    const group = pick(allGroups(known.realm.groups), which)?.group;
    const user = pick(peopleOf(known), which);
    const holder = isEven(which) || group === undefined ? `/users/${user?.id}` : `/groups/${group.id}`;
    return role && ['POST', `${holder}/role-mappings/realm`, [role]];
  },
  'client role': (known, which, other) => {
    const owned = pick(ownedRolesOf(known), other);
    const client = pick(clientsOf(known), which);
    const scope = pick(scopesOf(known), which);
    const holder = isEven(which) ? `/client-scopes/${scope?.id}` : `/clients/${client?.id}`;
    return owned && ['POST', `${holder}/scope-mappings/clients/${owned.client}`, [owned]];
  },
  group: (known, which, other) => {
    const group = pick(allGroups(known.realm.groups), other)?.group;
    const user = pick(peopleOf(known), which);
    const place = isEven(which) || user === undefined ? '/default-groups' : `/users/${user.id}/groups`;
    return group && ['PUT', `${place}/${group.id}`];
  },
  user: (known, which, other) => {
    const owned = pick(ownedRolesOf(known), other);
    const role = pick(rolesOf(known), which);
    const group = pick(allGroups(known.realm.groups), which)?.group;
    if (owned === undefined) return undefined;
    return isEven(which)
      ? ['POST', `/groups/${group?.id}/role-mappings/clients/${owned.client}`, [owned]]
      : role && ['POST', `/roles/${inPath(role.name)}/composites`, [owned]];
  },
};

function callOf(next: Change, known: State): Call | undefined {
  if (next.verb === 'create') return create(next, known);
  if (next.verb === 'rename') return rename(next, known);
  if (next.verb === 'refer') return REFERRALS[next.kind](known, next.which, next.other);
  const place = placeOf(next, known);
  return place === undefined ? undefined : ['DELETE', place];
}

async function apply(next: Change): Promise<void> {
  const call = callOf(next, await state());
  if (call === undefined) return;
  const [method, path, body] = call;
  const { status } = await server.call(
    method,
    `/admin/realms/mix${path}`,
    body === undefined ? {} : { body },
  );
  assert.ok(status < 500, `${method} ${path} ${JSON.stringify(body)}: ${status}`);
}

/** A realm in which everything refers to everything, so that most changes concern a reference. */
const MIX: RealmRepresentation = {
  realm: 'mix',
  roles: {
    realm: [{ name: 'a' }, { name: 'b', composites: { realm: ['a'], client: { a: ['a', 'b'] } } }],
    client: {
      a: [{ name: 'a' }, { name: 'b', composites: { realm: ['a'], client: { b: ['c'] } } }],
      b: [{ name: 'c' }],
    },
  },
  groups: [
    {
      name: 'a',
      realmRoles: ['a'],
      clientRoles: { a: ['a'], b: ['c'] },
      subGroups: [{ name: 'b', realmRoles: ['b'], subGroups: [{ name: 'x/y', clientRoles: { a: ['b'] } }] }],
    },
    { name: 'c' },
  ],
  defaultGroups: ['/a/b', '/a/b/x~/y'],
  clientScopes: ['a', 'b', 'c'].map((name) => ({ name, protocol: 'openid-connect' })),
  defaultDefaultClientScopes: ['a'],
  defaultOptionalClientScopes: ['b'],
  clients: ['a', 'b'].map((clientId) => ({
    clientId,
    serviceAccountsEnabled: clientId === 'a',
    defaultClientScopes: ['a', 'c'],
    optionalClientScopes: ['b'],
  })),
  scopeMappings: [
    { client: 'b', roles: ['a', 'b'] },
    { clientScope: 'b', roles: ['a'] },
  ],
  clientScopeMappings: {
    a: [
      { client: 'b', roles: ['a'] },
      { clientScope: 'b', roles: ['a', 'b'] },
    ],
  },
  users: ['a', 'b'].map((username) => ({
    username,
    realmRoles: ['a', 'b'],
    clientRoles: { a: ['a'], b: ['c'] },
    groups: ['/a', '/a/b/x~/y'],
    clientConsents: [
      { clientId: 'a', grantedClientScopes: ['a', 'b', 'c'] },
      { clientId: 'b', grantedClientScopes: ['c', 'a'] },
    ],
  })),
};

async function freshRealm(): Promise<void> {
  await server.call('DELETE', '/admin/realms/mix');
  const { status } = await server.call('POST', '/admin/realms', { body: MIX });
  assert.equal(status, 201);
}

async function checkExports(): Promise<void> {
  const whole = await server.call('GET', '/emulator/v1/realms/mix/export?for=keycloak');
  assert.deepEqual(judgeAsKeycloak(whole.body, { now }), []);
  for (const query of [
    '',
    '?exportClients=true',
    '?exportGroupsAndRoles=true',
    '?exportClients=true&exportGroupsAndRoles=true',
  ]) {
    const part = await server.call('POST', `/admin/realms/mix/partial-export${query}`);
    assert.deepEqual(judgeAsKeycloak(part.body, { isPartial: true, now }), [], query);
  }
}

/** Everything but ids, times, what is empty and the order, which an import chooses anew. */
function contentOf(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .map(contentOf)
      .map((item) => JSON.stringify(item))
      .sort();
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([name]) => !/^(id|parentId|containerId|createdTimestamp|composite)$/.test(name))
    .map(([name, member]) => [name, contentOf(member)] as const)
    .filter(([, member]) => typeof member !== 'object' || Object.keys(member as object).length > 0);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

test('Keycloak import: after any changes by the admin API, exports are accepted and no reference is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 30 }), async (changes) => {
      await freshRealm();
      for (const next of changes) await apply(next);
      await checkExports();
      const report = await server.call<ExportFindingWire[]>('GET', '/emulator/v1/realms/mix/export-report');
      assert.deepEqual(
        report.body.filter(({ message }) => message.startsWith('The realm has no')),
        [],
      );
    }),
    { numRuns: 20 },
  );
});

test('Keycloak import: after changes that overlap, exports are accepted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { minLength: 2, maxLength: 5 }), { minLength: 2, maxLength: 6 }),
      async (rounds) => {
        await freshRealm();
        for (const round of rounds) await Promise.all(round.map(apply));
        await checkExports();
      },
    ),
    { numRuns: 10 },
  );
});

test('contract "Realm files": an export for Keycloak is read back as the realm that it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 30 }), async (changes) => {
      await freshRealm();
      for (const next of changes) await apply(next);
      const path = '/emulator/v1/realms/mix/export?for=keycloak';
      const { body: first } = await server.call<RealmRepresentation>('GET', path);
      await server.call('DELETE', '/admin/realms/mix');
      assert.equal((await server.call('POST', '/admin/realms', { body: first })).status, 201);
      const { body: again } = await server.call<RealmRepresentation>('GET', path);
      assert.deepEqual(contentOf(again), contentOf(first));
    }),
    { numRuns: 5 },
  );
});
