import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, manualClock, testRealm } from '#protocol/realm/testing/realm.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createDeviceAuthorizations } from './device-authorizations.ts';
import { listPendingCodes } from './pending-codes.ts';

const realm = testRealm({ clients: [{ clientId: 'tv', name: 'Living room' }] });
const clock = manualClock();
const place = { realm, clock, baseUrl: 'http://127.0.0.1:8080' };
const request = { realmId: realm.id, nonce: undefined, codeChallenge: undefined, flow: 'f' };

async function begin(clientUuid: string) {
  const devices = createDeviceAuthorizations(createMemoryStore());
  const lifespans = { lifespanSeconds: 600, intervalSeconds: 5 };
  await devices.begin({ ...request, clientUuid, scope: 'openid basic email' }, lifespans, clock.now());
  return devices;
}

test('RFC 8628 §3.3: a pending code is listed as the user enters it, with its URL and the scopes shown on the consent page', async () => {
  const [code, ...others] = await listPendingCodes(await begin(clientOf(realm, 'tv').id), place);
  assert.deepEqual(others, []);
  assert.match(code?.userCode ?? '', /^[A-Z]{4}-[A-Z]{4}$/);
  assert.deepEqual(code, {
    userCode: code?.userCode,
    clientId: 'tv',
    clientName: 'Living room',
    scopes: [{ name: 'email', text: 'Email address' }],
    expiresAt: clock.now() + 600_000,
    verificationUri: `http://127.0.0.1:8080/realms/r/device?user_code=${code?.userCode}`,
    flow: 'f',
  });
});

test('a code of a deleted client is not listed', async () => {
  assert.deepEqual(await listPendingCodes(await begin('gone'), place), []);
});
