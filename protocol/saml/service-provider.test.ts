import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { readServiceProvider } from './service-provider.ts';
import { createTestKeyPair } from './testing/realm.ts';
import { NAME_ID_FORMATS } from './xml-names.ts';

const IN_2030 = Date.UTC(2030, 0, 1);

function clientOf(attributes: Record<string, string>) {
  const { realm } = createTestExchange({
    realm: { clients: [{ clientId: 'sp', protocol: 'saml', attributes }] },
  });
  const client = realm.clients.get('sp');
  assert.ok(client);
  return client;
}

test('SAML Metadata §2.4.4: client attributes are the settings; any value other than true is false', () => {
  const on = readServiceProvider(
    clientOf({
      'saml.client.signature': 'true',
      'saml.server.signature': 'true',
      'saml.assertion.signature': 'true',
      'saml.encrypt': 'true',
      'saml.force.post.binding': 'true',
      'saml.artifact.binding': 'true',
      'saml.authnstatement': 'true',
      'saml.onetimeuse.condition': 'true',
      'saml.server.signature.keyinfo.ext': 'true',
      'saml.allow.ecp.flow': 'true',
      saml_force_name_id_format: 'true',
    }),
    IN_2030,
  );
  const off = readServiceProvider(
    clientOf({
      'saml.client.signature': 'false',
      'saml.server.signature': 'TRUE',
      'saml.authnstatement': '',
      'saml.force.post.binding': 'no',
    }),
    IN_2030,
  );
  const switches = [
    'mustSign',
    'wantsSignedMessages',
    'wantsSignedAssertions',
    'wantsEncryptedAssertions',
    'forcesPost',
    'forcesArtifact',
    'wantsAuthnStatement',
    'wantsOneTimeUse',
    'wantsKeyHint',
    'allowsEcp',
    'forcesNameIdFormat',
  ] as const;
  for (const name of switches) {
    assert.equal(on[name], true, name);
    assert.equal(off[name], false, name);
  }
});

test('SAML Core §8.3: an unknown name identifier format is treated as unspecified', () => {
  const formatOf = (text: string): string =>
    readServiceProvider(clientOf({ saml_name_id_format: text }), IN_2030).nameIdFormat;
  assert.equal(formatOf('email'), NAME_ID_FORMATS.email);
  for (const text of ['username', 'what', 'constructor', ''])
    assert.equal(formatOf(text), NAME_ID_FORMATS.unspecified);
});

test('SAML Core §2.5.1.2: a lifespan that is not a positive number is ignored', () => {
  for (const text of ['0', '-1', 'x', '', 'Infinity', 'NaN', '1e300']) {
    const { assertionLifespanSeconds } = readServiceProvider(
      clientOf({ 'saml.assertion.lifespan': text }),
      IN_2030,
    );
    assert.equal(assertionLifespanSeconds, undefined, text);
  }
  const { assertionLifespanSeconds } = readServiceProvider(
    clientOf({ 'saml.assertion.lifespan': '30' }),
    IN_2030,
  );
  assert.equal(assertionLifespanSeconds, 30);
});

test('SAML Core §5: a certificate is valid from its first instant to its last, in any order of queries', () => {
  const client = clientOf({ 'saml.signing.certificate': createTestKeyPair('sp').certificate });
  const keysAt = (instant: number): number => readServiceProvider(client, instant).verificationKeys.length;
  const [from, to] = [Date.UTC(2029, 0, 1), Date.UTC(2040, 0, 1)];
  assert.deepEqual(
    [from - 1, from, IN_2030, to, to + 1000, from - 1, IN_2030].map(keysAt),
    [0, 1, 1, 1, 0, 0, 1],
  );
});

test('SAML Core §5: the same client is parsed once while its certificates stay valid', () => {
  const client = clientOf({ 'saml.signing.certificate': createTestKeyPair('sp').certificate });
  assert.equal(readServiceProvider(client, IN_2030), readServiceProvider(client, IN_2030 + 1));
});

test('SAML Core §5: an unreadable certificate verifies nothing', () => {
  const { certificates } = readServiceProvider(clientOf({ 'saml.signing.certificate': 'nonsense' }), IN_2030);
  assert.deepEqual(certificates, []);
});
