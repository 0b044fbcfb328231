import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CachedRealm, RealmCache } from './realm-cache.ts';

function realm(key: string, version: number, name: string, id: string = key): CachedRealm {
  const stored = { id, realm: name };
  return { key, version, position: Number(key), stored, clock: undefined, clone: undefined };
}

function cacheOf(...changed: readonly CachedRealm[]): RealmCache {
  const cache = new RealmCache();
  cache.adopt({ changed, removed: [] }, changed.length);
  return cache;
}

test('realms are listed in the order of their creation, and as the same list until one changes', () => {
  const cache = cacheOf(realm('2', 2, 'b'), realm('1', 1, 'a'));
  const list = cache.list();
  assert.deepEqual(
    list.map(({ realm }) => realm),
    ['a', 'b'],
  );
  assert.equal(cache.list(), list);
  cache.apply({ changed: [realm('1', 3, 'c')], removed: [] });
  assert.notEqual(cache.list(), list);
});

test('an older state never takes the place of a newer one, and the same one changes no object', () => {
  const cache = cacheOf(realm('1', 5, 'new'));
  const before = cache.find('new');
  cache.apply({ changed: [realm('1', 4, 'old'), realm('1', 5, 'new')], removed: [] });
  assert.equal(cache.find('new'), before);
  assert.equal(cache.find('old'), undefined);
});

test('realms that have exchanged their names are found by the new ones', () => {
  const cache = cacheOf(realm('1', 1, 'a'), realm('2', 2, 'b'));
  cache.apply({ changed: [realm('1', 3, 'b'), realm('2', 4, 'a')], removed: [] });
  assert.equal(cache.find('a')?.key, '2');
  assert.equal(cache.find('b')?.key, '1');
});

test('a realm with the name and id of one that is gone stays, in whatever order both are learned', () => {
  const cache = cacheOf(realm('1', 1, 'a', 'id'));
  cache.apply({ changed: [realm('2', 2, 'a', 'id')], removed: [] });
  cache.apply({ changed: [], removed: ['1'] });
  assert.equal(cache.find('a')?.key, '2');
  assert.equal(cache.findById('id')?.key, '2');
  assert.equal(cache.findByKey('1'), undefined);
  assert.equal(cache.list().length, 1);
});

test('an own change counts as known only if all changes before it are', () => {
  const cache = cacheOf(realm('1', 1, 'a'));
  cache.adoptOwn({ changed: [realm('1', 3, 'b')], removed: [] }, 3);
  assert.equal(cache.version, 1);
  assert.equal(cache.find('b')?.version, 3);
  cache.adoptOwn({ changed: [], removed: [] }, 2);
  assert.equal(cache.version, 2);
  cache.adopt({ changed: [], removed: [] }, 1);
  assert.equal(cache.version, 2);
});

test('realms that are not retained are forgotten', () => {
  const cache = cacheOf(realm('1', 1, 'a'), realm('2', 2, 'b'));
  cache.retain(new Set(['2']));
  assert.equal(cache.find('a'), undefined);
  assert.equal(cache.findById('1'), undefined);
  assert.equal(cache.list().length, 1);
});

test('a realm that is gone does not come back with what was read before', () => {
  const cache = cacheOf(realm('1', 1, 'a', 'id'));
  cache.adoptOwn({ changed: [realm('3', 3, 'a', 'id')], removed: ['2'] }, 3);
  cache.adopt({ changed: [realm('2', 2, 'a', 'id')], removed: ['1'] }, 2);
  assert.deepEqual(
    cache.list().map(({ id }) => id),
    ['id'],
  );
  assert.equal(cache.find('a')?.key, '3');
  assert.equal(cache.findById('id')?.key, '3');
});
