import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import { makeKeyComponent } from '#protocol/crypto/key-components.ts';
import { createFindings } from './findings.ts';
import { isKeycloakKeyProvider, keyComponentForKeycloak, keyComponentWithoutKey } from './keys.ts';

const NOW = Date.UTC(2026, 0, 1);
const YEAR = 366 * 24 * 60 * 60 * 1000;

function write(component: ComponentRepresentation, now = NOW) {
  const { report, list } = createFindings();
  return { written: keyComponentForKeycloak(component, { path: 'key', now, report }), findings: list() };
}

let rsa: ComponentRepresentation;
let ec: ComponentRepresentation;
before(async () => {
  const owner = { realmName: 'r', now: NOW, priority: 7 };
  [rsa, ec] = await Promise.all([makeKeyComponent('RS256', owner), makeKeyComponent('ES256', owner)]);
});

const withConfig = (
  component: ComponentRepresentation,
  config: Record<string, string[]>,
): ComponentRepresentation => ({
  ...component,
  config: { ...component.config, ...config },
});

test('Keycloak import: a complete key is written with its size, whatever the file says', () => {
  assert.deepEqual(write(withConfig(rsa, { keySize: ['4096'] })).written, rsa);
  assert.deepEqual(write(withConfig(ec, { ecdsaEllipticCurveKey: ['P-521'] })).written, ec);
  assert.deepEqual(write(rsa).findings, []);
  const secret = { providerId: 'aes-generated', config: { kid: ['k'], secret: ['c2VjcmV0LXNlY3JldC1z'] } };
  assert.deepEqual(write(secret).written?.config?.['secretSize'], ['15']);
});

for (const [what, config] of [
  ['a mask', { privateKey: ['**********'] }],
  ['no key', { privateKey: ['not a key'] }],
  ['no certificate', { certificate: [] }],
] as const)
  test(`Keycloak import: a generated key with ${what} is written without the key, so that a new one is made`, () => {
    const { written, findings } = write(withConfig(rsa, config as unknown as Record<string, string[]>));
    assert.deepEqual(Object.keys(written?.config ?? {}).sort(), ['algorithm', 'keySize', 'priority']);
    assert.match(findings[0]?.message ?? '', /Keycloak generates another one/);
  });

test('Keycloak import: a secret that is no base64 is left out', () => {
  const hmac = {
    providerId: 'hmac-generated',
    config: { kid: ['k'], secret: ['**********'], priority: ['1'] },
  };
  assert.deepEqual(write(hmac).written?.config, { priority: ['1'] });
});

test('Keycloak import: an imported key is left out when it cannot be read, and when its settings are invalid', () => {
  assert.equal(write({ providerId: 'rsa', config: { privateKey: ['**********'] } }).written, undefined);
  assert.equal(write({ providerId: 'rsa-enc', config: {} }).written, undefined);
  assert.equal(write(withConfig(rsa, { priority: ['first'] })).written, undefined);
  assert.match(
    write(withConfig(rsa, { priority: ['first'] })).findings[0]?.message ?? '',
    /priority must be/,
  );
});

test('Keycloak import: an imported key goes without a certificate that is not valid at the time', () => {
  const imported = { ...rsa, providerId: 'rsa' };
  assert.deepEqual(write(imported).written, imported);
  for (const now of [NOW - YEAR, NOW + 11 * YEAR]) {
    const { written, findings } = write(imported, now);
    assert.equal(written?.config?.['certificate'], undefined);
    assert.equal(written?.config?.['privateKey'], imported.config?.['privateKey']);
    assert.equal(findings[0]?.path, 'key.config.certificate');
  }
  assert.equal(write(withConfig(imported, { kid: ['mine'] })).findings[0]?.path, 'key.config.kid');
});

test('Keycloak import: keys of kinds that are not read here stay as they are', () => {
  for (const component of [
    { providerId: 'java-keystore', config: { keystore: ['/k.jks'] } },
    { providerId: 'quantum', config: { privateKey: ['x'] } },
    { providerId: 'ecdh-generated', config: { ecdhPrivateKey: ['x'], ecdhPublicKey: ['y'] } },
  ])
    assert.equal(write(component).written, component);
  assert.deepEqual(['rsa', 'ecdh-generated', 'quantum', 'toString'].map(isKeycloakKeyProvider), [
    true,
    true,
    false,
    false,
  ]);
});

test('Keycloak partial export: generated keys leave their settings, other keys nothing', () => {
  assert.deepEqual(keyComponentWithoutKey(rsa)?.config, {
    priority: ['7'],
    algorithm: ['RS256'],
    keySize: ['2048'],
  });
  assert.deepEqual(Object.keys(keyComponentWithoutKey(ec)?.config ?? {}).sort(), [
    'algorithm',
    'ecdsaEllipticCurveKey',
    'priority',
  ]);
  for (const providerId of ['rsa', 'java-keystore', 'quantum'])
    assert.equal(keyComponentWithoutKey({ ...rsa, providerId }), undefined);
});
