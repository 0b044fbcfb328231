import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createTestCertificate } from './testing/certificate.ts';
import { TEST_KEY_STORE } from './testing/key-store.ts';
import { prepareTls, readTlsFiles, type TlsOptions, tlsPort } from './tls-credentials.ts';

const clock = { now: () => Date.UTC(2030, 0, 1) };
const folder = mkdtempSync(join(tmpdir(), 'understudy-tls-'));
const own = createTestCertificate('server', ['localhost']);
const other = createTestCertificate('other', ['localhost']);

function write(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const certificate = write('certificate.pem', own.certificate);
const key = write('key.pem', own.key);

function optionsWith(values: Partial<TlsOptions['values']>): TlsOptions {
  return {
    values: {
      'http-host': '127.0.0.1',
      'https-port': undefined,
      'https-certificate-file': undefined,
      'https-certificate-key-file': undefined,
      'https-certificate-key-file-password': undefined,
      'https-key-store-file': undefined,
      'https-key-store-password': 'password',
      'config-file': join(folder, 'none', 'understudy.conf'),
      'https-client-auth': 'request',
      'https-trust-store-file': undefined,
      hostname: undefined,
      'data-dir': folder,
      ...values,
    },
    sources: { 'https-certificate-file': { origin: 'environment', place: 'KC_HTTPS_CERTIFICATE_FILE' } },
  };
}

const pair = (certificateFile: string | undefined, keyFile: string | undefined): TlsOptions =>
  optionsWith({ 'https-certificate-file': certificateFile, 'https-certificate-key-file': keyFile });

test('contract "Start": HTTPS is off until a port or a certificate is given', () => {
  assert.equal(tlsPort(optionsWith({})), undefined);
  assert.equal(tlsPort(optionsWith({ 'https-port': 0 })), 0);
  assert.equal(tlsPort(pair(certificate, key)), 8443);
  assert.equal(readTlsFiles(optionsWith({})).credentials, undefined);
});

test('contract "Start": a configured certificate with its key is used unchanged', async () => {
  const options = pair(certificate, key);
  const settings = await prepareTls(options, readTlsFiles(options), clock, createCollectingLogger('https'));
  assert.deepEqual(settings.credentials, { certificate: own.certificate, key: own.key });
  assert.equal(settings.asksForCertificates, true);
});

const encrypted = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' },
}).privateKey;

const REFUSED: readonly (readonly [string, TlsOptions, string, RegExp])[] = [
  [
    'a certificate file that does not exist',
    pair('/nowhere/c.pem', key),
    'https-certificate-file',
    /cannot be read \(ENOENT\)/,
  ],
  ['a folder as certificate', pair(folder, key), 'https-certificate-file', /cannot be read \(EISDIR\)/],
  [
    'a certificate without key',
    pair(certificate, undefined),
    'https-certificate-file',
    /https-certificate-key-file is not set/,
  ],
  [
    'a key without certificate',
    pair(undefined, key),
    'https-certificate-key-file',
    /https-certificate-file is not set/,
  ],
  [
    'a key of another certificate',
    pair(certificate, write('other.pem', other.key)),
    'https-certificate-key-file',
    /is not the key/,
  ],
  [
    'a key with a password',
    pair(certificate, write('locked.pem', encrypted)),
    'https-certificate-key-file',
    /protected by a password/,
  ],
  [
    'a key with another password',
    {
      ...pair(certificate, write('locked.pem', encrypted)),
      values: {
        ...pair(certificate, write('locked.pem', encrypted)).values,
        'https-certificate-key-file-password': 'guess',
      },
    },
    'https-certificate-key-file',
    /has another password/,
  ],
  [
    'a key store that does not exist',
    optionsWith({ 'https-key-store-file': '/nowhere/s.p12' }),
    'https-key-store-file',
    /cannot be read \(ENOENT\)/,
  ],
  [
    'a key file without a key',
    pair(certificate, certificate),
    'https-certificate-key-file',
    /is not a private key/,
  ],
  [
    'a certificate file without a certificate',
    pair(key, key),
    'https-certificate-file',
    /is not a certificate/,
  ],
  ['an empty file', pair(write('empty.pem', ''), key), 'https-certificate-file', /is not a certificate/],
  [
    'a damaged certificate',
    pair(write('damaged.pem', own.certificate.replace('M', '!')), key),
    'https-certificate-file',
    /contains no valid certificate/,
  ],
  [
    'a trust store without certificates',
    optionsWith({ 'https-trust-store-file': key }),
    'https-trust-store-file',
    /is not a certificate/,
  ],
];

for (const [what, options, option, says] of REFUSED) {
  test(`contract "Start": ${what} is reported in one line, exit code 2`, () => {
    assert.throws(
      () => readTlsFiles(options),
      (error) => {
        assert.ok(error instanceof OptionError);
        assert.deepEqual([error.option, error.exitCode, error.toLine().split('\n').length], [option, 2, 1]);
        assert.match(error.toLine(), says);
        return true;
      },
    );
  });
}

test('contract "Start": the line says where the option is set, and does not reveal any file content', () => {
  assert.throws(
    () => readTlsFiles(pair(key, key)),
    (error) => {
      assert.ok(error instanceof OptionError);
      assert.match(error.toLine(), /environment: KC_HTTPS_CERTIFICATE_FILE/);
      assert.ok(!error.toLine().includes(own.key.split('\n')[1] ?? ''));
      return true;
    },
  );
});

test('without a certificate the server generates one for each of its names, and logs where it is', async () => {
  const log = createCollectingLogger('https');
  const options = optionsWith({
    hostname: 'https://sso.test:8443',
    'http-host': '192.0.2.7',
    'https-client-auth': 'none',
  });
  const { credentials, asksForCertificates } = await prepareTls(options, readTlsFiles(options), clock, log);
  const { X509Certificate } = await import('node:crypto');
  assert.ok('certificate' in credentials);
  const read = new X509Certificate(credentials.certificate);
  assert.ok(
    read.checkHost('localhost') &&
      read.checkHost('sso.test') &&
      read.checkIP('192.0.2.7') &&
      read.checkIP('::1'),
  );
  assert.equal(asksForCertificates, false);
  assert.match(log.records[0]?.message ?? '', /certificate\.pem\. Browsers warn until it is trusted/);
});

test('an expired certificate is still used, with a warning', async () => {
  const log = createCollectingLogger('https');
  const options = pair(certificate, key);
  await prepareTls(options, readTlsFiles(options), { now: () => Date.UTC(2050, 0, 1) }, log);
  assert.equal(log.records[0]?.level, 'WARN');
});

test('Keycloak https-certificate-key-file-password: a key with its password is used', () => {
  const locked = createPrivateKey(own.key).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'open sesame',
  });
  const options = optionsWith({
    'https-certificate-file': certificate,
    'https-certificate-key-file': write('own-locked.pem', locked.toString()),
    'https-certificate-key-file-password': 'open sesame',
  });
  assert.deepEqual(readTlsFiles(options).credentials, { certificate: own.certificate, key: own.key });
});

test('Keycloak https-key-store-file: a key store turns HTTPS on; PEM files take precedence', () => {
  writeFileSync(join(folder, 'any.name'), TEST_KEY_STORE);
  const store = { 'https-key-store-file': join(folder, 'any.name') };
  assert.equal(tlsPort(optionsWith(store)), 8443);
  assert.ok('pfx' in (readTlsFiles(optionsWith(store)).credentials ?? {}));
  const both = { ...pair(certificate, key).values, ...store };
  assert.ok('certificate' in (readTlsFiles(optionsWith(both)).credentials ?? {}));
});
