import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Named, namesOf, startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const SCOPES = '/admin/realms/shop/client-scopes';
const till = `/admin/realms/shop/clients/${server.clientUuid('till')}`;

for (const [body, status, expected] of [
  [{ protocol: 'openid-connect' }, 400, /name is missing/],
  [{ name: 'x', protocol: 'ws-fed' }, 400, /Unexpected protocol/],
  [{ name: 'a b', protocol: 'openid-connect' }, 400, /must not contain blanks/],
  [{ name: 'profile', protocol: 'openid-connect' }, 409, /Client Scope profile already exists/],
] as const) {
  test(`realm-admin C8: ${JSON.stringify(body)} is rejected with ${status}`, async () => {
    const refused = await server.call('POST', SCOPES, { body });
    assert.equal(refused.status, status);
    assert.match(JSON.stringify(refused.body), expected);
  });
}

test('realm-admin C8: a scope is created, assigned, renamed and removed with its assignments, as in Keycloak 26', async () => {
  const made = await server.call('POST', SCOPES, { body: { name: 'extra', protocol: 'openid-connect' } });
  assert.equal(made.status, 201);
  const path = `${SCOPES}/${made.createdId}`;
  assert.equal((await server.call('PUT', `${till}/optional-client-scopes/${made.createdId}`)).status, 204);
  assert.equal((await server.call('PUT', `${till}/default-client-scopes/${made.createdId}`)).status, 204);
  const optional = await server.call<Named[]>('GET', `${till}/optional-client-scopes`);
  assert.ok(!namesOf(optional.body).includes('extra'));
  assert.equal((await server.call('PUT', path, { body: { name: 'more' } })).status, 204);
  const assigned = await server.call<Named[]>('GET', `${till}/default-client-scopes`);
  assert.ok(namesOf(assigned.body).includes('more'));
  assert.equal((await server.call('DELETE', path)).status, 204);
  const left = await server.call<Named[]>('GET', `${till}/default-client-scopes`);
  assert.ok(!namesOf(left.body).includes('more'));
  assert.deepEqual((await server.call('GET', path)).body, { error: 'Could not find client scope' });
});

test('realm-admin C3: a scope may be assigned to every new client', async () => {
  const { createdId } = await server.call('POST', SCOPES, {
    body: { name: 'usual', protocol: 'openid-connect' },
  });
  const path = '/admin/realms/shop/default-default-client-scopes';
  assert.equal((await server.call('PUT', `${path}/${createdId}`)).status, 204);
  assert.ok(namesOf((await server.call<Named[]>('GET', path)).body).includes('usual'));
  assert.equal((await server.call('DELETE', `${path}/${createdId}`)).status, 204);
  assert.equal((await server.call('PUT', `${path}/none`)).status, 404);
});

test('Keycloak: attributes of a new scope that are null or empty are not set', async () => {
  const attributes = { 'gui.order': '', 'consent.screen.text': null, 'include.in.token.scope': 'true' };
  const body = { name: 'sparse', protocol: 'openid-connect', attributes };
  const { createdId } = await server.call('POST', SCOPES, { body });
  const shown = await server.call<{ attributes: object }>('GET', `${SCOPES}/${createdId}`);
  assert.deepEqual(shown.body.attributes, { 'include.in.token.scope': 'true' });
});
