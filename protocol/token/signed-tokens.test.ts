import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signJws } from '#protocol/crypto/jws.ts';
import { createRealmKeys, type RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { manualClock } from '#protocol/realm/testing/realm.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createSignedTokens } from './signed-tokens.ts';

async function createKeys(): Promise<RealmKeys> {
  const store = createMemoryStore();
  for (const realm of ['r', 'other']) await store.realms.create({ id: `${realm}-id`, realm }, []);
  return createRealmKeys(store.realms, manualClock());
}

async function sign(keys: RealmKeys, algorithm = 'RS256', realmName = 'r'): Promise<string> {
  return signJws(await keys.signingKey(realmName, algorithm), { sub: 'alice' });
}

test('RFC 7519 §7.2: a token signed by the realm is read, the second time from the cache', async () => {
  const keys = await createKeys();
  const signed = createSignedTokens(keys);
  const token = await sign(keys);
  const first = await signed.read('r', token);
  assert.equal(first?.claims['sub'], 'alice');
  assert.equal(await signed.read('r', token), first);
});

test('RFC 7517 §4: a disabled key no longer verifies tokens, not even cached ones', async () => {
  const keys = await createKeys();
  const signed = createSignedTokens(keys);
  const token = await sign(keys);
  const { kid } = await keys.signingKey('r', 'RS256');
  assert.ok(await signed.read('r', token));
  await keys.disable('r', kid);
  assert.equal(await signed.read('r', token), undefined);
});

test('a rotated key still verifies its tokens, cached or not', async () => {
  const keys = await createKeys();
  const signed = createSignedTokens(keys);
  const [known, fresh] = [await sign(keys), await sign(keys)];
  assert.ok(await signed.read('r', known));
  await keys.rotate('r', 'RS256');
  assert.ok(await signed.read('r', known));
  assert.ok(await signed.read('r', fresh));
});

test('a token verified for one realm is not accepted for another', async () => {
  const keys = await createKeys();
  const signed = createSignedTokens(keys);
  const token = await sign(keys);
  assert.ok(await signed.read('r', token));
  assert.equal(await signed.read('other', token), undefined);
});

test('RFC 7515 §5.2: a cached token with any part modified is rejected', async () => {
  const keys = await createKeys();
  const signed = createSignedTokens(keys);
  const token = await sign(keys);
  assert.ok(await signed.read('r', token));
  const [header = '', claims = '', signature = ''] = token.split('.');
  const forged = Buffer.from(JSON.stringify({ sub: 'admin' })).toString('base64url');
  for (const changed of [
    `${header}.${forged}.${signature}`,
    `${header}.${claims}.${signature.slice(0, -4)}AAAA`,
    `${header}.${claims}.`,
    `${token}A`,
  ]) {
    assert.equal(await signed.read('r', changed), undefined, changed);
  }
});

for (const algorithm of ['ES256', 'EdDSA', 'HS512']) {
  test(`RFC 7518 §3.1: ${algorithm} tokens can be read repeatedly`, async () => {
    const keys = await createKeys();
    const signed = createSignedTokens(keys);
    const token = await sign(keys, algorithm);
    assert.equal((await signed.read('r', token))?.claims['sub'], 'alice');
    assert.equal((await signed.read('r', token))?.claims['sub'], 'alice');
  });
}

test('more tokens than the cache holds can be read', async () => {
  const keys = await createKeys();
  const signed = createSignedTokens(keys);
  const key = await keys.signingKey('r', 'ES256');
  const tokens = await Promise.all(Array.from({ length: 1002 }, (_, n) => signJws(key, { n })));
  for (const token of tokens) assert.ok(await signed.read('r', token));
  assert.equal((await signed.read('r', tokens[0] ?? ''))?.claims['n'], 0);
});
