import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { after, test } from 'node:test';
import type { RealmKeyRepresentation } from '#protocol/contract/admin-api.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const PATH = '/emulator/v1/realms/shop/certificates';

/** Serial numbers of the certificates in the bundle. */
async function serials(): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${server.token}` };
  const text = await (await fetch(`${server.baseUrl}${PATH}`, { headers })).text();
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g) ?? [];
  assert.equal(certificates.join(''), text);
  return certificates.map((pem) => new X509Certificate(pem).serialNumber);
}

test('emulator-api: the bundle contains the certificate of the signing key', async () => {
  assert.equal((await serials()).length, 1);
});

test('emulator-api: a rotation puts the new certificate first, and a disabled key is removed', async () => {
  const [before] = await serials();
  await server.call('POST', '/emulator/v1/realms/shop/keys/rotation?algorithm=RS256');
  const both = await serials();
  assert.equal(both.length, 2);
  assert.equal(both[1], before);
  const { body } = await server.call<{ keys: readonly RealmKeyRepresentation[] }>(
    'GET',
    '/admin/realms/shop/keys',
  );
  const passive = body.keys.find(({ algorithm, status }) => algorithm === 'RS256' && status === 'PASSIVE');
  await server.call('DELETE', `/emulator/v1/realms/shop/keys/${passive?.kid}`);
  assert.deepEqual(await serials(), [both[0]]);
});

test('emulator-api: an algorithm without certificates, an unknown realm and a realm administrator are rejected', async () => {
  const odd = await server.call('GET', `${PATH}?algorithm=HS512`);
  assert.equal(odd.status, 400);
  assert.match(JSON.stringify(odd.body), /algorithm must be/);
  assert.equal((await server.call('GET', '/emulator/v1/realms/none/certificates')).status, 404);
  const token = await server.tokenOf('shop', 'manager');
  assert.equal((await server.call('GET', PATH, { token })).status, 403);
});
