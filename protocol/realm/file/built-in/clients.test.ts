import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearerOnlyClient, builtInClients } from './clients.ts';

const clients = new Map(builtInClients('my realm').map((client) => [client.clientId, client]));

test('Keycloak fresh realm: every realm except master has realm-management', () => {
  assert.ok(clients.has('realm-management'));
  assert.equal(
    builtInClients('master').some((client) => client.clientId === 'realm-management'),
    false,
  );
});

test('Keycloak fresh realm: admin-cli allows only the password grant, the consoles only the code flow with PKCE', () => {
  assert.equal(clients.get('admin-cli')?.standardFlowEnabled, false);
  assert.equal(clients.get('admin-cli')?.directAccessGrantsEnabled, true);
  for (const clientId of ['security-admin-console', 'account-console']) {
    assert.equal(clients.get(clientId)?.directAccessGrantsEnabled, false);
    assert.equal(clients.get(clientId)?.attributes?.['pkce.code.challenge.method'], 'S256');
  }
});

test('Keycloak 26: access tokens of admin-cli and of the admin console are lightweight', () => {
  const lightweight = [...clients.values()].filter(
    (client) => client.attributes?.['client.use.lightweight.access.token.enabled'] === 'true',
  );
  assert.deepEqual(
    lightweight.map((client) => client.clientId),
    ['admin-cli', 'security-admin-console'],
  );
});

test('the realm name is percent-encoded in paths', () => {
  assert.deepEqual(clients.get('account')?.redirectUris, ['/realms/my%20realm/account/*']);
});

test('a client that only owns roles does not allow sign-in', () => {
  const client = bearerOnlyClient('x', 'X');
  assert.equal(client.bearerOnly, true);
  assert.equal(client.publicClient, false);
  assert.equal(client.redirectUris, undefined);
});
