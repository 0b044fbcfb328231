import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearerOnlyClient, builtInClients } from './clients.ts';

const clients = new Map(builtInClients('my realm').map((client) => [client.clientId, client]));

test('Keycloak fresh realm: realm-management is in every realm but master', () => {
  assert.ok(clients.has('realm-management'));
  assert.equal(
    builtInClients('master').some((client) => client.clientId === 'realm-management'),
    false,
  );
});

test('Keycloak fresh realm: admin-cli takes passwords only, consoles take the code flow with PKCE only', () => {
  assert.equal(clients.get('admin-cli')?.standardFlowEnabled, false);
  assert.equal(clients.get('admin-cli')?.directAccessGrantsEnabled, true);
  for (const clientId of ['security-admin-console', 'account-console']) {
    assert.equal(clients.get(clientId)?.directAccessGrantsEnabled, false);
    assert.equal(clients.get(clientId)?.attributes?.['pkce.code.challenge.method'], 'S256');
  }
});

test('Keycloak 26: tokens of admin-cli and of the admin console are lightweight', () => {
  const lightweight = [...clients.values()].filter(
    (client) => client.attributes?.['client.use.lightweight.access.token.enabled'] === 'true',
  );
  assert.deepEqual(
    lightweight.map((client) => client.clientId),
    ['admin-cli', 'security-admin-console'],
  );
});

test('paths hold the realm name as an address needs it', () => {
  assert.deepEqual(clients.get('account')?.redirectUris, ['/realms/my%20realm/account/*']);
});

test('a client that stands only for roles takes no sign-in', () => {
  const client = bearerOnlyClient('x', 'X');
  assert.equal(client.bearerOnly, true);
  assert.equal(client.publicClient, false);
  assert.equal(client.redirectUris, undefined);
});
