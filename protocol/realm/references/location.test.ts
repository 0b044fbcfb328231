import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editAt, GONE, parseLocation } from './location.ts';

/** The values at a place with their paths, found by an edit that changes nothing. */
function visit(root: object, at: string): unknown[] {
  const found: unknown[] = [];
  const same = editAt(root, parseLocation(at), (value, spot) => {
    found.push([spot.path(), value, spot.key]);
    return value;
  });
  assert.equal(same, root);
  return found;
}

const without = (root: object, at: string, gone: unknown): unknown =>
  editAt(root, parseLocation(at), (value) => (value === gone ? GONE : value));

const replaced = (root: object, at: string, from: string, to: string): unknown =>
  editAt(root, parseLocation(at), (value) => (value === from ? to : value));

test('a place names members, items, map values and map keys, each with its path', () => {
  const root = { users: [{ roles: { shop: ['a', 'b'] } }, { roles: { till: ['c'] } }] };
  assert.deepEqual(visit(root, 'users[].roles{}[]'), [
    ['users[0].roles.shop[0]', 'a', 'shop'],
    ['users[0].roles.shop[1]', 'b', 'shop'],
    ['users[1].roles.till[0]', 'c', 'till'],
  ]);
  assert.deepEqual(visit(root, 'users[].roles{key}'), [
    ['users[0].roles.shop', 'shop', undefined],
    ['users[1].roles.till', 'till', undefined],
  ]);
});

test('a tree of groups is walked at every depth, parents first', () => {
  const groups = [{ name: 'a', subGroups: [{ name: 'b', subGroups: [{ name: 'c' }] }] }, { name: 'd' }];
  assert.deepEqual(
    visit({ groups }, 'groups[**].name').map((found) => (found as unknown[])[0]),
    [
      'groups[0].name',
      'groups[0].subGroups[0].name',
      'groups[0].subGroups[0].subGroups[0].name',
      'groups[1].name',
    ],
  );
  assert.deepEqual(replaced({ groups }, 'groups[**].name', 'c', 'x'), {
    groups: [{ name: 'a', subGroups: [{ name: 'b', subGroups: [{ name: 'x' }] }] }, { name: 'd' }],
  });
});

test('what is removed leaves its list or object; after []! its item', () => {
  const root = {
    list: [
      { name: 'a', to: 'x' },
      { name: 'b', to: 'y' },
    ],
  };
  assert.deepEqual(without(root, 'list[].to', 'x'), { list: [{ name: 'a' }, root.list[1]] });
  assert.deepEqual(without(root, 'list[]!.to', 'x'), { list: [root.list[1]] });
  assert.deepEqual(without({ names: ['x', 'y'] }, 'names[]', 'x'), { names: ['y'] });
  assert.deepEqual(without({ map: { x: 1, y: 2 } }, 'map{key}', 'x'), { map: { y: 2 } });
  assert.deepEqual(without({ map: { x: 1, y: 2 } }, 'map{}', 2), { map: { x: 1 } });
});

test('a key that takes the name of another joins its list', () => {
  assert.deepEqual(replaced({ roles: { a: ['x', 'y'], b: ['y', 'z'] } }, 'roles{key}', 'b', 'a'), {
    roles: { a: ['x', 'y', 'z'] },
  });
});

test('JSON in a text is edited and stays a text; a text that is not JSON stays as it is', () => {
  const root = { roles: '[{"id":"a"},{"id":"b"}]' };
  assert.deepEqual(without(root, 'roles<json>[]!.id', 'a'), { roles: '[{"id":"b"}]' });
  assert.equal(without({ roles: 'no JSON' }, 'roles<json>[]!.id', 'a') instanceof Object, true);
  assert.deepEqual(visit({ roles: 'no JSON' }, 'roles<json>[].id'), []);
});

test('bad input: values of another shape than the place are left alone', () => {
  for (const users of [
    7,
    null,
    'text',
    [7, null],
    { roles: 'x' },
    [{ roles: ['x'] }],
    [{ roles: { a: 'x' } }],
  ])
    assert.deepEqual(visit({ users }, 'users[].roles{}[]'), []);
});

test('bad input: names such as __proto__ are ordinary keys', () => {
  const root = JSON.parse('{"map":{"__proto__":["x"],"y":["x"]}}') as object;
  const next = without(root, 'map{}[]', 'x') as { map: object };
  assert.deepEqual(Object.keys(next.map), ['__proto__', 'y']);
  assert.deepEqual(Object.keys((replaced(root, 'map{key}', 'y', 'z') as { map: object }).map), [
    '__proto__',
    'z',
  ]);
});

for (const text of ['users[', 'users[]..name', '{x}', 'users[*]', '<text>'])
  test(`${text} is no place`, () => {
    assert.throws(() => parseLocation(text), TypeError);
  });
