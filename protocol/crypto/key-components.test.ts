import assert from 'node:assert/strict';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import {
  changeKeyComponent,
  checkKeyComponent,
  fillKeyComponent,
  findUnfilled,
  KeyComponentError,
  keyProviderFor,
  MASKED_SECRET,
  makeKeyComponent,
  readKeyComponent,
  shownKeyConfig,
} from './key-components.ts';

const request = { realmName: 'demo', priority: 100, now: Date.parse('2026-05-06T00:00:00Z') };

const kinds: [algorithm: string, providerId: string, type: string, use: string][] = [
  ['RS256', 'rsa-generated', 'RSA', 'SIG'],
  ['RSA-OAEP', 'rsa-enc-generated', 'RSA', 'ENC'],
  ['HS512', 'hmac-generated', 'OCT', 'SIG'],
  ['ES384', 'ecdsa-generated', 'EC', 'SIG'],
  ['EdDSA', 'eddsa-generated', 'OKP', 'SIG'],
];
for (const [algorithm, providerId, type, use] of kinds) {
  test(`realm file "components": a generated ${algorithm} key is read back with provider, type, use and priority`, async () => {
    const component = await makeKeyComponent(algorithm, request);
    const key = readKeyComponent(component);
    assert.equal(component.providerId, providerId);
    assert.equal(key?.algorithm, algorithm);
    assert.equal(key?.type, type);
    assert.equal(key?.use, use);
    assert.equal(key?.priority, 100);
    assert.equal(key?.status, 'ACTIVE');
    assert.equal(key?.componentId, component.id);
  });
}

test('RFC 5280 §4.1.2.5: the certificate of a new key is backdated for clocks that are behind', async () => {
  const certificate = readKeyComponent(await makeKeyComponent('RS256', request))?.certificate ?? '';
  const { validFrom, validTo } = new X509Certificate(Buffer.from(certificate, 'base64'));
  assert.equal(Date.parse(validFrom), Date.parse('2026-05-05T00:00:00Z'));
  assert.equal(Date.parse(validTo), Date.parse('2036-05-06T00:00:00Z'));
});

test("an RSA key's identifier is stable across reads, and its validity is that of its certificate", async () => {
  const component = await makeKeyComponent('RS256', request);
  assert.equal(readKeyComponent(component)?.kid, readKeyComponent({ ...component, id: 'other' })?.kid);
  assert.equal(readKeyComponent(component)?.validTo, Date.parse('2036-05-06T00:00:00Z'));
});

test('a key that is not enabled is disabled, one that is not active is passive', async () => {
  const component = await makeKeyComponent('RS256', request);
  const status = (config: Record<string, string[]>) =>
    readKeyComponent({ ...component, config: { ...component.config, ...config } })?.status;
  assert.equal(status({ enabled: ['false'] }), 'DISABLED');
  assert.equal(status({ active: ['false'] }), 'PASSIVE');
});

test('an imported RSA key is read from either form of PEM', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const read = (privateKeyText: string) =>
    readKeyComponent({ providerId: 'rsa', config: { privateKey: [privateKeyText] } })?.kid;
  const pkcs8 = read(String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  const pkcs1 = read(String(privateKey.export({ type: 'pkcs1', format: 'pem' })));
  const body = privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64');
  assert.ok(pkcs8);
  assert.equal(pkcs1, pkcs8);
  assert.equal(read(body), pkcs8);
});

test('a component without key material or of an unsupported provider is not a key', () => {
  assert.equal(readKeyComponent({ providerId: 'rsa-generated', config: { priority: ['100'] } }), undefined);
  assert.equal(readKeyComponent({ providerId: 'aes-generated', config: { secret: ['x'] } }), undefined);
  assert.equal(readKeyComponent({ providerId: 'hmac-generated' }), undefined);
});

test('invalid key material throws an error', () => {
  assert.throws(() => readKeyComponent({ providerId: 'rsa', config: { privateKey: ['not a key'] } }));
});

test('no key is generated for an unsupported algorithm', async () => {
  assert.equal(keyProviderFor('none'), undefined);
  await assert.rejects(makeKeyComponent('none', request), TypeError);
});

test('realm-admin A8: a component shows its settings, not its key material', async () => {
  const component = await makeKeyComponent('RS256', request);
  assert.deepEqual(Object.keys(shownKeyConfig(component)).sort(), ['algorithm', 'keySize', 'priority']);
  const imported = { providerId: 'rsa', config: { privateKey: ['x'], certificate: ['y'], kid: ['z'] } };
  assert.deepEqual(shownKeyConfig(imported), { privateKey: [MASKED_SECRET], certificate: ['y'], kid: ['z'] });
});

test('realm-admin A8: a change keeps hidden and masked values, and reports whether the key must be regenerated', async () => {
  const component = await makeKeyComponent('RS256', request);
  const same = changeKeyComponent(component, { providerId: '', config: { priority: ['1'] } });
  assert.equal(same.reshaped, false);
  assert.equal(readKeyComponent(same.component)?.kid, readKeyComponent(component)?.kid);
  const larger = changeKeyComponent(component, { providerId: '', config: { keySize: ['4096'] } });
  assert.equal(larger.reshaped, true);
  const given = { providerId: 'rsa', config: { privateKey: ['x'] } };
  const masked = changeKeyComponent(given, { providerId: 'rsa', config: { privateKey: [MASKED_SECRET] } });
  assert.deepEqual([masked.reshaped, masked.component.config], [false, { privateKey: ['x'] }]);
});

test('realm-admin A8: a component without key material is found by its algorithm, unless disabled', () => {
  const bare = { id: 'a', providerId: 'ecdsa-generated', config: { ecdsaEllipticCurveKey: ['P-521'] } };
  assert.equal(findUnfilled([bare], 'ES512'), bare);
  assert.equal(findUnfilled([bare], 'ES256'), undefined);
  const off = { ...bare, config: { ...bare.config, enabled: ['false'] } };
  assert.equal(findUnfilled([off], 'ES512'), undefined);
  assert.equal(findUnfilled([{ providerId: 'rsa' }], 'RS256'), undefined);
});

test('realm-admin A8: an invalid key is reported with its setting', async () => {
  await assert.rejects(fillKeyComponent({ providerId: 'java-keystore' }, request), KeyComponentError);
  const odd = { providerId: 'rsa-generated', config: { enabled: ['maybe'] } };
  assert.throws(() => checkKeyComponent(odd), /enabled must be one of true, false/);
});
