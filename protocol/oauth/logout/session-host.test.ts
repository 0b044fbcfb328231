// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's URL placeholders have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { clientOf, testRealm } from '#protocol/realm/testing/realm.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { fillInHost } from './session-host.ts';

const URL_OF_NODE = 'http://${application.session.host}:8080/app';

function viewClient(changes: Partial<ClientRepresentation>): Client {
  return clientOf(testRealm({ clients: [{ clientId: 'web', ...changes }] }), 'web');
}

function fill(changes: Partial<ClientRepresentation>, host: string | undefined): string {
  const filled = fillInHost(viewClient(changes), URL_OF_NODE, host, 'adminUrl of client web');
  return 'url' in filled ? filled.url : filled.problem;
}

test('a URL without the placeholder stays as it is, whatever the host', () => {
  const client = viewClient({});
  assert.deepEqual(fillInHost(client, 'http://a.test/x', 'evil.test', 's'), { url: 'http://a.test/x' });
});

const HOSTS: readonly (readonly [where: string, changes: Partial<ClientRepresentation>, host: string])[] = [
  ['a registered node', { registeredNodes: { 'node1.test': 1, node2: 2 } }, 'node2'],
  ['a registered node in another case', { registeredNodes: { 'Node1.test': 1 } }, 'NODE1.test'],
  ['the host of a redirect URI', { redirectUris: ['http://app.test:3000/*'] }, 'app.test'],
  ['the host of the root URL', { rootUrl: 'http://root.test/app' }, 'root.test'],
];

for (const [where, changes, host] of HOSTS) {
  test(`Keycloak adapters: client_session_host replaces the placeholder when it is ${where}`, () => {
    assert.equal(fill(changes, host), `http://${host}:8080/app`);
  });
}

for (const [why, host] of [
  ['a host that the client’s settings do not name', 'evil.test'],
  ['a host with a longer name', 'app.test.evil.test'],
  ['the wildcard of a redirect URI', 'wild.test*'],
] as const) {
  test(`bad input: ${why} is not called`, () => {
    const redirectUris = ['http://app.test/cb', 'https://wild.test*', '*', '/relative'];
    assert.match(fill({ redirectUris }, host), /^client_session_host .* is not a host/);
  });
}

for (const host of [
  'app.test/x?',
  'user@app.test',
  'app.test:99999999',
  'app.test#',
  'a b',
  '[::1',
  '..\\app.test',
]) {
  test(`bad input: "${host}" is not a host name`, () => {
    const problem = fill({ redirectUris: ['http://app.test/cb'] }, host);
    assert.equal(problem, `client_session_host "${host}" is not a host name`);
  });
}

test('without a host the problem names the setting and the missing parameter', () => {
  assert.equal(
    fill({}, undefined),
    'adminUrl of client web contains ${application.session.host}, but the client sent no client_session_host',
  );
});
