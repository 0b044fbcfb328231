// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's URL placeholders have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { clientOf, testRealm } from '#protocol/realm/testing/realm.ts';
import { listAdminUrls } from './admin-urls.ts';

const BASE = 'http://sso.test';
const NODES = { 'node1.test': 1, node2: 2 };

function urlsOf(changes: Partial<ClientRepresentation>): readonly string[] {
  const realm = testRealm({ clients: [{ clientId: 'web', ...changes }] });
  return listAdminUrls(clientOf(realm, 'web'), BASE).map((found) =>
    'url' in found ? found.url : `${found.written}: ${found.problem}`,
  );
}

test('Keycloak adapters: without registered nodes, the Admin URL is called as it is, or below the root URL', () => {
  assert.deepEqual(urlsOf({ adminUrl: 'http://app.test:8080/app' }), ['http://app.test:8080/app']);
  assert.deepEqual(urlsOf({ adminUrl: '/app', rootUrl: 'https://root.test' }), ['https://root.test/app']);
  assert.deepEqual(urlsOf({ adminUrl: '/app' }), ['http://sso.test/app']);
});

test('Keycloak adapters: each registered node is called in place of the host of the Admin URL', () => {
  const expected = ['http://node1.test:8080/app', 'http://node2:8080/app'];
  for (const host of ['app.test', '${application.session.host}'])
    assert.deepEqual(urlsOf({ adminUrl: `http://${host}:8080/app`, registeredNodes: NODES }), expected);
  assert.deepEqual(urlsOf({ adminUrl: '/app', rootUrl: 'https://root.test', registeredNodes: NODES }), [
    'https://node1.test/app',
    'https://node2/app',
  ]);
});

test('Keycloak adapters: a node may have a port, and the placeholder may be in the path', () => {
  const adminUrl = 'http://${application.session.host}/${application.session.host}';
  assert.deepEqual(urlsOf({ adminUrl, registeredNodes: { 'node1:81': 1 } }), ['http://node1:81/node1:81']);
});

test('bad input: without registered nodes, a placeholder for the host is a problem that names the setting', () => {
  const adminUrl = 'http://${application.session.host}/app';
  assert.deepEqual(urlsOf({ adminUrl }), [
    `${adminUrl}: adminUrl of client web contains \${application.session.host}, but the client has no registeredNodes`,
  ]);
});

for (const node of ['a b', 'user@node', 'node/path', '']) {
  test(`bad input: the node "${node}" is a problem, and the other nodes are called`, () => {
    assert.deepEqual(urlsOf({ adminUrl: 'http://app.test/app', registeredNodes: { [node]: 1, node2: 2 } }), [
      `http://app.test/app: "${node}" in registeredNodes of client web is not a host name`,
      'http://node2/app',
    ]);
  });
}

for (const [why, changes] of [
  ['without an Admin URL', { adminUrl: '' }],
  ['whose Admin URL is not a web URL', { adminUrl: 'javascript:alert(1)' }],
  ['whose Admin URL is not a web URL on any node', { adminUrl: 'not a URL', registeredNodes: NODES }],
  ['that is disabled', { adminUrl: 'http://app.test', enabled: false }],
  ['of another protocol', { adminUrl: 'http://app.test', protocol: 'saml' }],
  ['without an Admin URL, but with nodes', { registeredNodes: { 'a b': 1 } }],
] as const) {
  test(`a client ${why} is not called`, () => {
    assert.deepEqual(urlsOf(changes), []);
  });
}
