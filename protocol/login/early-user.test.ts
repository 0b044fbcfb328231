import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { lookUpSubmittedUser } from './early-user.ts';

const stored = { id: 'r', realm: 'shop', loginWithEmailAllowed: true };
const ann = { id: 'a', username: 'ann', email: 'ann@example.test' };

async function setUp() {
  const store = createMemoryStore();
  await store.realms.create(createTestExchange({ realm: stored }).realm.stored, [ann]);
  let asked = 0;
  const users = {
    ...store.users,
    findByUsername: (realmId: string, name: string) => {
      asked += 1;
      return store.users.findByUsername(realmId, name);
    },
  };
  const submit = (username?: string) =>
    createTestExchange({
      form: username === undefined ? '' : String(new URLSearchParams({ username })),
      realm: stored,
    });
  return { users, submit, asked: () => asked };
}

test('the lookup begins with the form, by user name or e-mail address, and is made once', async () => {
  const { users, submit, asked } = await setUp();
  const find = lookUpSubmittedUser(users, submit(' ANN '));
  assert.equal(asked(), 1);
  assert.equal(await find(), ann);
  assert.equal(await find(), ann);
  assert.equal(asked(), 1);
  assert.equal(await lookUpSubmittedUser(users, submit('ann@example.test'))(), ann);
  assert.equal(await lookUpSubmittedUser(users, submit('eve'))(), undefined);
});

test('a form without a user name causes no lookup', async () => {
  const { users, submit, asked } = await setUp();
  for (const name of [undefined, '', ' '])
    assert.equal(await lookUpSubmittedUser(users, submit(name))(), undefined);
  assert.equal(asked(), 0);
});

test('a lookup that fails rejects when the user is read, and is ignored otherwise', async () => {
  const { users, submit } = await setUp();
  const failing = { ...users, findByUsername: () => Promise.reject(new RangeError('no database')) };
  const find = lookUpSubmittedUser(failing, submit('ann'));
  await nextTurn();
  await assert.rejects(find(), RangeError);
});
