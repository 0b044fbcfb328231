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

test('CIBA §11: polling early does not extend the interval, and the jti of a delegation cannot be guessed', () => {
  const requests = createAuthenticationRequests(createMemoryStore());
  const { pollingCode, approvalCode } = requests.begin(
    FACTS,
    { lifespanSeconds: 120, intervalSeconds: 5 },
    0,
  );
  assert.match(approvalCode, /^[\w-]{43}$/);
  const poll = (seconds: number): string | undefined => {
    const request = requests.findByPollingCode('r1', pollingCode, seconds * 1000);
    return request && requests.poll(request, seconds * 1000).outcome;
  };
  assert.deepEqual([0, 4, 5].map(poll), ['pending', 'slow_down', 'pending']);
});
