import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { hashHalf } from '#protocol/crypto/identifiers.ts';
import { decodeJws, signJws } from '#protocol/crypto/jws.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { jsonReply } from '#protocol/http/replies.ts';
import { type RewriteToken, rewriteTokens } from './rewrite-tokens.ts';

const key = { kid: 'k1', algorithm: 'HS256', key: createSecretKey(Buffer.alloc(32, 1)) };
const other = { kid: 'k1', algorithm: 'HS256', key: createSecretKey(Buffer.alloc(32, 2)) };

const withTier: RewriteToken = async ({ header, claims }) => ({
  header,
  claims: { ...claims, tier: 'gold' },
  key: other,
});

function membersOf(reply: Reply | undefined): Record<string, string> {
  return JSON.parse(String(reply?.body)) as Record<string, string>;
}

test('OIDC Core §3.1.3.6: an ID token keeps the right hash of the access token beside it', async () => {
  const access = await signJws(key, { sub: 'x' });
  const id = await signJws(key, { sub: 'x', at_hash: hashHalf('HS256', access) });
  const reply = jsonReply(200, { id_token: id, access_token: access, refresh_token: access });
  const members = membersOf(await rewriteTokens(reply, withTier));
  assert.notEqual(members['access_token'], access);
  assert.equal(members['refresh_token'], access);
  const claims = decodeJws(members['id_token'] ?? '')?.claims;
  assert.equal(claims?.['at_hash'], hashHalf('HS256', members['access_token'] ?? ''));
  assert.equal(claims?.['tier'], 'gold');
});

test('OIDC Core §3.1.3.6: a changed ID token beside an unchanged access token keeps its hash', async () => {
  const access = await signJws(key, {});
  const hash = hashHalf('HS256', access);
  const reply = jsonReply(200, { id_token: await signJws(key, { at_hash: hash }), access_token: access });
  const members = membersOf(
    await rewriteTokens(reply, async (token, name) =>
      name === 'id_token' ? withTier(token, name) : undefined,
    ),
  );
  assert.equal(members['access_token'], access);
  assert.equal(decodeJws(members['id_token'] ?? '')?.claims['at_hash'], hash);
});

test('registry token: both names of the token stay the same token', async () => {
  const token = await signJws(key, {});
  const members = membersOf(await rewriteTokens(jsonReply(200, { token, access_token: token }), withTier));
  assert.equal(members['token'], members['access_token']);
  assert.notEqual(members['token'], token);
});

test('a signed answer is a token by itself', async () => {
  const body = await signJws(key, { sub: 'x' });
  const reply = await rewriteTokens(
    { status: 200, headers: { 'content-type': 'application/jwt' }, body },
    withTier,
  );
  assert.equal(decodeJws(String(reply?.body))?.claims['tier'], 'gold');
});

for (const [what, reply] of [
  ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' }],
  ['an empty answer', { status: 204 }],
  ['an error', jsonReply(400, { error: 'invalid_grant' })],
  ['a list', jsonReply(200, [])],
  ['an encrypted token', jsonReply(200, { id_token: 'eyJhbGciOiJSU0EifQ.a.b.c.d' })],
  ['an opaque token', jsonReply(200, { access_token: 'opaque' })],
  ['a number', jsonReply(200, { access_token: 5 })],
] as const) {
  test(`${what} contains nothing to rewrite`, async () => {
    assert.equal(await rewriteTokens(reply, withTier), undefined);
  });
}
