import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { parseEnvelope, renderEnvelope } from '../messages/soap.ts';
import { isSoapRequest, replyWithFault, soapBinding } from './soap.ts';

const exchangeOf = (text: string, contentType = 'text/xml', method = 'POST'): RealmExchange => ({
  ...createTestExchange(),
  method,
  text,
  headers: { 'content-type': contentType },
});

test('SAML Bindings §3.2: the message is extracted from its envelope together with the prefixes it uses', async () => {
  const text =
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:p="urn:p"><e:Header/><e:Body> <p:AuthnRequest ID="_1"/> </e:Body></e:Envelope>';
  const received = await soapBinding.receive(exchangeOf(text));
  assert.equal(received?.root.localName, 'AuthnRequest');
  assert.equal(received?.text, '<p:AuthnRequest xmlns:p="urn:p" ID="_1"></p:AuthnRequest>');
  assert.deepEqual([received?.binding, received?.parameter], ['soap', 'SAMLRequest']);
});

test('a response is recognized as one', async () => {
  const received = await soapBinding.receive(exchangeOf(renderEnvelope({ body: '<LogoutResponse/>' })));
  assert.equal(received?.parameter, 'SAMLResponse');
});

for (const [why, contentType, method, expected] of [
  ['text/xml', 'text/xml', 'POST', true],
  ['text/xml with a charset', 'text/xml; charset=utf-8', 'POST', true],
  ['application/soap+xml', 'Application/SOAP+XML', 'POST', true],
  ['a form', 'application/x-www-form-urlencoded', 'POST', false],
  ['a GET', 'text/xml', 'GET', false],
] as const) {
  test(`SAML Bindings §3.2.3.1: ${why} is ${expected ? '' : 'not '}SOAP`, async () => {
    const exchange = exchangeOf('', contentType, method);
    assert.equal(isSoapRequest(exchange), expected);
    if (!expected) assert.equal(await soapBinding.receive(exchange), undefined);
  });
}

test('SAML Bindings §3.2.3.3: a body that is not an envelope is rejected', async () => {
  await assert.rejects(soapBinding.receive(exchangeOf('<a/>')), { code: 'invalid_token' });
});

test('SAML Bindings §3.2.3.3: a message is answered with 200, a fault with 500, and neither is cached', async () => {
  const exchange = exchangeOf('');
  const reply = await soapBinding.send(exchange, {
    parameter: 'SAMLResponse',
    destination: '',
    relayState: undefined,
    signed: false,
    render: async (place) => `<a place="${place}"/>`,
  } as Parameters<typeof soapBinding.send>[1]);
  assert.deepEqual([reply.status, reply.headers?.['cache-control']], [200, 'no-store']);
  assert.equal(parseEnvelope(String(reply.body)).attributes[0]?.value, 'embedded');
  const fault = replyWithFault(exchange, { by: 'Server', text: '<&>' });
  assert.equal(fault.status, 500);
  assert.ok(String(fault.body).includes('<faultstring>&lt;&amp;&gt;</faultstring>'));
});
