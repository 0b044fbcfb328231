import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEB } from './testing/realm.ts';
import { withOAuthServer } from './testing/server.ts';

/** Endpoints for clients, each with a request that is valid except for what is tested. */
const ENDPOINTS: readonly (readonly [endpoint: string, form: Readonly<Record<string, string>>])[] = [
  ['token', { grant_type: 'client_credentials' }],
  ['revoke', { token: 'x' }],
  ['logout', { refresh_token: 'x' }],
];

for (const [endpoint, form] of ENDPOINTS) {
  test(`${endpoint}: a disabled realm is refused before the client is checked`, async () => {
    await withOAuthServer(
      async (server) => {
        const { status, body } = await server.post(endpoint, form);
        assert.equal(status, 403);
        assert.deepEqual(body, { error: 'access_denied', error_description: 'Realm not enabled' });
      },
      { enabled: false },
    );
  });

  test(`${endpoint}: a realm that requires HTTPS refuses plain HTTP`, async () => {
    await withOAuthServer(
      async (server) => {
        const { status, body } = await server.post(endpoint, { ...WEB, ...form });
        assert.equal(status, 403);
        assert.deepEqual(body, { error: 'invalid_request', error_description: 'HTTPS required' });
      },
      { sslRequired: 'all' },
    );
  });

  test(`${endpoint}: RFC 6749 §5.2: an unknown client is refused with 401`, async () => {
    await withOAuthServer(async (server) => {
      const { status, body } = await server.post(endpoint, { ...form, client_id: 'nobody' });
      assert.equal(status, 401);
      assert.equal(body['error'], 'invalid_client');
    });
  });

  test(`${endpoint}: a bearer-only client is refused`, async () => {
    await withOAuthServer(async (server) => {
      const { status, body } = await server.post(endpoint, { ...WEB, ...form, client_id: 'api' });
      assert.equal(status, 400);
      assert.deepEqual(body, { error: 'invalid_client', error_description: 'Bearer-only not allowed' });
    });
  });

  test(`${endpoint}: a request from an origin that is not registered for the client is refused`, async () => {
    await withOAuthServer(async (server) => {
      const { status, body } = await server.post(
        endpoint,
        { ...WEB, ...form },
        { origin: 'http://evil.test' },
      );
      assert.equal(status, 403);
      assert.equal(body['error_description'], 'Invalid origin');
    });
  });
}
