import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RealmGoneError, withNewest } from './newest-realm.ts';
import { RealmCache } from './realm-cache.ts';

const realm = (version: number) => ({
  key: `key ${version}`,
  version,
  position: 1,
  stored: { id: 'i', realm: 'demo' },
  clock: undefined,
  clone: undefined,
});

/** A realm that is replaced with each refresh; the last time it is removed. */
function setUp(replacements: number) {
  const cache = new RealmCache();
  cache.adopt({ changed: [realm(1)], removed: [] }, 1);
  let version = 1;
  const refresh = async (): Promise<void> => {
    version += 1;
    const changed = version > replacements ? [] : [realm(version)];
    cache.adopt({ changed, removed: [`key ${version - 1}`] }, version);
  };
  return { cache, feed: { refresh } };
}

const unlessKey =
  (expected: string) =>
  async ({ key }: { readonly key: string }) => {
    if (key !== expected) throw new RealmGoneError('demo');
    return key;
  };

test('work is repeated with the realm that has taken the place of the one before', async () => {
  assert.equal(await withNewest(setUp(3), 'demo', unlessKey('key 3')), 'key 3');
});

test('there is no work without a realm, also if it is removed meanwhile', async () => {
  assert.equal(await withNewest(setUp(1), 'other', async () => assert.fail()), undefined);
  assert.equal(await withNewest(setUp(2), 'demo', unlessKey('key 3')), undefined);
});

test('other errors, and work that is not to be repeated, end at once', async () => {
  let calls = 0;
  const failing = (error: Error) => async () => {
    calls += 1;
    throw error;
  };
  await assert.rejects(withNewest(setUp(3), 'demo', failing(new RangeError('no'))), RangeError);
  const gone = new RealmGoneError('demo');
  await assert.rejects(withNewest(setUp(3), 'demo', failing(gone), { isRepeated: false }), gone);
  assert.equal(calls, 2);
});
