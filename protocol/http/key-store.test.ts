import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { findKeyStore, type KeyStoreOptions, readKeyStore } from './key-store.ts';
import { callOverTls } from './testing/certificate.ts';
import { TEST_KEY_STORE } from './testing/key-store.ts';
import { startTestHttpServer } from './testing/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-key-store-'));

function write(name: string, content: Buffer | string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

function optionsWith(file: string | undefined, password = 'password', conf = 'none'): KeyStoreOptions {
  return {
    values: {
      'config-file': join(folder, conf, 'understudy.conf'),
      'https-key-store-file': file,
      'https-key-store-password': password,
    },
    sources: { 'https-key-store-file': { origin: 'environment', place: 'KC_HTTPS_KEY_STORE_FILE' } },
  };
}

test('Keycloak https-key-store-file: a PKCS #12 key store of any name serves HTTPS', async () => {
  const credentials = readKeyStore(optionsWith(write('server.keystore', TEST_KEY_STORE)));
  assert.ok(credentials);
  const tls = { credentials, asksForCertificates: false, requiresCertificates: false, trusted: undefined };
  const route = { method: 'GET', path: '/x', handle: () => ({ status: 204 }) } as const;
  const server = await startTestHttpServer([route], { server: { tls } });
  assert.equal((await callOverTls(`https://127.0.0.1:${server.port}/x`)).status, 204);
  await server.stop();
});

test('Keycloak conf/server.keystore: it is used when nothing is configured', () => {
  mkdirSync(join(folder, 'conf'));
  const path = join(folder, 'conf', 'server.keystore');
  writeFileSync(path, TEST_KEY_STORE);
  assert.equal(findKeyStore(optionsWith(undefined, 'password', 'conf')), path);
  assert.equal(findKeyStore(optionsWith(undefined)), undefined);
  assert.equal(readKeyStore(optionsWith(undefined)), undefined);
});

const JKS = Buffer.concat([Buffer.from('feedfeed00000002', 'hex'), Buffer.alloc(40)]);
for (const [what, options, says] of [
  [
    'a JKS key store',
    optionsWith(write('a.jks', JKS)),
    /format JKS.*keytool -importkeystore .*-deststoretype PKCS12/,
  ],
  [
    'another password',
    optionsWith(write('b.p12', TEST_KEY_STORE), 'guess'),
    /has another password.*https-key-store-password/,
  ],
  ['no key store', optionsWith(write('c.p12', 'x'.repeat(100))), /is not a PKCS #12 key store.*PEM/],
  ['an empty file', optionsWith(write('d.p12', '')), /is not a PKCS #12 key store/],
  ['a missing file', optionsWith(join(folder, 'none.p12')), /cannot be read \(ENOENT\)/],
] as const) {
  test(`bad input: ${what} ends the start with one line that names the file, the variable and the remedy`, () => {
    assert.throws(
      () => readKeyStore(options),
      (error) => {
        assert.ok(error instanceof OptionError);
        assert.match(error.toLine(), says);
        assert.match(error.toLine(), /KC_HTTPS_KEY_STORE_FILE/);
        assert.doesNotMatch(error.toLine(), /guess/);
        return true;
      },
    );
  });
}
