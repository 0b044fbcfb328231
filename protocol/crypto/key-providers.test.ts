import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findKeyProvider, findUnusedKeySettings, KEY_PROVIDERS, setting } from './key-providers.ts';

const owner = { realmName: 'demo', now: Date.parse('2026-05-06T00:00:00Z') };

for (const [providerId, provider] of Object.entries(KEY_PROVIDERS).filter(([, row]) => row.isGenerated)) {
  test(`realm-admin A8: ${providerId} reads the keys it generates`, async () => {
    const config = await provider.make({ priority: ['5'] }, provider.defaultAlgorithm, owner);
    assert.equal(setting(config, 'priority'), '5');
    const material = provider.read(config);
    assert.ok(material?.kid);
    assert.ok(material.secretKey ?? material.privateKey);
  });
}

test('realm-admin A8: key size, secret size and curve follow the settings', async () => {
  const rsa = await KEY_PROVIDERS['rsa-generated']?.make({ keySize: ['3072'] }, 'RS256', owner);
  const modulus = KEY_PROVIDERS['rsa-generated']?.read(rsa ?? {})?.publicKey?.asymmetricKeyDetails
    ?.modulusLength;
  assert.equal(modulus, 3072);
  const hmac = await KEY_PROVIDERS['hmac-generated']?.make({ secretSize: ['32'] }, 'HS256', owner);
  assert.equal(Buffer.from(setting(hmac ?? {}, 'secret') ?? '', 'base64url').length, 32);
  const ed = await KEY_PROVIDERS['eddsa-generated']?.make(
    { eddsaEllipticCurveKey: ['Ed448'] },
    'EdDSA',
    owner,
  );
  assert.equal(KEY_PROVIDERS['eddsa-generated']?.read(ed ?? {})?.publicKey?.asymmetricKeyType, 'ed448');
});

test('realm-admin A8: an imported key requires a private key of the right type, and a certificate that matches it', async () => {
  const make = KEY_PROVIDERS['rsa']?.make;
  assert.ok(make);
  await assert.rejects(make({}, 'RS256', owner), /privateKey is required/);
  const ec = await KEY_PROVIDERS['ecdsa-generated']?.make({}, 'ES256', owner);
  await assert.rejects(make({ privateKey: ec?.['ecdsaPrivateKey'] ?? [] }, 'RS256', owner), /not an RSA key/);
  const [one, two] = await Promise.all(
    [1, 2].map(() => KEY_PROVIDERS['rsa-generated']?.make({}, 'RS256', owner)),
  );
  const mixed = { privateKey: one?.['privateKey'] ?? [], certificate: two?.['certificate'] ?? [] };
  await assert.rejects(make(mixed, 'RS256', owner), /certificate does not match the private key/);
});

test('an unsupported provider is not found, not even one named like an Object.prototype member', () => {
  for (const name of ['java-keystore', 'aes-generated', 'constructor', ''])
    assert.equal(findKeyProvider(name), undefined);
});

test('Keycloak: key providers that nothing here needs are known with their settings; others are not', () => {
  assert.deepEqual(findUnusedKeySettings('aes-generated'), ['secretSize']);
  for (const name of ['rsa-generated', 'java-keystore', 'constructor', ''])
    assert.equal(findUnusedKeySettings(name), undefined);
});
