import assert from 'node:assert/strict';
import { alice, bob, demo } from '../testing/sample-realm.ts';
import { addOrigin, copyOrigin } from './realm-drafts.ts';
import { withServer } from './testing/servers.ts';
import { usingDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

const KEY = '00000000-0000-0000-0000-000000000001';

const addRealm = (key: string) => ({
  name: '',
  text: `INSERT INTO realms (key, id, name, position, version, unique_emails, data)
    VALUES ('${key}', '${key}', '${key}', 1, 1, TRUE, '{}')`,
});

check(
  'a copied origin has the time, the settings and all users of the one that it was copied from',
  (given) =>
    withServer(given, async (store, settings) => {
      await store.realms.create(demo, [alice, bob]);
      await store.users.update(demo.id, 'u1', (user) => ({ ...user, firstName: 'Changed' }));
      await store.users.remove(demo.id, 'u2');
      await usingDatabase(settings, async (database) => {
        const [row] = await database.query<{ readonly key: string }>({
          name: '',
          text: 'SELECT key FROM realms',
        });
        await database.run(addRealm(KEY));
        await copyOrigin(database, KEY, row?.key ?? assert.fail());
        const users = await database.query<{ readonly id: string }>({
          name: '',
          text: `SELECT id, data->>'firstName' AS name FROM origin_users WHERE realm_key = '${KEY}' ORDER BY id`,
        });
        assert.deepEqual(users, [
          { id: 'u1', name: alice.firstName ?? null },
          { id: 'u2', name: bob.firstName ?? null },
        ]);
        const origins = { name: '', text: 'SELECT DISTINCT created_at, data::TEXT FROM realm_origins' };
        assert.equal((await database.query(origins)).length, 1);
      });
    }),
);

check('an origin is added with a whole millisecond', (given) =>
  withServer(given, (_store, settings) =>
    usingDatabase(settings, async (database) => {
      await database.run(addRealm(KEY));
      await addOrigin(database, KEY, demo, 1.4);
      const text = 'SELECT created_at FROM realm_origins';
      assert.deepEqual(await database.query({ name: '', text }), [{ created_at: 1 }]);
    }),
  ),
);
