import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitForClients } from './wait-for-clients.ts';

const section = 'OIDC Back-Channel Logout §2.5';

test('without clients there are no notices, immediately', async () => {
  assert.deepEqual(await waitForClients([], { section }), []);
});

test('each answer becomes a notice with its section', async () => {
  const result = Promise.resolve({ outcome: 'refused', detail: 'answered 500' } as const);
  assert.deepEqual(await waitForClients([{ clientId: 'shop', result }], { section }), [
    { clientId: 'shop', outcome: 'refused', detail: 'answered 500', section },
  ]);
});

test('a client that never answers is pending after the timeout', async () => {
  const result = new Promise<never>(() => undefined);
  const [notice] = await waitForClients([{ clientId: 'shop', result }], { section, waitMs: 1 });
  assert.equal(notice?.outcome, 'pending');
});
