import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOAuthServer } from './testing/server.ts';

test('Activity shows every passed step in order, up to the one that refused', async () => {
  await withOAuthServer(async (server) => {
    await server.authorize(server.browser(), { scope: 'unheard-of' });
    const id = server.activity.list().records[0]?.id ?? '';
    const decisions = server.activity.find(id, { reveal: false })?.decisions ?? [];
    const rules = decisions.map(({ rule, outcome }) => `${rule} ${outcome}`);
    assert.deepEqual(rules.slice(0, 3), [
      'check-client passed',
      'resolve-request passed',
      'check-redirect-uri passed',
    ]);
    assert.equal(rules.at(-1), 'check-scope refused');
  });
});
