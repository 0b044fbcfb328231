import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { normalizeRealm } from '../file/normalize-realm.ts';
import { reportSettings } from './report-settings.ts';

function report(given: Omit<RealmRepresentation, 'realm'>) {
  const { realm, users } = normalizeRealm({ realm: 'r', ...given }, { now: () => 0 });
  return reportSettings(realm, users);
}

test('import report: markup that pages leave out of names is named', () => {
  const [realm, client, ...more] = report({
    displayNameHtml: '<b>Acme</b><script>alert(1)</script>',
    clients: [
      { clientId: 'web', name: '<i onclick="x">Shop</i>' },
      { clientId: 'api', name: '<b>API</b>' },
    ],
  });
  assert.equal(realm?.path, 'displayNameHtml');
  assert.match(realm?.message ?? '', /: <script>\. Use only elements for text, links and images\.$/);
  assert.equal(client?.path, 'clients[web].name');
  assert.match(client?.message ?? '', /: onclick\./);
  assert.deepEqual(more, []);
});

test('import report: Keycloak’s own display name and plain names are as they are', () => {
  assert.deepEqual(report({ displayNameHtml: '<div class="kc-logo-text"><span>Keycloak</span></div>' }), []);
  assert.deepEqual(report({ displayNameHtml: 'A & B', clients: [{ clientId: 'web', name: 'a < b' }] }), []);
});
