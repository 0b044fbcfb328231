import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentOf, fullSample, sampleMoved, toMoved } from './moved-realm.ts';

test('the content of a moved realm is what it was made of', async () => {
  const content = sampleMoved(4);
  assert.deepEqual(await contentOf(toMoved(content)), content);
});

test('samples of the same seed are equal, and together they have every part', () => {
  assert.deepEqual(sampleMoved(2), sampleMoved(2));
  const samples = Array.from({ length: 24 }, (_, seed) => sampleMoved(seed));
  const some = (part: (sample: (typeof samples)[number]) => boolean): void =>
    assert.ok(samples.some(part) && !samples.every(part));
  some(({ origin }) => origin === undefined);
  some(({ clock }) => clock === undefined);
  some(({ users }) => users.length > 256);
  some(({ originUsers }) => originUsers.length > 0);
  some(({ sessions }) => sessions.length > 256);
  some(({ revoked }) => Object.keys(revoked).length > 0);
});

test('the full sample has an origin, and sessions of both kinds', () => {
  const { origin, sessions, realm } = fullSample('own-id');
  assert.ok(origin !== undefined && realm.id === 'own-id');
  assert.deepEqual([...new Set(sessions.map(({ offline }) => offline))].toSorted(), [false, true]);
});
