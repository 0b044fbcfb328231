import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { formatScopes, parseRegistryScopes } from './registry-scope.ts';
import { type GrantedAccess, narrowAccess } from './role-permissions.ts';

/** The access granted to alice, and the reason. */
function narrow(
  requested: string,
  realm: Partial<RealmRepresentation>,
  user: Record<string, unknown> = {},
): GrantedAccess {
  const { realm: stored, users } = normalizeRealm(
    {
      realm: 'r',
      clients: [{ clientId: 'registry', protocol: 'docker-v2' }],
      ...realm,
      users: [{ username: 'alice', ...user }],
    },
    { now: () => 0 },
  );
  const view = viewRealm(stored);
  const client = view.clients.get('registry');
  const [alice] = users;
  assert.ok(client !== undefined && alice !== undefined);
  return narrowAccess(view, client, alice, parseRegistryScopes([requested]));
}

function granted(...request: Parameters<typeof narrow>): string {
  return formatScopes(narrow(...request).access);
}

const roles = (...names: string[]): Partial<RealmRepresentation> => ({
  roles: { realm: names.map((name) => ({ name })) },
});

test('by default all requested access is granted, as in Keycloak', () => {
  assert.equal(granted('repository:team/app:pull,push', {}), 'repository:team/app:pull,push');
  assert.equal(granted('repository:a:pull', roles('admin:all', 'x:y:Z')), 'repository:a:pull');
});

test('a role that resembles a scope of another resource type neither restricts nor allows anything', () => {
  const foreign = roles('orders:items:read', 'urn:example:admin', 'repositories:app:pull');
  assert.equal(granted('repository:a:pull', foreign), 'repository:a:pull');
  const both = roles('orders:items:read', 'repository:a:pull');
  assert.equal(granted('orders:items:read', both, { realmRoles: ['orders:items:read'] }), 'nothing');
});

test('narrowed by roles: the resource class in a role name is ignored', () => {
  const role = 'repository(plugin):app:pull';
  assert.equal(
    granted('repository:app:pull,push', roles(role), { realmRoles: [role] }),
    'repository:app:pull',
  );
});

test('narrowed by roles: Activity names the roles because of which nothing is granted', () => {
  const names = ['repository:a:pull', 'repository:b:pull', 'registry:catalog:*', 'repository:c:pull'];
  const { reason } = narrow('repository:a:pull', roles(...names));
  assert.match(reason, /repository:a:pull repository:b:pull registry:catalog:\*\), and user alice has none/);
  const narrowed = narrow('repository:a:push', roles(...names), { realmRoles: ['repository:a:pull'] });
  assert.match(narrowed.reason, /roles of user alice: repository:a:pull\./);
});

const NARROWED: readonly (readonly [what: string, role: string, requested: string, granted: string])[] = [
  [
    'an action that the role does not name',
    'repository:app:pull',
    'repository:app:pull,push',
    'repository:app:pull',
  ],
  ['a repository that the role does not name', 'repository:app:pull', 'repository:other:pull', 'nothing'],
  ['a repository below the one in the role', 'repository:app:pull', 'repository:app/x:pull', 'nothing'],
  ['the same name of another type', 'repository:catalog:*', 'registry:catalog:*', 'nothing'],
  [
    'a name that only shares a prefix with the pattern',
    'repository:team/*:pull',
    'repository:teamx/app:pull',
    'nothing',
  ],
  [
    'a name in which both ends of the pattern overlap',
    'repository:ab*ba:pull',
    'repository:aba:pull',
    'nothing',
  ],
];

for (const [what, role, requested, expected] of NARROWED) {
  test(`narrowed by roles: ${what} is not granted`, () => {
    assert.equal(granted(requested, roles(role), { realmRoles: [role] }), expected);
  });
}

const ALLOWED: readonly (readonly [what: string, role: string, requested: string])[] = [
  ['a pattern', 'repository:team/*:pull,push', 'repository:team/a/b:pull,push'],
  ['a pattern for everything', 'repository:*:pull', 'repository:registry.test:5000/a:pull'],
  ['two asterisks', 'repository:*/app/*:pull', 'repository:team/app/x:pull'],
  ['all actions', 'repository:app:*', 'repository:app:pull,push,delete'],
  ['the catalog', 'registry:catalog:*', 'registry:catalog:*'],
];

for (const [what, role, requested] of ALLOWED) {
  test(`narrowed by roles: ${what} in a role name grants matching access`, () => {
    assert.equal(granted(requested, roles(role), { realmRoles: [role] }), requested);
  });
}

test('distribution token specification: a request for all actions is granted those that roles allow', () => {
  const role = 'repository:team/*:pull,push';
  const user = { realmRoles: [role] };
  assert.equal(granted('repository:team/app:*', roles(role), user), 'repository:team/app:pull,push');
  assert.equal(granted('repository:team/app:delete,*', roles(role), user), 'repository:team/app:pull,push');
  assert.equal(granted('repository:other:*', roles(role), user), 'nothing');
});

test('narrowed by roles: permissions of several roles add up', () => {
  const both = ['repository:team/*:pull', 'repository:*/app:push'];
  const requested = 'repository:team/app:pull,push,delete repository:team/x:push';
  assert.equal(granted(requested, roles(...both), { realmRoles: both }), 'repository:team/app:pull,push');
});

test('narrowed by roles: once such a role exists, a user without one gets nothing', () => {
  assert.equal(granted('repository:app:pull', roles('repository:app:pull')), 'nothing');
});

test('narrowed by roles: client roles of the registry count, those of other clients do not', () => {
  const own = { roles: { client: { registry: [{ name: 'repository:app:pull' }] } } };
  assert.equal(
    granted('repository:app:pull,push', own, { clientRoles: { registry: ['repository:app:pull'] } }),
    'repository:app:pull',
  );
  const foreign = {
    clients: [{ clientId: 'registry', protocol: 'docker-v2' }, { clientId: 'web' }],
    roles: { client: { web: [{ name: 'repository:app:pull' }] } },
  };
  assert.equal(granted('repository:app:pull,push', foreign), 'repository:app:pull,push');
});

test('narrowed by roles: a composite role includes the permissions of its parts', () => {
  const realm = {
    roles: {
      realm: [
        { name: 'repository:app:pull' },
        { name: 'developer', composite: true, composites: { realm: ['repository:app:pull'] } },
      ],
    },
  };
  assert.equal(granted('repository:app:pull', realm, { realmRoles: ['developer'] }), 'repository:app:pull');
});
