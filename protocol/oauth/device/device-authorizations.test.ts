// What is remembered of a device, without a server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createDeviceAuthorizations, type DeviceAuthorizations } from './device-authorizations.ts';

const REQUEST = {
  realmId: 'r',
  clientUuid: 'c',
  scope: 'openid',
  nonce: undefined,
  codeChallenge: undefined,
  flow: 'f',
};
const LIFESPANS = { lifespanSeconds: 600, intervalSeconds: 5 };
const APPROVAL = { sessionId: 's', acr: '1', authenticatedAt: 0 };

function createTried(): { devices: DeviceAuthorizations; code: string; poll: (seconds: number) => string } {
  const devices = createDeviceAuthorizations(createMemoryStore());
  const { deviceCode: code } = devices.begin(REQUEST, LIFESPANS, 0);
  const poll = (seconds: number): string => {
    const device = devices.findByDeviceCode('r', code, seconds * 1000);
    return device === undefined ? 'unknown' : devices.poll(device, seconds * 1000).outcome;
  };
  return { devices, code, poll };
}

test('RFC 8628 §3.5: the first poll may come at once, the next after the interval', () => {
  const { poll } = createTried();
  assert.deepEqual([0, 5, 10].map(poll), ['pending', 'pending', 'pending']);
});

test('RFC 8628 §3.5: a poll before the interval is over is slow_down and makes the interval grow by 5 seconds', () => {
  const { poll } = createTried();
  assert.deepEqual([0, 4.9, 9.9, 10].map(poll), ['pending', 'slow_down', 'slow_down', 'pending']);
  assert.deepEqual([19.9, 24.9, 25].map(poll), ['slow_down', 'slow_down', 'pending']);
});

test('a device that keeps hurrying is not put off for ever', () => {
  const { devices, code, poll } = createTried();
  assert.equal(poll(0), 'pending');
  assert.equal(devices.answer(code, APPROVAL, 1000), true);
  const outcomes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(poll);
  assert.deepEqual([outcomes.indexOf('approved'), outcomes[10]], [9, 'used']);
});

test('RFC 8628 §3.5: after its life a code is expired for a while, then unknown', () => {
  const { poll } = createTried();
  assert.deepEqual([599.9, 600, 614.9, 615].map(poll), ['pending', 'expired', 'expired', 'unknown']);
});

test('the answer is given once, whoever gives it, and never too late', () => {
  const { devices, code, poll } = createTried();
  assert.equal(devices.answer(code, 'denied', 0), true);
  assert.equal(devices.answer(code, APPROVAL, 0), false);
  assert.equal(poll(0), 'denied');
  const { deviceCode } = devices.begin(REQUEST, LIFESPANS, 0);
  assert.equal(devices.answer(deviceCode, APPROVAL, 600_000), false);
  assert.equal(devices.answer('nonsense', APPROVAL, 0), false);
});

test('a device is found by either code in its own realm alone', () => {
  const { devices } = createTried();
  const { deviceCode, userCode } = devices.begin(REQUEST, LIFESPANS, 0);
  assert.equal(devices.findByUserCode('r', userCode, 0)?.deviceCode, deviceCode);
  assert.equal(devices.findByUserCode('other', userCode, 0), undefined);
  assert.equal(devices.findByDeviceCode('other', deviceCode, 0), undefined);
  assert.equal(devices.findByUserCode('r', '__proto__', 0), undefined);
});

test('those that wait for their person are listed by realm, oldest first, until they are answered or expire', () => {
  const devices = createDeviceAuthorizations(createMemoryStore());
  const begun = [0, 1, 2, 3].map((second) => devices.begin(REQUEST, LIFESPANS, second * 1000).deviceCode);
  devices.begin({ ...REQUEST, realmId: 'other' }, LIFESPANS, 0);
  devices.answer(begun[1] ?? '', 'denied', 5000);
  devices.answer(begun[2] ?? '', APPROVAL, 5000);
  const listed = (now: number): string[] => devices.listPending('r', now).map(({ deviceCode }) => deviceCode);
  assert.deepEqual(listed(5000), [begun[0], begun[3]]);
  assert.deepEqual(listed(600_000), [begun[3]]);
  assert.deepEqual(listed(603_000), []);
  for (let count = 0; count < 120; count++) devices.begin(REQUEST, LIFESPANS, 0);
  assert.equal(listed(5000).length, 100);
});
