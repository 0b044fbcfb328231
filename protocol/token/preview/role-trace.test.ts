import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, testRealm } from '#protocol/realm/testing/realm.ts';
import type { ProtocolMapper } from '#protocol/realm/view/realm.ts';
import type { RoleSet } from '#protocol/realm/view/roles.ts';
import { createMapperNames } from './mapper-owners.ts';
import { attributeRoles, createRoleTrace } from './role-trace.ts';

const realm = testRealm({
  defaultRole: { name: 'everybody' },
  roles: {
    realm: [
      { name: 'everybody', composites: { realm: ['reader'] } },
      { name: 'boss', composites: { realm: ['deputy'], client: { api: ['write'] } } },
      { name: 'deputy', composites: { realm: ['boss', 'reader'] } },
      { name: 'reader' },
    ],
    client: { api: [{ name: 'write' }] },
  },
  groups: [{ name: 'staff', realmRoles: ['deputy'], subGroups: [{ name: 'night' }] }],
  clients: [{ clientId: 'api' }],
});
const client = clientOf(realm, 'api');
const user = { id: 'u', username: 'u', realmRoles: ['everybody', 'boss'], groups: ['/staff/night'] };
const trace = () => createRoleTrace(realm, user, createMapperNames(client, []));

function setOf(names: readonly string[], ofApi: readonly string[] = []): RoleSet {
  return { realm: new Set(names), clients: new Map([['api', new Set(ofApi)]]) };
}

function mapperCalled(name: string): ProtocolMapper {
  return { name, type: 't', config: {}, representation: { id: name, name, protocolMapper: 't' } };
}

const textOf = ({
  group,
  roles,
}: {
  group?: string;
  roles: readonly { name: string; isDefault?: boolean }[];
}) =>
  [group ?? 'direct', ...roles.map(({ name, isDefault }) => (isDefault === true ? `${name}*` : name))].join(
    ' ',
  );

test('token preview: a role comes with the shortest way from each assignment, the default role marked', () => {
  const { paths, ...role } = trace().describe({ clientId: undefined, name: 'reader' });
  assert.deepEqual(role, { name: 'reader' });
  assert.deepEqual(paths.map(textOf), [
    '/staff deputy reader',
    'direct everybody* reader',
    'direct boss deputy reader',
  ]);
  const write = trace().describe({ clientId: 'api', name: 'write' });
  assert.deepEqual(write.paths.map(textOf), ['direct boss write', '/staff deputy boss write']);
});

test('token preview: a role that a mapper added has the mapper and no way of the user', () => {
  const traced = trace();
  traced.rolesMapped(mapperCalled('adder'), setOf(['boss']), setOf(['boss'], ['extra']));
  const { mapper, paths, renamedFrom } = traced.describe({ clientId: 'api', name: 'extra' });
  assert.deepEqual([mapper?.name, paths, renamedFrom], ['adder', [], undefined]);
});

test('token preview: a renamed role has its earlier name and that role’s ways', () => {
  const traced = trace();
  traced.rolesMapped(mapperCalled('renamer'), setOf(['everybody']), setOf([], ['chief']));
  const { mapper, paths, renamedFrom } = traced.describe({ clientId: 'api', name: 'chief' });
  assert.deepEqual([mapper?.name, renamedFrom], ['renamer', { name: 'everybody', isDefault: true }]);
  assert.deepEqual(paths.map(textOf), ['direct everybody*']);
});

test('token preview: outputs are attributed to the roles that give them alone', () => {
  const roles = setOf(['a', 'b'], ['c']);
  const found = attributeRoles(roles, (set) => [...set.realm, ...(set.clients.get('api') ?? []), 'always']);
  assert.deepEqual([...found.keys()], ['a', 'b', 'c']);
  assert.deepEqual(found.get('c'), [{ clientId: 'api', name: 'c' }]);
});

test('token preview: a mapper that reads no roles runs twice, however many roles there are', () => {
  let runs = 0;
  const found = attributeRoles(setOf(Array.from({ length: 1000 }, (_, index) => `r${index}`)), () => {
    runs += 1;
    return ['fixed'];
  });
  assert.deepEqual([found.size, runs], [0, 2]);
});
