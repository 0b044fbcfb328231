// Conformance tests of realms that are stored under watch: progress, cancelling, and the moment when they are served.
import assert from 'node:assert/strict';
import { collect } from '../collect.ts';
import type { StoredUser } from '../store.ts';
import type { Check } from './conformance.ts';
import { alice, bob, demo, taken } from './sample-realm.ts';

/** More users than are stored without a pause. */
const many: readonly StoredUser[] = Array.from({ length: 5000 }, (_, index) => ({
  id: `m${index}`,
  username: `user-${String(index).padStart(4, '0')}`,
}));

/** Registers the tests of creations and replacements that are watched. */
export function checkWatchedStoring(check: Check, checkWithDemo: Check): void {
  check('a realm is served only once its watch is ready, and reports the users written', async (store) => {
    const written: number[] = [];
    await store.realms.create(demo, many, {
      written: (users) => written.push(users),
      async ready() {
        assert.equal(store.realms.find('demo'), undefined);
        await assert.rejects(
          store.realms.create({ id: 'other', realm: 'unrelated' }, [alice, alice]),
          taken('id'),
        );
      },
    });
    assert.equal(written.at(-1), many.length);
    assert.deepEqual(
      written,
      written.toSorted((a, b) => a - b),
    );
    assert.equal(await store.users.count(demo.id, {}), many.length);
  });
  check('a realm whose watch is not ready is not stored, and its name stays free', async (store) => {
    const refused = { ready: () => Promise.reject(new RangeError('not now')) };
    await assert.rejects(store.realms.create(demo, [alice], refused), RangeError);
    assert.deepEqual(store.realms.list(), []);
    await store.realms.create(demo, [bob]);
    assert.deepEqual(await collect(store.users.each(demo.id)), [bob]);
  });
  check('an aborted creation rejects with the reason and stores nothing', async (store) => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const storing = store.realms.create(demo, many, { signal: controller.signal });
    controller.abort(reason);
    await assert.rejects(storing, reason);
    assert.equal(store.realms.find('demo'), undefined);
    await store.realms.create(demo, [alice]);
    assert.deepEqual(await collect(store.users.each(demo.id)), [alice]);
  });
  checkWithDemo('a realm is served until the one that replaces it is ready', async (store) => {
    await store.realms.replace({ id: 'new', realm: 'demo' }, many, {
      async ready() {
        assert.deepEqual(store.realms.find('demo'), demo);
        assert.deepEqual(await store.users.findByUsername(demo.id, 'bob'), bob);
      },
    });
    assert.equal(store.realms.find('demo')?.id, 'new');
    assert.equal(await store.users.find(demo.id, bob.id), undefined);
  });
  checkWithDemo('a realm stays as it was when its replacement is cancelled', async (store) => {
    const controller = new AbortController();
    const { signal } = controller;
    const changed = { ...demo, displayName: 'New' };
    const replacing = store.realms.replace(changed, many, { signal });
    controller.abort(new RangeError('cancelled'));
    await assert.rejects(replacing, RangeError);
    const late = { ready: () => Promise.reject(new RangeError('cancelled')) };
    await assert.rejects(store.realms.replace(changed, many, late), RangeError);
    assert.deepEqual(store.realms.find('demo'), demo);
    assert.deepEqual(await collect(store.users.each(demo.id)), [alice, bob]);
    await store.realms.update('demo', () => changed);
  });
}
