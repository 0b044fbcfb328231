import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allGroups,
  editGroup,
  findGroupById,
  findGroupByKeycloakPath,
  findGroupByPath,
  followPath,
  groupPath,
  withPlaces,
} from './group-tree.ts';

const GROUPS = [
  { id: '1', name: 'staff', subGroups: [{ id: '2', name: 'r/d', subGroups: [{ id: '3', name: 'lab' }] }] },
  { id: '4', name: 'guests' },
];

test('realm-admin A5: a slash in a name is escaped in the path', () => {
  assert.equal(groupPath('/staff', 'r/d'), '/staff/r~/d');
  assert.deepEqual(
    allGroups(GROUPS).map(({ path }) => path),
    ['/staff', '/staff/r~/d', '/staff/r~/d/lab', '/guests'],
  );
});

test('a group is found by its path and knows its parent', () => {
  assert.equal(findGroupByPath(GROUPS, '/staff/r~/d/lab')?.parentId, '2');
  assert.equal(findGroupByPath(GROUPS, '/staff/r/d'), undefined);
  assert.equal(findGroupById(GROUPS, '5'), undefined);
});

test('editing changes one group only', () => {
  const edited = editGroup(GROUPS, '3', (group) => ({ ...group, name: 'hall' }));
  assert.equal(findGroupById(edited, '3')?.path, '/staff/r~/d/hall');
  assert.equal(edited[1], GROUPS[1]);
  assert.equal(findGroupById(GROUPS, '3')?.group.name, 'lab');
});

test('removing a group removes its descendants', () => {
  assert.deepEqual(
    allGroups(editGroup(GROUPS, '2', () => undefined)).map(({ group }) => group.id),
    ['1', '4'],
  );
});

test('paths follow a moved group, but not other groups with the same prefix', () => {
  assert.equal(followPath('/a/b', '/a', '/x/a'), '/x/a/b');
  assert.equal(followPath('/a', '/a', undefined), undefined);
  assert.equal(followPath('/ab', '/a', '/x'), '/ab');
});

test('paths and parents follow from the place; groups that have the right ones stay the same objects', () => {
  const placed = withPlaces(GROUPS);
  assert.equal(findGroupById(placed, '3')?.group.path, '/staff/r~/d/lab');
  assert.equal(findGroupById(placed, '3')?.group.parentId, '2');
  const [staff, guests] = placed;
  const renamed = withPlaces([{ ...staff, name: 'crew' }, guests ?? { name: '' }]);
  assert.equal(findGroupById(renamed, '3')?.group.path, '/crew/r~/d/lab');
  assert.equal(renamed[1], guests);
  const [top] = withPlaces([findGroupById(placed, '2')?.group ?? { name: '' }]);
  assert.deepEqual([top?.path, top?.parentId], ['/r~/d', undefined]);
});

test('Keycloak import: a path without escapes finds names with slashes, the shortest name first', () => {
  const path = (text: string, groups: Parameters<typeof findGroupByKeycloakPath>[0] = GROUPS) =>
    findGroupByKeycloakPath(groups, text)?.path;
  assert.equal(path('/staff/r/d/lab'), '/staff/r~/d/lab');
  assert.equal(path('guests/'), '/guests');
  assert.equal(path('/staff/r/none'), undefined);
  assert.equal(path('/'), undefined);
  const ambiguous = [{ name: 'a/b' }, { name: 'a', subGroups: [{ name: 'b' }] }];
  assert.equal(path('/a/b', ambiguous), '/a/b');
  assert.equal(path('/a/b/c', [{ name: 'a/b', subGroups: [{ name: 'c' }] }, { name: 'a' }]), undefined);
});
