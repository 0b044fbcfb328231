import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyElement } from '#protocol/crypto/verify-xml-signature.ts';
import { attributeOf } from '#protocol/xml/read-xml.ts';
import { readDelivered, SP_SIGNER, signMessage, withSamlServer } from './server.ts';

test('SAML Profiles §4.1: a redirect request leads to a signed POST response', async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', { attributes: { 'saml.force.post.binding': 'true' } });
    const xml = server.authnRequest();
    const delivered = await server.signIn(xml, { relayState: 'a b&c' });
    assert.equal(delivered.binding, 'post');
    assert.equal(delivered.destination, 'http://sp.test/acs');
    assert.equal(delivered.relayState, 'a b&c');
    assert.equal(delivered.root.localName, 'Response');
    const [key] = await server.keys.list('demo');
    assert.notEqual(key, undefined);
    const keys = (await server.keys.list('demo')).flatMap(({ publicKey, algorithm }) =>
      publicKey !== undefined && algorithm === 'RS256' ? [publicKey] : [],
    );
    const signed = verifyElement({
      root: delivered.root,
      keys,
      allowSha1: false,
    });
    assert.equal(attributeOf(signed, 'Destination'), 'http://sp.test/acs');
  });
});

test('SAML Bindings §3.4.4.1: a signed query and a signed POST document are accepted', async () => {
  await withSamlServer(async (server) => {
    const xml = server.authnRequest({ issuer: 'signing' });
    const page = await server.sendRedirect(xml, { signer: SP_SIGNER });
    assert.equal(page.status, 200, page.text);
    const posted = await server.sendPost(await signMessage(server.authnRequest({ issuer: 'signing' })));
    assert.equal(posted.status, 200, posted.text);
    assert.match(posted.text, /kc-form-login/);
  });
});

test('SAML Bindings §3.4: a redirect response has its signature in the query', async () => {
  await withSamlServer(async (server) => {
    const delivered = await server.signIn();
    assert.equal(delivered.binding, 'redirect');
    assert.match(delivered.query, /SAMLResponse=.*&SigAlg=.*&Signature=/);
  });
});

test('SAML Core §3.2.2: the test server reports why a message was rejected', async () => {
  await withSamlServer(async (server) => {
    const page = await server.sendRedirect(server.authnRequest({ issuer: 'nobody' }));
    const refusal = server.refusal(page);
    assert.equal(refusal.status, 400);
    assert.equal(refusal.code, 'client_not_found');
    assert.equal(refusal.rule, 'check-issuer');
    assert.equal(refusal.page, 'Invalid Request');
    assert.throws(() => readDelivered(page), TypeError);
  });
});
