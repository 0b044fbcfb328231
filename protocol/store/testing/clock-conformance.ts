// The conformance tests of clock settings, which run for every store.
import assert from 'node:assert/strict';
import type { Store, StoredRealm } from '../store.ts';

/** Registers the tests; `checkWithDemo` opens a store with the realm `demo`. */
export function checkClocks(
  checkWithDemo: (title: string, run: (store: Store) => Promise<void>) => void,
  demo: StoredRealm,
): void {
  checkWithDemo('a realm has no clock setting until it is set; a rename keeps it', async (store) => {
    assert.equal(store.realms.findClock(demo.id), undefined);
    await store.realms.setClock(demo.id, () => ({ offsetMs: 5 }));
    await store.realms.setClock(demo.id, () => ({ frozenAt: 7 }));
    await store.realms.update('demo', (realm) => ({ ...realm, realm: 'renamed' }));
    assert.deepEqual(store.realms.findClock(demo.id), { frozenAt: 7 });
    assert.deepEqual(store.realms.find('renamed'), { ...demo, realm: 'renamed' });
  });
  checkWithDemo(
    'concurrent changes of a clock are all applied, and one that throws has no effect',
    async (store) => {
      const advance = () =>
        store.realms.setClock(demo.id, () => ({
          offsetMs: (store.realms.findClock(demo.id)?.offsetMs ?? 0) + 1,
        }));
      const fail = () => {
        throw new RangeError('no');
      };
      const failing = assert.rejects(store.realms.setClock(demo.id, fail), RangeError);
      await Promise.all([failing, ...Array.from({ length: 20 }, advance)]);
      assert.deepEqual(store.realms.findClock(demo.id), { offsetMs: 20 });
    },
  );
  checkWithDemo('the clock of an unknown or removed realm cannot be set', async (store) => {
    await assert.rejects(
      store.realms.setClock('nowhere', () => ({ offsetMs: 5 })),
      TypeError,
    );
    await store.realms.remove('demo');
    await assert.rejects(
      store.realms.setClock(demo.id, () => ({ offsetMs: 5 })),
      TypeError,
    );
    assert.equal(store.realms.findClock(demo.id), undefined);
  });
  checkWithDemo('a realm that is created or put in place of another has no clock setting', async (store) => {
    await store.realms.setClock(demo.id, () => ({ offsetMs: 5 }));
    await store.realms.replace(demo, []);
    assert.equal(store.realms.findClock(demo.id), undefined);
    await store.realms.setClock(demo.id, () => ({ offsetMs: 5 }));
    await store.realms.remove('demo');
    await store.realms.create(demo, []);
    assert.equal(store.realms.findClock(demo.id), undefined);
  });
}
