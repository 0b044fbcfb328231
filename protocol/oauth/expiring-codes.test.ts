import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_NOW, testRealm } from '#protocol/realm/testing/realm.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { type AuthorizationCode, issueCode } from './authorization-code.ts';
import { createDeviceAuthorizations } from './device/device-authorizations.ts';
import { createExpiringCodes } from './expiring-codes.ts';

const realm = testRealm({ clients: [{ id: 'web-id', clientId: 'web' }] });
const LIFE = { lifespanSeconds: 600, intervalSeconds: 5 };

function code(changes: Partial<AuthorizationCode> = {}): AuthorizationCode {
  return {
    realmId: realm.id,
    clientUuid: 'web-id',
    sessionId: 's',
    redirectUri: undefined,
    scope: undefined,
    nonce: undefined,
    claimsRequest: undefined,
    codeChallenge: undefined,
    dpopJkt: undefined,
    acr: '1',
    authenticatedAt: TEST_NOW,
    expiresAt: TEST_NOW + 60_000,
    flow: 'f',
    ...changes,
  };
}

function setUp() {
  const store = createMemoryStore();
  const codes = store.createExpiringStore<AuthorizationCode>('code');
  const devices = createDeviceAuthorizations(store);
  const expiring = createExpiringCodes(codes, devices);
  const period = (fromSeconds: number, toSeconds: number) => ({
    from: TEST_NOW + fromSeconds * 1000,
    to: TEST_NOW + toSeconds * 1000,
  });
  return { codes, devices, expiring, period };
}

test('RFC 6749 §4.1.2: codes that expire unused are listed by client; used ones and those of other realms are not', async () => {
  const { codes, expiring, period } = setUp();
  await issueCode(codes, code(), TEST_NOW);
  await issueCode(codes, code({ clientUuid: 'removed' }), TEST_NOW);
  await issueCode(codes, code({ realmId: 'other' }), TEST_NOW);
  await codes.consume(realm.id, await issueCode(codes, code(), TEST_NOW), TEST_NOW);
  assert.deepEqual(await expiring.listCodes(realm, period(0, 59)), []);
  assert.deepEqual(await expiring.listCodes(realm, period(0, 60)), ['web', 'removed']);
  assert.deepEqual(await expiring.listCodes(realm, period(60, 600)), []);
});

test('RFC 8628 §3.3: user codes that expire before they are approved are listed as users see them', async () => {
  const { devices, expiring, period } = setUp();
  const facts = {
    realmId: realm.id,
    clientUuid: 'web-id',
    scope: '',
    nonce: undefined,
    codeChallenge: undefined,
    flow: 'f',
  };
  await devices.begin({ ...facts, realmId: 'other' }, LIFE, TEST_NOW);
  const denied = await devices.begin(facts, LIFE, TEST_NOW);
  await devices.answer(realm.id, denied.pollingCode, 'denied', TEST_NOW);
  const { approvalCode } = await devices.begin(facts, LIFE, TEST_NOW);
  assert.deepEqual(await expiring.listDeviceCodes(realm, period(0, 599)), []);
  const shown = `${approvalCode.slice(0, 4)}-${approvalCode.slice(4)}`;
  assert.deepEqual(await expiring.listDeviceCodes(realm, period(0, 600)), [shown]);
});
