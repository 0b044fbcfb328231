import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDelivered, withSamlServer } from './testing/server.ts';
import { NAMESPACES } from './xml-names.ts';

test('SAML Bindings §3.4.4: a call without a message is rejected on a page that names what is missing', async () => {
  await withSamlServer(async (server) => {
    for (const page of [
      await server.browser().get(server.endpoint),
      await server.browser().get(`${server.endpoint}?RelayState=x`),
      await server.browser().post(server.endpoint, { RelayState: 'x' }),
    ]) {
      const refusal = server.refusal(page);
      assert.deepEqual(
        [refusal.status, refusal.page, refusal.code],
        [400, 'Invalid Request', 'saml_token_not_found'],
      );
    }
  });
});

test('SAML Core §3: an unsupported message is rejected', async () => {
  await withSamlServer(async (server) => {
    for (const xml of [
      '<AuthnRequest/>',
      `<samlp:Response xmlns:samlp="${NAMESPACES.protocol}"/>`,
      `<samlp:ManageNameIDRequest xmlns:samlp="${NAMESPACES.protocol}"/>`,
      `<saml:AuthnRequest xmlns:saml="${NAMESPACES.assertion}"/>`,
    ]) {
      const refusal = server.refusal(await server.sendRedirect(xml));
      assert.deepEqual(
        [refusal.status, refusal.code, refusal.rule],
        [400, 'invalid_token', 'parse-message'],
        xml,
      );
    }
  });
});

test('SAML Bindings §3.4.3: a request in SAMLResponse is rejected', async () => {
  await withSamlServer(async (server) => {
    const page = await server.sendRedirect(server.authnRequest(), { parameter: 'SAMLResponse' });
    assert.equal(server.refusal(page).code, 'invalid_token');
  });
});

test('SAML Bindings §3.4: Activity shows both documents, the client and the passed checks', async () => {
  await withSamlServer(async (server) => {
    const browser = server.browser();
    await server.signIn(undefined, { browser });
    readDelivered(await server.sendRedirect(server.authnRequest(), { browser }));
    const { title, clientId, decisions } = server.newest();
    assert.equal(title, 'SAML sign-in request');
    assert.equal(clientId, 'sp');
    const passed = decisions.filter(({ outcome }) => outcome === 'passed').map(({ rule }) => rule);
    for (const rule of [
      'check-issuer',
      'check-destination',
      'check-issue-instant',
      'check-assertion-consumer-service',
    ])
      assert.ok(passed.includes(rule), rule);
  });
});
