import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createDeviceAuthorizations } from './device-authorizations.ts';
import { parseUserCode } from './user-code.ts';

const REQUEST = {
  realmId: 'r',
  clientUuid: 'c',
  scope: 'openid',
  nonce: undefined,
  codeChallenge: undefined,
  flow: 'f',
};

test('RFC 8628 §3.5: a device that polls too early must wait 5 seconds longer', () => {
  const devices = createDeviceAuthorizations(createMemoryStore());
  const { pollingCode, approvalCode } = devices.begin(
    REQUEST,
    { lifespanSeconds: 600, intervalSeconds: 5 },
    0,
  );
  assert.equal(parseUserCode(approvalCode), approvalCode);
  const poll = (seconds: number): string | undefined => {
    const device = devices.findByPollingCode('r', pollingCode, seconds * 1000);
    return device && devices.poll(device, seconds * 1000).outcome;
  };
  assert.deepEqual([0, 4, 9.9, 10].map(poll), ['pending', 'slow_down', 'slow_down', 'pending']);
});
