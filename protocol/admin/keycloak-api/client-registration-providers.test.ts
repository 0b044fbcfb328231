import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

test('Keycloak: policies of client registration are listed with the names of their settings', async () => {
  const server = await startAdminServer();
  const { body } = await server.call<{ id: string; properties: { name: string }[] }[]>(
    'GET',
    '/admin/realms/shop/client-registration-policy/providers',
  );
  const trusted = body.find(({ id }) => id === 'trusted-hosts');
  assert.deepEqual(trusted?.properties[0]?.name, 'trusted-hosts');
  assert.equal(new Set(body.map(({ id }) => id)).size, body.length);
  await server.stop();
});
