import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { checkAnswer } from './check-answer.ts';
import { readServiceProvider, type ServiceProvider } from './service-provider.ts';
import { describeProvider, SIGNING } from './testing/logout.ts';
import { signMessage } from './testing/server.ts';
import { NAMESPACES } from './xml-names.ts';

const NOW = Date.UTC(2030, 0, 1);

function providerOf(attributes: Readonly<Record<string, string>> = {}): ServiceProvider {
  const { realm } = createTestExchange({ realm: { clients: [describeProvider('sp', { attributes })] } });
  const client = realm.clients.get('sp');
  assert.ok(client);
  return readServiceProvider(client, NOW);
}

const answerOf = ({ issuer = 'sp', inResponseTo = '_q' } = {}): string =>
  `<samlp:LogoutResponse xmlns:saml="${NAMESPACES.assertion}" xmlns:samlp="${NAMESPACES.protocol}" ID="_a" InResponseTo="${inResponseTo}" IssueInstant="2030-01-01T00:00:00Z" Version="2.0"><saml:Issuer>${issuer}</saml:Issuer></samlp:LogoutResponse>`;

const expected = { requestId: '_q' };

test('SAML Core §3.2.2: a response of the service provider to this request is accepted', async () => {
  const root = parseXml(answerOf());
  assert.equal(checkAnswer(providerOf(), root, expected), root);
});

for (const [why, changes, reason] of [
  ['of another sender', { issuer: 'other' }, /is from other, not from sp/],
  ['without an issuer', { issuer: '' }, /is from nobody/],
  ['to another request', { inResponseTo: '_x' }, /answers _x, not _q/],
  ['without InResponseTo', { inResponseTo: '' }, /answers no request/],
] as const) {
  test(`SAML Core §3.2.2: a response ${why} is rejected`, async () => {
    assert.throws(() => checkAnswer(providerOf(), parseXml(answerOf(changes)), expected), {
      code: 'invalid_request',
      reason,
    });
  });
}

test('SAML Core §5.4: only signed content is read, also inside an envelope that declares the prefixes', async () => {
  const signed = await signMessage(answerOf());
  const [inner] = parseXml(`<e xmlns:samlp="urn:other" xmlns:z="urn:z">${signed}</e>`).children;
  assert.ok(typeof inner === 'object');
  const read = checkAnswer(providerOf(SIGNING), inner, expected);
  assert.notEqual(read, inner);
  assert.equal(read.localName, 'LogoutResponse');
});

test('SAML Core §5: where signatures are required, a missing or invalid one is rejected, and the setting is named', async () => {
  const broken = (await signMessage(answerOf())).replace('ID="_a"', 'ID="_b"');
  for (const text of [answerOf(), broken]) {
    assert.throws(() => checkAnswer(providerOf(SIGNING), parseXml(text), expected), {
      code: 'invalid_signature',
      remedy: /saml\.signing\.certificate of client sp/,
    });
  }
});

test('SAML Bindings §3.6.5: the response needs no signature if its embedded message has one', async () => {
  const read = checkAnswer(providerOf(SIGNING), parseXml(answerOf()), { ...expected, verifies: false });
  assert.equal(read.localName, 'LogoutResponse');
});
