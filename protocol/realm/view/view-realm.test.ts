import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MIGRATED_VERSION } from '../file/migrations.ts';
import { clientOf, testRealm } from '../testing/realm.ts';
import { viewRealm } from './view-realm.ts';

test('the same stored realm gives the same view, a changed one a new one', () => {
  const realm = testRealm();
  assert.equal(viewRealm(realm.stored), realm);
  const changed = viewRealm({ ...realm.stored, displayName: 'Changed' });
  assert.notEqual(changed, realm);
  assert.equal(changed.displayName, 'Changed');
  assert.equal(realm.displayName, 'r');
});

test("the view of a bare stored realm has Keycloak's defaults", () => {
  const view = viewRealm({ id: 'i', realm: 'bare' });
  assert.equal(view.enabled, true);
  assert.equal(view.sslRequired, 'external');
  assert.equal(view.signatureAlgorithm, 'RS256');
  assert.equal(view.loginWithEmail, true);
  assert.equal(view.rememberMe, false);
  assert.equal(view.clients.size, 0);
  assert.equal(view.defaultRole, undefined);
});

test('a client is bearer-only, public or confidential', () => {
  const clients = [
    { clientId: 'a', bearerOnly: true, publicClient: true },
    { clientId: 'b', publicClient: false },
    { clientId: 'c', bearerOnly: false },
    { clientId: 'd', publicClient: true },
  ];
  const realm = testRealm({ clients });
  const kinds = clients.map(({ clientId }) => clientOf(realm, clientId).kind);
  assert.deepEqual(kinds, ['bearer-only', 'confidential', 'confidential', 'public']);
});

test('client scopes that do not exist or have another protocol do not apply', () => {
  const realm = testRealm({
    keycloakVersion: MIGRATED_VERSION,
    clients: [
      { clientId: 'a', defaultClientScopes: ['email', 'gone', 'role_list'], optionalClientScopes: ['phone'] },
    ],
  });
  const client = clientOf(realm, 'a');
  assert.deepEqual(
    client.defaultScopes.map(({ name }) => name),
    ['email'],
  );
  assert.deepEqual(
    client.optionalScopes.map(({ name }) => name),
    ['phone'],
  );
});

test('a client scope without attributes is in the token scope and on the consent page', () => {
  const realm = testRealm({
    clientScopes: [
      { name: 's' },
      {
        name: 't',
        attributes: {
          'include.in.token.scope': 'false',
          'display.on.consent.screen': 'false',
          'consent.screen.text': 'Text',
        },
      },
    ],
  });
  const [s, t] = [realm.clientScopes.get('s'), realm.clientScopes.get('t')];
  assert.deepEqual([s?.includedInTokenScope, s?.shownOnConsent, s?.consentText], [true, true, 's']);
  assert.deepEqual([t?.includedInTokenScope, t?.shownOnConsent, t?.consentText], [false, false, 'Text']);
});

test('scope mappings add realm and client roles to clients and client scopes', () => {
  const realm = testRealm({
    clients: [{ clientId: 'web' }, { clientId: 'api' }],
    scopeMappings: [
      { client: 'web', roles: ['x'] },
      { clientScope: 'phone', roles: ['y'] },
    ],
    clientScopeMappings: { api: [{ client: 'web', roles: ['z'] }] },
  });
  assert.deepEqual(clientOf(realm, 'web').scopeMappings, [
    { clientId: undefined, name: 'x' },
    { clientId: 'api', name: 'z' },
  ]);
  assert.deepEqual(realm.clientScopes.get('phone')?.roles, [{ clientId: undefined, name: 'y' }]);
});

test('clients are found by clientId and by id, and inherited names are not clients', () => {
  const realm = testRealm({ clients: [{ id: '1', clientId: 'a' }] });
  assert.equal(realm.clients.get('a'), realm.clientsById.get('1'));
  assert.equal(realm.clients.get('constructor'), undefined);
  assert.equal(realm.clientRoles.get('__proto__'), undefined);
});

test('a realm cloned from another shares the views of clients, scopes and roles that are the same', () => {
  const realm = testRealm({ clients: [{ clientId: 'a' }, { clientId: 'b' }] });
  const clients = (realm.stored.clients ?? []).map((client) =>
    client.clientId === 'b' ? { ...client, name: 'Changed' } : client,
  );
  const clone = viewRealm({ ...realm.stored, id: 'clone-id', realm: 'clone', clients });
  assert.equal(clone.clients.get('a'), realm.clients.get('a'));
  assert.equal(clone.clients.get('b')?.name, 'Changed');
  assert.equal(realm.clients.get('b')?.name, '');
  assert.equal(clone.clientScopes, realm.clientScopes);
  assert.equal(clone.realmRoles, realm.realmRoles);
  assert.equal(clone.clientRoles, realm.clientRoles);
  assert.equal(clone.name, 'clone');
});

test('a change of a client scope or of a scope mapping reaches every client with it', () => {
  const realm = testRealm({ clients: [{ clientId: 'a', defaultClientScopes: ['email'] }] });
  const scopeNames = (view: typeof realm) =>
    clientOf(view, 'a').defaultScopes.map(({ consentText }) => consentText);
  const clientScopes = (realm.stored.clientScopes ?? []).map((scope) => ({
    ...scope,
    attributes: { ...scope.attributes, 'consent.screen.text': 'Changed' },
  }));
  assert.deepEqual(scopeNames(viewRealm({ ...realm.stored, clientScopes })), ['Changed']);
  assert.notDeepEqual(scopeNames(viewRealm({ ...realm.stored })), ['Changed']);
  const scopeMappings = [{ client: 'a', roles: ['offline_access'] }];
  const mapped = viewRealm({ ...realm.stored, scopeMappings });
  assert.deepEqual(clientOf(mapped, 'a').scopeMappings, [{ clientId: undefined, name: 'offline_access' }]);
  assert.deepEqual(clientOf(viewRealm({ ...realm.stored }), 'a').scopeMappings, []);
});
