import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { collect } from '#protocol/store/collect.ts';
import { fullSample, toMoved } from '#protocol/store/testing/moved-realm.ts';
import { writeState } from './state-writer.ts';

const CONTEXT = {
  position: 2,
  now: 0,
  files: () => ({ 'shop-realm.json': 'abc' }),
  written: () => undefined,
};

test('a state file is a line of JSON for each thing, and ends with the counts and the digest', async () => {
  const content = fullSample();
  const lines = await collect(writeState(toMoved(content), CONTEXT));
  const values = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.ok(lines.every((line) => line.indexOf('\n') === line.length - 1));
  assert.deepEqual(values[0], {
    format: 'understudy-state',
    version: 1,
    realm: content.realm.realm,
    position: 2,
    exportedAt: '1970-01-01T00:00:00.000Z',
  });
  assert.deepEqual(values.at(-1), {
    end: {
      users: content.users.length,
      originUsers: content.originUsers.length,
      sessions: content.sessions.length,
      revokedTokens: Object.keys(content.revoked).length,
      sha256: createHash('sha256').update(lines.slice(0, -1).join('')).digest('hex'),
      files: { 'shop-realm.json': 'abc' },
    },
  });
});

test('users and sessions are counted while they are written', async () => {
  const content = fullSample();
  let last: readonly number[] = [];
  const written = (...counts: readonly number[]): void => {
    last = counts;
  };
  await collect(writeState(toMoved(content), { ...CONTEXT, written }));
  assert.deepEqual(last, [content.users.length, content.sessions.length]);
});
