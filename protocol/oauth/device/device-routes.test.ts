// The routes of the device grant.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOAuthServer } from '../testing/server.ts';

test('RFC 8628 §4: discovery contains the endpoint and the grant', async () => {
  await withOAuthServer(async (server) => {
    const { body } = await server.send('/realms/demo/.well-known/openid-configuration');
    const endpoint = `${server.issuer}/protocol/openid-connect/auth/device`;
    assert.equal(body['device_authorization_endpoint'], endpoint);
    const grants = body['grant_types_supported'];
    assert.ok(Array.isArray(grants) && grants.includes('urn:ietf:params:oauth:grant-type:device_code'));
  });
});

for (const path of ['/device', '/device/status', '/protocol/openid-connect/auth/device']) {
  test(`an unknown realm has no ${path}`, async () => {
    await withOAuthServer(async (server) => {
      assert.equal(
        (
          await server.send(`/realms/nobody${path}`, {
            method: path.endsWith('auth/device') ? 'POST' : 'GET',
          })
        ).status,
        404,
      );
    });
  });
}
