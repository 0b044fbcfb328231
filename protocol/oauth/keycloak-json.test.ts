import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, testRealm } from '#protocol/realm/testing/realm.ts';
import { writeKeycloakJson } from './keycloak-json.ts';

const realm = testRealm({
  clients: [
    { clientId: 'web', publicClient: false, secret: 's3cret' },
    { clientId: 'spa', publicClient: true },
    { clientId: 'api', bearerOnly: true },
  ],
});
const fileOf = async (clientId: string): Promise<Record<string, unknown>> =>
  JSON.parse(
    String(
      await writeKeycloakJson({ realm, client: clientOf(realm, clientId), baseUrl: 'http://localhost:8080' }),
    ),
  );

test('Keycloak installers: keycloak.json of a confidential client contains its secret', async () => {
  assert.deepEqual(await fileOf('web'), {
    realm: 'r',
    'auth-server-url': 'http://localhost:8080/',
    'ssl-required': 'external',
    resource: 'web',
    credentials: { secret: 's3cret' },
    'confidential-port': 0,
  });
});

test('Keycloak installers: keycloak.json of a public or bearer-only client contains its kind and no secret', async () => {
  const spa = await fileOf('spa');
  assert.deepEqual([spa['public-client'], spa['credentials']], [true, undefined]);
  const api = await fileOf('api');
  assert.deepEqual([api['bearer-only'], api['credentials']], [true, undefined]);
});
