import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withSamlServer } from './testing/server.ts';

test('contract: the endpoint accepts messages by GET and POST and no other method', async () => {
  await withSamlServer(async (server) => {
    assert.match((await server.sendRedirect(server.authnRequest())).text, /kc-form-login/);
    assert.match((await server.sendPost(server.authnRequest())).text, /kc-form-login/);
    assert.equal((await fetch(server.endpoint, { method: 'PUT' })).status, 405);
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    assert.equal((await fetch(server.endpoint, json)).status, 415);
  });
});

test('contract: metadata is readable by scripts of any origin; an unknown realm answers 404', async () => {
  await withSamlServer(async (server) => {
    const response = await fetch(`${server.endpoint}/descriptor`, { headers: { origin: 'http://app.test' } });
    assert.equal(response.headers.get('access-control-allow-origin'), 'http://app.test');
    assert.equal((await fetch(`${server.baseUrl}/realms/none/protocol/saml/descriptor`)).status, 404);
  });
});

test('contract: the body of a message has a size limit', async () => {
  await withSamlServer(async (server) => {
    const body = new URLSearchParams({ SAMLRequest: 'A'.repeat(3 * 1024 * 1024) });
    assert.equal((await fetch(server.endpoint, { method: 'POST', body })).status, 413);
  });
});
