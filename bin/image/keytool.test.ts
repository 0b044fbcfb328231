import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSecureContext } from 'node:tls';
import { createTestCertificate } from '#protocol/http/testing/certificate.ts';
import { runKeytool } from './keytool.ts';
import { createFolder, type Ran, runIn } from './testing/host.ts';

const folder = createFolder();
const keytool = (...args: readonly string[]): Promise<Ran> => runIn(folder, runKeytool, ...args);

const GENERATE = [
  '-genkeypair',
  '-storepass',
  'password',
  '-storetype',
  'PKCS12',
  '-keystore',
  'server.keystore',
];

test("the key pair of Keycloak's documentation: a PKCS #12 key store with its password", async () => {
  const more = ['-keyalg', 'RSA', '-keysize', '2048', '-dname', 'CN=server', '-alias', 'server'];
  const ran = await keytool(...GENERATE, ...more, '-ext', 'SAN:c=DNS:localhost,IP:127.0.0.1');
  assert.deepEqual(
    [ran.exitCode, ran.reported],
    [0, 'keytool: made a key pair and a self-signed certificate in server.keystore.'],
  );
  const pfx = readFileSync(join(folder, 'server.keystore'));
  assert.ok(createSecureContext({ pfx, passphrase: 'password' }));
});

test('a certificate to trust is copied into the folder that the server reads', async () => {
  writeFileSync(join(folder, 'ca.crt'), createTestCertificate('ca').certificate);
  const ran = await keytool('-import', '-cacerts', '-noprompt', '-file', 'ca.crt', '-storepass', 'changeit');
  assert.equal(ran.exitCode, 0);
  assert.ok(existsSync(join(folder, 'conf/truststores/ca.crt.pem')));
  await keytool('-importcert', '-alias', '../x', '-file', 'ca.crt', '-keystore', 'cacerts');
  assert.ok(existsSync(join(folder, 'conf/truststores/.._x.pem')));
});

for (const [args, says] of [
  [[], / is not supported in this image\. There is no Java here/],
  [['-list', '-keystore', 'x'], /^keytool: -list is not supported in this image/],
  [['-genkeypair', '-storepass', 'password'], /-keystore is missing/],
  [
    ['-genkeypair', '-keystore', 'x', '-storepass', 'short'],
    /-storepass needs a password of at least 6 characters/,
  ],
  [[...GENERATE, '-storetype', 'JKS'], /-storetype JKS is not supported\. Write -storetype PKCS12/],
  [[...GENERATE, '-keyalg', 'DSA'], /-keyalg DSA is not supported/],
  [[...GENERATE, '-keysize', 'x'], /-keysize x is not a number/],
  [[...GENERATE, '-keystore', 'none/x'], /none\/x cannot be written \(ENOENT\)/],
  [[...GENERATE, '-alias'], /-alias needs a value/],
  [[...GENERATE, 'x'], /x is not expected here/],
  [['-import', '-storepass', 'x'], /-file is missing/],
  [['-import', '-file', 'none'], /none cannot be read \(ENOENT\)/],
  [['-import', '-file', 'text'], /text contains no certificate in PEM form/],
] as const) {
  test(`bad input: keytool ${args.join(' ')} is refused with the reason`, async () => {
    writeFileSync(join(folder, 'text'), 'x');
    const { exitCode, reported } = await keytool(...args);
    assert.equal(exitCode, 1);
    assert.match(reported, says);
  });
}
