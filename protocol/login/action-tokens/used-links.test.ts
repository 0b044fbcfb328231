import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { consumeLink, isLinkUsed } from './used-links.ts';

test('a link is used up once, in its realm', async () => {
  const { sessions } = createMemoryStore();
  const [realm, other] = ['r-id', 'other-id'].map(
    (id) => ({ realm: { id } }) as Parameters<typeof isLinkUsed>[1],
  );
  assert.ok(realm !== undefined && other !== undefined);
  const link = { id: 'jti', type: 'reset-credentials', expiresAt: Number.MAX_SAFE_INTEGER } as const;
  assert.equal(await isLinkUsed(sessions, realm, link.id), false);
  assert.equal(await consumeLink(sessions, realm, { link }), true);
  assert.equal(await consumeLink(sessions, realm, { link }), false);
  assert.equal(await isLinkUsed(sessions, realm, link.id), true);
  assert.equal(await isLinkUsed(sessions, other, link.id), false);
});

test('of concurrent uses of a link, one is the first', async () => {
  const { sessions } = createMemoryStore();
  const link = { id: 'jti', type: 'reset-credentials', expiresAt: Number.MAX_SAFE_INTEGER } as const;
  const use = () => consumeLink(sessions, { realm: { id: 'r-id' } as never }, { link });
  assert.deepEqual(await Promise.all([use(), use(), use()]), [true, false, false]);
});

test('a tab without a link has nothing to use up', async () => {
  const { sessions } = createMemoryStore();
  assert.equal(await consumeLink(sessions, { realm: { id: 'r-id' } as never }, {}), true);
});
