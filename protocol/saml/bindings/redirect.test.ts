import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { signText, verifyText, XML_SIGNATURES } from '#protocol/crypto/xml-signature.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { SamlSigners } from '../signer.ts';
import { redirectQuery, SP_SIGNER, withSamlServer } from '../testing/server.ts';
import { appendQuery, createRedirectBinding } from './redirect.ts';

const NO_SIGNERS: SamlSigners = {
  signerBy: async () => SP_SIGNER,
  signerFor: async () => SP_SIGNER,
  algorithmUri: () => XML_SIGNATURES.RSA_SHA256.method,
  signingKeys: async () => [],
};

const binding = createRedirectBinding({ signers: NO_SIGNERS });
const MESSAGE = '<a xmlns="urn:x">é</a>';

async function refuse(query: string, reason: RegExp): Promise<void> {
  await assert.rejects(binding.receive(createTestExchange({ query })), (error) => {
    assert.ok(error instanceof SamlStatusError);
    assert.equal(error.code, 'invalid_token');
    assert.match(error.reason, reason);
    return true;
  });
}

test('SAML Bindings §3.4.4: a message is read from the query with its relay state', async () => {
  const query = await redirectQuery(MESSAGE, { relayState: 'a b+c&d' });
  const received = await binding.receive(createTestExchange({ query }));
  assert.equal(received?.text, MESSAGE);
  assert.equal(received?.relayState, 'a b+c&d');
  assert.equal(received?.querySignature, undefined);
});

test('SAML Bindings §3.4.3: a missing relay state differs from an empty one', async () => {
  const without = await binding.receive(createTestExchange({ query: await redirectQuery(MESSAGE) }));
  assert.equal(without?.relayState, undefined);
  const empty = await binding.receive(
    createTestExchange({ query: await redirectQuery(MESSAGE, { relayState: '' }) }),
  );
  assert.equal(empty?.relayState, '');
});

test('SAML Bindings §3.4.4.1: the signed text is exactly what was received, for any relay state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (relayState) => {
      const query = await redirectQuery(MESSAGE, { relayState, signer: SP_SIGNER });
      const received = await binding.receive(createTestExchange({ query }));
      const { signedText = '', ...signature } = received?.querySignature ?? { algorithm: '', signature: '' };
      const keys = [SP_SIGNER.key].map((key) => key);
      assert.equal(received?.relayState, relayState);
      assert.equal(
        signature.signature,
        await signText({ ...SP_SIGNER, key: keys[0] ?? SP_SIGNER.key }, signedText),
      );
    }),
    { numRuns: 20 },
  );
});

test('SAML Bindings §3.4.4.1: parameter order and unknown parameters do not change the signed text', async () => {
  const query = await redirectQuery(MESSAGE, { relayState: 'r', signer: SP_SIGNER });
  const [message = '', relay = '', algorithm = '', signature = ''] = query.split('&');
  const shuffled = [signature, 'utm=1', relay, algorithm, message].join('&');
  const received = await binding.receive(createTestExchange({ query: shuffled }));
  assert.equal(received?.querySignature?.signedText, [message, relay, algorithm].join('&'));
});

test('SAML Bindings §3.4.4: a query without a message does not belong to this binding', async () => {
  assert.equal(await binding.receive(createTestExchange({ query: 'RelayState=x' })), undefined);
});

test('SAML Bindings §3.4.4.1: invalid base64, DEFLATE or XML is rejected', async () => {
  await refuse('SAMLRequest=%21%21', /base64/);
  await refuse(`SAMLRequest=${encodeURIComponent(Buffer.from(MESSAGE).toString('base64'))}`, /DEFLATE/);
  await refuse(await redirectQuery('<a>'), /XML/);
  await refuse('SAMLRequest=', /base64|DEFLATE/);
});

test('SAML Bindings §3.4.4: an unknown encoding is rejected, the defined one accepted', async () => {
  const query = await redirectQuery(MESSAGE);
  await refuse(`${query}&SAMLEncoding=urn%3Aother`, /SAMLEncoding/);
  const known = encodeURIComponent('urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE');
  assert.equal(
    (await binding.receive(createTestExchange({ query: `${query}&SAMLEncoding=${known}` })))?.text,
    MESSAGE,
  );
});

test('SAML Bindings §3.4.4.1: a repeated parameter is rejected, whichever one is signed', async () => {
  const query = await redirectQuery(MESSAGE, { relayState: 'r', signer: SP_SIGNER });
  for (const name of ['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'])
    await refuse(`${query}&${name}=x`, new RegExp(`${name} was sent more than once`));
});

test('SAML Bindings §3.4.4.1: the signature covers the response’s own parameters; the query of the consumer URL comes first', async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', {
      attributes: { saml_assertion_consumer_url_redirect: 'http://sp.test/acs-redirect?tenant=1' },
    });
    const delivered = await server.signIn(undefined, { relayState: '%41 &' });
    assert.equal(delivered.destination, 'http://sp.test/acs-redirect?tenant=1');
    assert.match(
      delivered.query,
      /^tenant=1&SAMLResponse=[^&]*&RelayState=[^&]*&SigAlg=[^&]*&Signature=[^&]*$/,
    );
    const [text = '', signature = ''] = delivered.query.slice('tenant=1&'.length).split('&Signature=');
    const key = await server.keys.verificationKey('demo', undefined, 'RS256');
    assert.ok(key);
    verifyText({
      algorithm: XML_SIGNATURES.RSA_SHA256.method,
      text,
      signature: decodeURIComponent(signature),
      keys: [key.key],
      allowSha1: false,
    });
    assert.doesNotMatch(delivered.xml.slice(0, delivered.xml.indexOf('<saml:Assertion')), /Signature/);
  });
});

test('SAML Bindings §3.4.4: without saml.server.signature nothing is signed, and the response is never cached', async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', { attributes: { 'saml.server.signature': 'false' } });
    const browser = server.browser();
    const page = await server.sendRedirect(server.authnRequest(), { browser });
    const answer = await browser.signIn(page, 'alice', 'alice-password');
    assert.doesNotMatch(answer.headers.get('location') ?? '', /SigAlg|Signature/);
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
  });
});

test('SAML Bindings §3.4.3: parameters are added before the fragment and after an existing query', () => {
  assert.equal(appendQuery('http://a/b', 'x=1'), 'http://a/b?x=1');
  assert.equal(appendQuery('http://a/b?c=2', 'x=1'), 'http://a/b?c=2&x=1');
  assert.equal(appendQuery('http://a/b?', 'x=1'), 'http://a/b?x=1');
  assert.equal(appendQuery('http://a/b#f', 'x=1'), 'http://a/b?x=1#f');
});

test('SAML Bindings §3.4.4.1: a message that inflates beyond the size limit is rejected before it is inflated', async () => {
  const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, 0x20)).toString('base64');
  await refuse(`SAMLRequest=${encodeURIComponent(bomb)}`, /more than/);
});
