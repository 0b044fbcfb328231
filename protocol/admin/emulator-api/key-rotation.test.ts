import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RealmKeyRepresentation } from '#protocol/contract/admin-api.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const KEYS = '/emulator/v1/realms/shop/keys';

interface Keys {
  readonly active: Readonly<Record<string, string>>;
  readonly keys: readonly RealmKeyRepresentation[];
}
const keys = async (): Promise<Keys> => (await server.call<Keys>('GET', '/admin/realms/shop/keys')).body;

test('emulator-api: a rotation creates a new active key; the previous one still verifies until it is disabled', async () => {
  const first = await server.call<RealmKeyRepresentation>('POST', `${KEYS}/rotation?algorithm=ES256`);
  assert.deepEqual([first.status, first.body.status, first.body.algorithm], [200, 'ACTIVE', 'ES256']);
  const { body } = await server.call<RealmKeyRepresentation>('POST', `${KEYS}/rotation?algorithm=ES256`);
  const after = await keys();
  assert.equal(after.active['ES256'], body.kid);
  const statusOf = (list: Keys) => list.keys.find(({ kid }) => kid === first.body.kid)?.status;
  assert.equal(statusOf(after), 'PASSIVE');
  assert.equal((await server.call('DELETE', `${KEYS}/${first.body.kid}`)).status, 204);
  assert.equal(statusOf(await keys()), 'DISABLED');
});

test('emulator-api: an algorithm without keys, an unknown key and an unknown realm are rejected', async () => {
  const odd = await server.call('POST', `${KEYS}/rotation?algorithm=none`);
  assert.equal(odd.status, 400);
  assert.match(JSON.stringify(odd.body), /algorithm must be/);
  assert.equal((await server.call('DELETE', `${KEYS}/nothing`)).status, 404);
  assert.equal((await server.call('POST', '/emulator/v1/realms/none/keys/rotation')).status, 404);
});

test('emulator-api: a realm administrator may not rotate keys', async () => {
  const token = await server.tokenOf('shop', 'manager');
  assert.equal((await server.call('POST', `${KEYS}/rotation`, { token })).status, 403);
});
