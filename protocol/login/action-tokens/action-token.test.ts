import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import { decodeJws, signJws } from '#protocol/crypto/jws.ts';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { type ActionToken, readActionToken, signActionToken, startActionToken } from './action-token.ts';

const START = Date.UTC(2030, 0, 1);

async function start() {
  const clock = createMovableClock({ now: () => START });
  const exchange = createTestExchange({ clock });
  const store = createMemoryStore();
  await store.realms.create(exchange.realm.stored, []);
  return { clock, exchange, keys: createRealmKeys(store.realms, clock) };
}

const tokenAt = (clock: { now(): number }, more: Partial<ActionToken> = {}): ActionToken => ({
  type: 'execute-actions',
  ...startActionToken({ clock }, 60),
  userId: 'alice-id',
  email: 'alice@example.test',
  actions: ['UPDATE_PASSWORD'],
  redirectUri: 'http://shop.test/',
  clientId: 'shop',
  tab: undefined,
  newEmail: undefined,
  organizationId: undefined,
  identity: undefined,
  originalTab: undefined,
  ...more,
});

test("Keycloak action token: claims of an administrator's link", async () => {
  const { exchange, keys, clock } = await start();
  const { header, claims } = decodeJws(await signActionToken(exchange, keys, tokenAt(clock))) ?? {};
  assert.equal(header?.alg, 'HS512');
  const { rqac, reduri, azp, typ, exp, iat } = claims as Record<string, unknown>;
  assert.deepEqual(
    [rqac, reduri, azp, typ],
    [['UPDATE_PASSWORD'], 'http://shop.test/', 'shop', 'execute-actions'],
  );
  assert.deepEqual([iat, exp], [START / 1000, START / 1000 + 60]);
});

test('a token is read as it was signed, until it expires at the clock of the realm', async () => {
  const { exchange, keys, clock } = await start();
  const token = tokenAt(clock, { type: 'update-email', newEmail: 'new@example.test', logoutSessions: true });
  const key = await signActionToken(exchange, keys, token);
  assert.deepEqual(await readActionToken(exchange, keys, key), { state: 'valid', token });
  clock.setOffsetMs(59_000);
  assert.equal((await readActionToken(exchange, keys, key)).state, 'valid');
  clock.setOffsetMs(60_000);
  assert.equal((await readActionToken(exchange, keys, key)).state, 'expired');
});

test('Keycloak action token ORGIVT: an invitation names the organization, and for new people no user', async () => {
  const { exchange, keys, clock } = await start();
  const token = tokenAt(clock, { type: 'ORGIVT', userId: '', organizationId: 'o1' });
  const key = await signActionToken(exchange, keys, token);
  const { typ, org_id, sub } = (decodeJws(key)?.claims ?? {}) as Record<string, unknown>;
  assert.deepEqual([typ, org_id, sub], ['ORGIVT', 'o1', undefined]);
  const read = await readActionToken(exchange, keys, key);
  assert.equal(read.state === 'valid' && read.token.organizationId, 'o1');
});

for (const [name, claims] of [
  ['another type', { typ: 'Refresh', sub: 'a', jti: 'b', iat: 1, exp: 9e9 }],
  ['no user', { typ: 'verify-email', jti: 'b', iat: 1, exp: 9e9 }],
  ['no identifier', { typ: 'verify-email', sub: 'a', iat: 1, exp: 9e9 }],
  ['no expiry', { typ: 'verify-email', sub: 'a', jti: 'b', iat: 1 }],
  ['times as text', { typ: 'verify-email', sub: 'a', jti: 'b', iat: '1', exp: '9' }],
] as const)
  test(`a signed token with ${name} is not the key of a link`, async () => {
    const { exchange, keys } = await start();
    const value = await signJws(await keys.signingKey('r', 'HS512'), claims);
    assert.equal((await readActionToken(exchange, keys, value)).state, 'none');
  });

test('a token signed with another algorithm of the realm is refused', async () => {
  const { exchange, keys } = await start();
  const value = await signJws(await keys.signingKey('r', 'RS256'), {
    typ: 'verify-email',
    sub: 'a',
    jti: 'b',
    iat: 1,
    exp: 9e9,
  });
  const read = await readActionToken(exchange, keys, value);
  assert.deepEqual(read, { state: 'none', reason: 'The token is not signed with HS512.' });
});
