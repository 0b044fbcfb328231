import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import { signJws } from '#protocol/crypto/jws.ts';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { signRegistrationToken, verifyRegistrationToken } from './registration-tokens.ts';

async function createFixture() {
  const clock = createMovableClock({ now: () => Date.UTC(2030, 0, 1) });
  const store = createMemoryStore();
  for (const name of ['r', 'other'])
    await store.realms.create(normalizeRealm({ realm: name }, clock).realm, []);
  const keys = createRealmKeys(store.realms, clock);
  const realm = (name: string) => ({ name, issuer: `http://127.0.0.1/realms/${name}`, clock });
  return { clock, keys, realm };
}

test('RFC 7592 §3: a signed token is read back', async () => {
  const { keys, realm } = await createFixture();
  const text = await signRegistrationToken(keys, realm('r'), { type: 'RegistrationAccessToken', id: 'i' });
  assert.deepEqual(await verifyRegistrationToken(keys, realm('r'), text), {
    type: 'RegistrationAccessToken',
    id: 'i',
    expiresAt: undefined,
  });
});

test('a token of another realm, a modified one and one of another type are rejected', async () => {
  const { keys, realm } = await createFixture();
  const text = await signRegistrationToken(keys, realm('r'), { type: 'InitialAccessToken', id: 'i' });
  const other = await signJws(await keys.signingKey('r', 'HS512'), { typ: 'Refresh', jti: 'i' });
  await keys.signingKey('other', 'HS512');
  assert.equal(await verifyRegistrationToken(keys, realm('other'), text), undefined);
  for (const bad of [`${text.slice(0, -4)}AAAA`, other, 'x', ''])
    assert.equal(await verifyRegistrationToken(keys, realm('r'), bad), undefined);
});

test('a token expires', async () => {
  const { keys, realm, clock } = await createFixture();
  const expiresAt = Math.floor(clock.now() / 1000) + 60;
  const token = { type: 'InitialAccessToken', id: 'i', expiresAt } as const;
  const text = await signRegistrationToken(keys, realm('r'), token);
  assert.deepEqual(await verifyRegistrationToken(keys, realm('r'), text), token);
  clock.setOffsetMs(60_000);
  assert.equal(await verifyRegistrationToken(keys, realm('r'), text), undefined);
});
