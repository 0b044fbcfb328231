import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import type { PersonaRequestWire } from '#protocol/contract/personas.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import { passwordCredential } from '#protocol/realm/users/credentials.ts';
import { collect } from '#protocol/store/collect.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { KitError } from './kit-error.ts';
import { putPersona } from './personas.ts';

const bob: StoredUser = {
  id: 'b',
  username: 'bob',
  email: 'bob@x.test',
  realmRoles: ['old'],
  attributes: { team: ['red'] },
};
const robot: StoredUser = { id: 'r', username: 'robot', serviceAccountClientId: 'job' };

async function setUp(settings: Partial<RealmRepresentation> = {}) {
  const { stored } = testRealm({ clients: [{ clientId: 'till' }], ...settings });
  const store = createMemoryStore();
  await store.realms.create(stored, [bob, robot]);
  const clock = createMovableClock({ now: () => 5 });
  const put = (username: string, persona: PersonaRequestWire = {}, origin = 'shop') =>
    putPersona({ store, clock, origin }, store.realms.find(stored.realm) ?? stored, username, persona);
  const user = async (username: string) => store.users.findByUsername(stored.id, username);
  return { store, stored, put, user };
}

const FULL: PersonaRequestWire = {
  password: 'secret',
  email: 'Ann@X.test',
  emailVerified: true,
  firstName: 'Ann',
  lastName: 'Other',
  enabled: false,
  roles: ['buyer'],
  clientRoles: { till: ['open'] },
  groups: ['staff/night'],
  attributes: { team: 'blue', shoes: ['41', '42'] },
  claims: { tier: 'gold', limits: { daily: 5 } },
  requiredActions: ['UPDATE_PASSWORD'],
};

test('a persona is created with everything in one call, and roles and groups that are missing', async () => {
  const { put, user, store, stored } = await setUp();
  const { id, ...made } = await put(' Ann ', FULL);
  assert.deepEqual(made, {
    username: 'ann',
    email: 'ann@x.test',
    emailVerified: true,
    firstName: 'Ann',
    lastName: 'Other',
    enabled: false,
    hasPassword: true,
    roles: ['buyer', stored.defaultRole?.name],
    clientRoles: { till: ['open'] },
    groups: ['/staff/night'],
    attributes: { team: ['blue'], shoes: ['41', '42'] },
    claims: { tier: 'gold', limits: { daily: 5 } },
    requiredActions: ['UPDATE_PASSWORD'],
  });
  const ann = await user('ann');
  assert.equal(ann?.id, id);
  assert.equal(await verifyPasswordHash('secret', passwordCredential(ann ?? bob) ?? {}), true);
  assert.ok(store.realms.find(stored.realm)?.roles?.realm?.some(({ name }) => name === 'buyer'));
});

test('putting the same persona again changes nothing, not even what is stored', async () => {
  const { put, user, store, stored } = await setUp();
  const first = await put('ann', FULL);
  const [before, realm] = [await user('ann'), store.realms.find(stored.realm)];
  assert.deepEqual(await put('ann', FULL), first);
  assert.equal(await user('ann'), before);
  assert.equal(store.realms.find(stored.realm), realm);
});

test('members that are left out stay; given ones replace what was there', async () => {
  const { put, user, stored } = await setUp();
  await put('bob', { password: 'one' });
  const changed = await put('bob', { roles: ['new'], attributes: { floor: '2' } });
  assert.equal(changed.id, 'b');
  assert.equal(changed.email, 'bob@x.test');
  assert.equal(changed.hasPassword, true);
  assert.deepEqual(changed.roles, ['new', stored.defaultRole?.name]);
  assert.deepEqual(changed.attributes, { floor: ['2'] });
  await put('bob', { password: 'two' });
  const credentials = (await user('bob'))?.credentials ?? [];
  assert.equal(credentials.length, 1);
  assert.equal(await verifyPasswordHash('two', credentials[0] ?? {}), true);
});

test('claims and attributes do not replace each other; empty claims remove them', async () => {
  const { put, user } = await setUp();
  await put('bob', { claims: { tier: 'gold' } });
  const both = await put('bob', { attributes: { floor: '2' } });
  assert.deepEqual([both.claims, both.attributes], [{ tier: 'gold' }, { floor: ['2'] }]);
  const other = await put('bob', { claims: { tier: 'silver' } });
  assert.deepEqual([other.claims, other.attributes], [{ tier: 'silver' }, { floor: ['2'] }]);
  await put('bob', { claims: {} });
  assert.deepEqual((await user('bob'))?.attributes, { floor: ['2'] });
});

test('an empty e-mail address removes it', async () => {
  const { put, user } = await setUp();
  assert.equal((await put('bob', { email: '' })).email, undefined);
  assert.equal('email' in ((await user('bob')) ?? {}), false);
});

test('the id of a persona follows from origin and username alone', async () => {
  const ids: string[] = [];
  for (const [username, origin] of [
    ['ann', 'shop'],
    ['ANN', 'shop'],
    ['ann', 'other'],
    ['eve', 'shop'],
  ] as const) {
    const { put } = await setUp();
    ids.push((await put(username, {}, origin)).id);
  }
  assert.equal(ids[0], ids[1]);
  assert.equal(new Set(ids).size, 3);
});

for (const [what, username, persona, status, expected] of [
  ['an empty username', ' ', {}, 400, /username must have 1 to 255 characters/],
  ['a long username', 'x'.repeat(256), {}, 400, /1 to 255 characters/],
  ['a username with a line break', 'a\nb', {}, 400, /control characters/],
  ['an empty password', 'ann', { password: '' }, 400, /password is empty/],
  ['an e-mail address without an at sign', 'ann', { email: 'ann' }, 400, /email is not an e-mail address/],
  [
    "another user's e-mail address",
    'ann',
    { email: 'BOB@x.test' },
    409,
    /belongs to another user.*duplicateEmails/,
  ],
  [
    'a claim of the server',
    'ann',
    { claims: { tier: 1, sub: 'x' } },
    400,
    /claims has "sub", which only the server/,
  ],
  [
    'claims as an attribute',
    'ann',
    { attributes: { 'understudy.claims': '{}' } },
    400,
    /Send the member claims/,
  ],
  [
    'an unknown required action',
    'ann',
    { requiredActions: ['DANCE'] },
    400,
    /"DANCE".*Use .*UPDATE_PASSWORD/,
  ],
  ['an unknown client', 'ann', { clientRoles: { web: ['x'] } }, 400, /client "web".*till/],
  ['an empty role', 'ann', { roles: [''] }, 400, /role is empty/],
  ['a service account', 'robot', {}, 409, /service account of client "job"/],
] as const)
  test(`a persona is refused for ${what}, and nothing is stored`, async () => {
    const { put, store, stored } = await setUp();
    await assert.rejects(
      put(username, persona),
      (error) => error instanceof KitError && error.status === status && expected.test(error.message),
    );
    assert.deepEqual(await collect(store.users.each(stored.id)), [bob, robot]);
    assert.deepEqual(store.realms.find(stored.realm), stored);
  });

test('an id that a renamed persona still has is refused', async () => {
  const { put, store, stored } = await setUp();
  const { id } = await put('ann');
  await store.users.update(stored.id, id, (user) => ({ ...user, username: 'anna' }));
  await assert.rejects(
    put('ann'),
    (error) => error instanceof KitError && /id of persona "ann"/.test(error.message),
  );
});

test('the same persona put twice at once is created once', async () => {
  const { put, store, stored } = await setUp();
  const results = await Promise.allSettled([
    put('ann', { roles: ['buyer'] }),
    put('ann', { roles: ['buyer'] }),
  ]);
  assert.ok(results.some(({ status }) => status === 'fulfilled'));
  for (const result of results)
    if (result.status === 'rejected')
      assert.ok(result.reason instanceof KitError && result.reason.status === 409);
  assert.equal(
    (await collect(store.users.each(stored.id))).filter(({ username }) => username === 'ann').length,
    1,
  );
  const roles = store.realms.find(stored.realm)?.roles?.realm ?? [];
  assert.equal(roles.filter(({ name }) => name === 'buyer').length, 1);
});
