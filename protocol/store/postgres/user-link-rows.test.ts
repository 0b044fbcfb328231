import assert from 'node:assert/strict';
import type { Store, StoredUser } from '../store.ts';
import { alice, bob, demo, taken } from '../testing/sample-realm.ts';
import { migrate, STEPS } from './migrations.ts';
import { raceSettled, withServer, withTwoServers } from './testing/servers.ts';
import { usingDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

const MEMBER = 'federatedIdentities';
const LINK = { identityProvider: 'google', userId: '1' };
const linked = (id: string, ...links: readonly object[]): StoredUser => ({
  id,
  username: id,
  [MEMBER]: links,
});
const findGoogle = ({ users }: Store, id = '1') => users.findByLink(demo.id, 'google', id);

check('of several servers that give users the same account at once, one does', (given) =>
  withTwoServers(given, async (servers) => {
    const { first, second } = servers;
    await first.realms.create(demo, [alice, bob]);
    const results = await raceSettled<unknown>(servers, ({ users }, index) =>
      index % 4 < 2
        ? users.create(demo.id, linked(`c${index}`, LINK))
        : users.update(demo.id, index % 4 === 2 ? 'u1' : 'u2', (user) => ({ ...user, [MEMBER]: [LINK] })),
    );
    for (const result of results)
      if (result.status === 'rejected') assert.ok(taken(MEMBER)(result.reason), String(result.reason));
    const owners = { linked: { provider: 'google', userId: '1' } };
    for (const server of [first, second]) {
      assert.equal(await server.users.count(demo.id, owners), 1);
      assert.notEqual(await findGoogle(server), undefined);
    }
  }),
);

check('users who exchange two accounts at once end without waiting for each other', (given) =>
  withTwoServers(given, async (servers) => {
    const { first } = servers;
    const other = { identityProvider: 'github', userId: '1' };
    await first.realms.create(demo, []);
    const results = await raceSettled(servers, ({ users }, index) =>
      users.create(demo.id, linked(`c${index}`, ...(index % 2 === 0 ? [LINK, other] : [other, LINK]))),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const result of results)
      if (result.status === 'rejected') assert.ok(taken(MEMBER)(result.reason), String(result.reason));
  }),
);

check('an account is free once a transaction that would have taken it has failed', (given) =>
  withTwoServers(given, async ({ first, second }) => {
    await first.realms.create(demo, [linked('a', { ...LINK, userId: '2' })]);
    const both = linked('b', LINK, { ...LINK, userId: '2' });
    await assert.rejects(second.users.create(demo.id, both), taken(MEMBER));
    await first.users.create(demo.id, linked('c', LINK));
    assert.equal((await findGoogle(second))?.id, 'c');
  }),
);

check('accounts with names of any length and any characters are found', (given) =>
  withServer(given, async (store) => {
    const long = `\u0000"${'Ünï'.repeat(2000)}`;
    await store.realms.create(demo, [linked('a', { ...LINK, userId: long })]);
    await store.users.create(demo.id, linked('b', { ...LINK, userId: `${long}2` }));
    assert.equal((await findGoogle(store, long))?.id, 'a');
    assert.equal((await findGoogle(store, `${long}2`))?.id, 'b');
    await assert.rejects(store.users.create(demo.id, linked('c', { ...LINK, userId: long })), taken(MEMBER));
  }),
);

check('a text that only looks like a link is not a link', (given) =>
  withServer(given, async (store) => {
    const user = {
      id: 'a',
      username: 'a',
      realmRoles: ['link["google","1"]'],
      groups: ['/link["google","1"]'],
    };
    await store.realms.create(demo, [user]);
    assert.equal(await findGoogle(store), undefined);
    await store.users.create(demo.id, linked('b', LINK));
  }),
);

const KEY = '00000000-0000-0000-0000-000000000001';

check('links of an earlier version are brought along, also those that users share', async (given) => {
  const settings = given.newSettings();
  const add = (id: string) => ({
    name: '',
    text: `INSERT INTO users (realm_key, id, username, lower_username, lower_first_name, lower_last_name, lower_email,
        enabled, email_verified, tags, original, data)
      VALUES ('${KEY}', '${id}', '${id}', '${id}', '', '', '', TRUE, FALSE, ARRAY['link["google","1"]', 'x'], FALSE,
        '{"id": "${id}", "username": "${id}", "federatedIdentities": [{"identityProvider": "google", "userId": "1"}]}')`,
  });
  await usingDatabase(settings, async (database) => {
    await migrate(database, STEPS.slice(0, 4));
    await database.run({
      name: '',
      text: `INSERT INTO realms (key, id, name, position, version, unique_emails, data)
        VALUES ('${KEY}', 'demo-id', 'demo', 1, 1, TRUE, '{"id": "demo-id", "realm": "demo"}')`,
    });
    for (const id of ['b', 'a']) await database.run(add(id));
    await migrate(database);
    // A server of the earlier version goes on writing.
    await database.run(add('c'));
    const text = 'SELECT user_id, shared FROM user_links ORDER BY user_id';
    assert.deepEqual(await database.query({ name: '', text }), [
      { user_id: 'a', shared: true },
      { user_id: 'b', shared: false },
      { user_id: 'c', shared: true },
    ]);
  });
});
