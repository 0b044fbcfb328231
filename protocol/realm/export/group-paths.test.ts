import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createFindings } from './findings.ts';
import { withKeycloakPaths } from './group-paths.ts';

function write(members: Partial<RealmRepresentation>) {
  const { report, list } = createFindings();
  return { file: withKeycloakPaths({ realm: 'r', ...members }, report), findings: list() };
}

test('Keycloak export: paths of groups, members, defaults and mappers have no escaped slashes', () => {
  const { file, findings } = write({
    groups: [{ name: 'r/d', subGroups: [{ name: 'a~' }] }, { name: 'staff' }],
    defaultGroups: ['/r~/d'],
    users: [{ username: 'ann', groups: ['/r~/d/a~', '/staff'] }],
    identityProviderMappers: [{ config: { group: '/r~/d' } }],
  });
  assert.deepEqual(file.groups?.[0]?.path, '/r/d');
  assert.deepEqual(file.groups?.[0]?.subGroups?.[0]?.path, '/r/d/a~');
  assert.deepEqual(file.defaultGroups, ['/r/d']);
  assert.deepEqual(file.users?.[0]?.groups, ['/r/d/a~', '/staff']);
  assert.deepEqual(file['identityProviderMappers'], [{ config: { group: '/r/d' } }]);
  assert.deepEqual(findings, []);
});

test('Keycloak import: references by a path that finds another group or none are left out', () => {
  const users = [{ username: 'ann', groups: ['/a~/b', '/a'] }];
  for (const subGroups of [[{ name: 'b' }], []]) {
    const { file, findings } = write({ groups: [{ name: 'a/b' }, { name: 'a', subGroups }], users });
    assert.deepEqual(file.users?.[0]?.groups, ['/a']);
    assert.deepEqual(
      findings.map(({ path }) => path),
      ['users[0].groups[0]'],
    );
    assert.match(findings[0]?.message ?? '', /\/a\/b/);
  }
});

test('a file without groups is the same object', () => {
  const { report } = createFindings();
  const file = { realm: 'r' };
  assert.equal(withKeycloakPaths(file, report), file);
});
