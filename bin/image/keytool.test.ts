import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect, createSecureContext, createServer, type TLSSocket } from 'node:tls';
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

/** The certificate in a key store, as a TLS client sees it. */
async function readCertificate(file: string): Promise<ReturnType<TLSSocket['getPeerX509Certificate']>> {
  const server = createServer({ pfx: readFileSync(join(folder, file)), passphrase: 'password' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const certificate = socket.getPeerX509Certificate();
  socket.destroy();
  server.close();
  return certificate;
}

test('-ext can be repeated: the names are those of SAN, and an EC key has the size of -keysize', async () => {
  const names = ['-ext', 'san=dns:a.test,ip:::1', '-ext', 'KeyUsage=digitalSignature'];
  const ran = await keytool(...GENERATE, '-keystore', 'ec.p12', ...names, '-keyalg', 'EC', '-keysize', '384');
  assert.equal(ran.reported, 'keytool: made a key pair and a self-signed certificate in ec.p12.');
  const certificate = await readCertificate('ec.p12');
  assert.equal(certificate?.subjectAltName, 'DNS:a.test, IP Address:0:0:0:0:0:0:0:1');
  assert.equal(certificate?.publicKey.asymmetricKeyDetails?.namedCurve, 'secp384r1');
});

test('a key store that exists is left as it is', async () => {
  writeFileSync(join(folder, 'old.p12'), 'keys');
  const ran = await keytool(...GENERATE, '-keystore', 'old.p12', '-alias', 'other');
  assert.equal(ran.exitCode, 1);
  assert.match(ran.reported, /old\.p12 exists already\. Remove it first, or write another file\.$/);
  assert.equal(readFileSync(join(folder, 'old.p12'), 'utf8'), 'keys');
});

for (const [args, says] of [
  [[], /^keytool: \(no command\) is not supported in this image\. There is no Java here/],
  [['-list', '-keystore', 'x'], /^keytool: -list is not supported in this image/],
  [['-genkeypair', '-storepass', 'password'], /-keystore is missing/],
  [
    ['-genkeypair', '-keystore', 'x', '-storepass', 'short'],
    /-storepass needs a password of at least 6 characters/,
  ],
  [[...GENERATE, '-storetype', 'JKS'], /-storetype JKS is not supported\. Write -storetype PKCS12/],
  [[...GENERATE, '-keyalg', 'DSA'], /-keyalg DSA is not supported/],
  [[...GENERATE, '-keysize', 'x'], /-keysize x is not a number/],
  [[...GENERATE, '-keysize', '20'], /-keysize 20 is not supported\. RSA keys have 1024 to 8192 bits/],
  [[...GENERATE, '-keysize', '99999'], /-keysize 99999 is not supported/],
  [[...GENERATE, '-keyalg', 'EC', '-keysize', '100'], /EC keys have 256, 384 or 521 bits/],
  [[...GENERATE, '-ext', 'SAN=IP:999.1.1.1'], /-ext: IP:999\.1\.1\.1 is not a host name or address/],
  [[...GENERATE, '-ext', 'SAN=DNS:ä.test'], /-ext: DNS:ä\.test is not a host name or address/],
  [[...GENERATE, '-groupname', 'x'], /-groupname is not supported in this image/],
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
