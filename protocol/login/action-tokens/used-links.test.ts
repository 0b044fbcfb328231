import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { consumeLink, isLinkUsed } from './used-links.ts';

test('a link is used up once, in its realm', () => {
  const { sessions } = createMemoryStore();
  const [realm, other] = ['r-id', 'other-id'].map(
    (id) => ({ realm: { id } }) as Parameters<typeof isLinkUsed>[1],
  );
  assert.ok(realm !== undefined && other !== undefined);
  const link = { id: 'jti', type: 'reset-credentials', expiresAt: Number.MAX_SAFE_INTEGER } as const;
  assert.equal(isLinkUsed(sessions, realm, link.id), false);
  assert.equal(consumeLink(sessions, realm, { link }), true);
  assert.equal(consumeLink(sessions, realm, { link }), false);
  assert.equal(isLinkUsed(sessions, realm, link.id), true);
  assert.equal(isLinkUsed(sessions, other, link.id), false);
});

test('a tab without a link has nothing to use up', () => {
  const { sessions } = createMemoryStore();
  assert.equal(consumeLink(sessions, { realm: { id: 'r-id' } as never }, {}), true);
});
