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

test('RFC 8628 §3.5: a device that polls too early must wait 5 seconds longer', async () => {
  const devices = createDeviceAuthorizations(createMemoryStore());
  const { pollingCode, approvalCode } = await devices.begin(
    REQUEST,
    { lifespanSeconds: 600, intervalSeconds: 5 },
    0,
  );
  assert.equal(parseUserCode(approvalCode), approvalCode);
  const outcomes: (string | undefined)[] = [];
  for (const seconds of [0, 4, 9.9, 10]) {
    const device = await devices.findByPollingCode('r', pollingCode, seconds * 1000);
    outcomes.push(device && (await devices.poll(device, seconds * 1000)).outcome);
  }
  assert.deepEqual(outcomes, ['pending', 'slow_down', 'slow_down', 'pending']);
});
