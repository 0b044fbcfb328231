import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createAuthenticationRequests } from './authentication-requests.ts';

const FACTS = {
  realmId: 'r1',
  issuer: 'http://127.0.0.1/realms/demo',
  clientUuid: 'c1',
  userId: 'u1',
  scope: 'openid',
  acrValues: undefined,
  nonce: undefined,
  claimsRequest: undefined,
  flow: 'f1',
};

test('CIBA §11: polling early does not extend the interval, and the jti of a delegation cannot be guessed', async () => {
  const requests = createAuthenticationRequests(createMemoryStore());
  const { pollingCode, approvalCode } = await requests.begin(
    FACTS,
    { lifespanSeconds: 120, intervalSeconds: 5 },
    0,
  );
  assert.match(approvalCode, /^[\w-]{43}$/);
  const outcomes: (string | undefined)[] = [];
  for (const seconds of [0, 4, 5]) {
    const request = await requests.findByPollingCode('r1', pollingCode, seconds * 1000);
    outcomes.push(request && (await requests.poll(request, seconds * 1000)).outcome);
  }
  assert.deepEqual(outcomes, ['pending', 'slow_down', 'pending']);
});
