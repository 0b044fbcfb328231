import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock, type MovableClock } from '#protocol/clock.ts';
import { decodeJws, signJws } from '#protocol/crypto/jws.ts';
import { createRealmKeys, type RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { signIdentity, verifyIdentity } from './identity-cookie.ts';

const START = 1_700_000_000_000;
const SESSION: UserSession = {
  id: 'sid-1',
  realmId: 'r-id',
  userId: 'alice-id',
  username: 'alice',
  offline: false,
  startedAt: START,
  lastAccessAt: START,
  authenticatedAt: START,
  rememberMe: false,
  ipAddress: '127.0.0.1',
  flow: 'f',
  clients: {},
};

async function start(): Promise<{
  exchange: RealmExchange;
  other: RealmExchange;
  keys: RealmKeys;
  clock: MovableClock;
}> {
  const clock = createMovableClock({ now: () => START });
  const exchange = createTestExchange({ clock });
  const other = createTestExchange({ clock, realm: { id: 'other-id', realm: 'other' } });
  const store = createMemoryStore();
  await store.realms.create(exchange.realm.stored, []);
  await store.realms.create(other.realm.stored, []);
  return { exchange, other, keys: createRealmKeys(store.realms, clock), clock };
}

test('the value is an HS512 JWT of type Serialized-ID with sid, sub and a state checker', async () => {
  const { exchange, keys } = await start();
  const token = decodeJws(await signIdentity(exchange, keys, SESSION, START + 60_000));
  assert.equal(token?.header['alg'], 'HS512');
  assert.equal(token?.claims['typ'], 'Serialized-ID');
  assert.equal(token?.claims['sid'], 'sid-1');
  assert.equal(token?.claims['sub'], 'alice-id');
  assert.equal(token?.claims['iss'], 'http://127.0.0.1:8080/realms/r');
  assert.equal(token?.claims['exp'], START / 1000 + 60);
  assert.match(String(token?.claims['state_checker']), /^[\w-]{43}$/);
});

test('a valid value identifies session and user until it expires', async () => {
  const { exchange, keys, clock } = await start();
  const value = await signIdentity(exchange, keys, SESSION, START + 60_000);
  assert.deepEqual(await verifyIdentity(exchange, keys, value), {
    sessionId: 'sid-1',
    userId: 'alice-id',
    issuedAt: START / 1000,
  });
  clock.setOffsetMs(60_000);
  assert.equal(await verifyIdentity(exchange, keys, value), undefined);
});

test('a value with another realm, type or signature is rejected', async () => {
  const { exchange, other, keys } = await start();
  const value = await signIdentity(exchange, keys, SESSION, START + 60_000);
  assert.equal(await verifyIdentity(other, keys, value), undefined);
  const key = await keys.signingKey('r', 'HS512');
  const claims = { typ: 'Serialized-ID', sid: 's', sub: 'u', exp: START / 1000 + 60 };
  assert.notEqual(await verifyIdentity(exchange, keys, await signJws(key, claims)), undefined);
  for (const changed of [
    { typ: 'Refresh' },
    { typ: undefined },
    { sid: 1 },
    { sub: undefined },
    { exp: undefined },
    { exp: 'x' },
  ]) {
    const token = await signJws(key, { ...claims, ...changed });
    assert.equal(await verifyIdentity(exchange, keys, token), undefined, JSON.stringify(changed));
  }
  for (const garbage of [
    '',
    'x',
    'a.b.c',
    value.replace(/\.([\w-])([\w-]*)$/, (_all, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`),
    value.slice(0, value.lastIndexOf('.') + 1),
  ]) {
    assert.equal(await verifyIdentity(exchange, keys, garbage), undefined);
  }
});

test('a header with algorithm "none" or another algorithm is rejected', async () => {
  const { exchange, keys } = await start();
  const [, claims = ''] = (await signIdentity(exchange, keys, SESSION, START + 60_000)).split('.');
  for (const alg of ['none', 'HS256', 'RS256']) {
    const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');
    assert.equal(await verifyIdentity(exchange, keys, `${header}.${claims}.`), undefined, alg);
  }
});
