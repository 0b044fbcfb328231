// Own process: changes the authorities that this process trusts.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createTestCertificate } from './testing/certificate.ts';
import { startTestHttpServer } from './testing/server.ts';
import { listTruststores, readAuthorities, trustAuthorities } from './trusted-authorities.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-authorities-'));
const server = createTestCertificate('server', ['localhost']);
const second = createTestCertificate('second', ['localhost']);

function write(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

test('Keycloak truststore-paths: files and folders of PEM certificates are read, several per file', () => {
  const both = write('both.pem', `# a bundle\n${server.certificate}\n${second.certificate}`);
  assert.equal(readAuthorities([both]).length, 2);
  const alone = mkdtempSync(join(tmpdir(), 'understudy-authorities-'));
  writeFileSync(join(alone, 'a.crt'), server.certificate);
  assert.deepEqual(readAuthorities([alone, both]).length, 3);
  assert.deepEqual(readAuthorities([]), []);
});

test('Keycloak conf/truststores: the folder next to the configuration file comes after the configured paths, if it exists', () => {
  const home = mkdtempSync(join(tmpdir(), 'understudy-truststores-'));
  const values = { 'config-file': join(home, 'keycloak.conf'), 'truststore-paths': undefined };
  assert.deepEqual(listTruststores(values), []);
  const byDefault = join(home, 'truststores');
  mkdirSync(byDefault);
  writeFileSync(join(byDefault, '.gitkeep'), '');
  assert.deepEqual(readAuthorities(listTruststores(values)), []);
  writeFileSync(join(byDefault, 'ca.pem'), server.certificate);
  const paths = listTruststores({ ...values, 'truststore-paths': '/a.pem,/b' });
  assert.deepEqual(paths, ['/a.pem', '/b', byDefault]);
  assert.equal(readAuthorities([byDefault]).length, 1);
});

test('Keycloak truststore-paths: calls trust servers with these certificates, and no others', async () => {
  const start = (credentials: typeof server) =>
    startTestHttpServer([{ method: 'GET', path: '/x', handle: () => ({ status: 204 }) }], {
      server: {
        tls: { credentials, asksForCertificates: false, requiresCertificates: false, trusted: undefined },
      },
    });
  const [known, unknown] = [await start(server), await start(second)];
  const call = (port: number) => fetch(`https://localhost:${port}/x`);
  await assert.rejects(call(known.port));
  trustAuthorities([server.certificate]);
  assert.equal((await call(known.port)).status, 204);
  await assert.rejects(call(unknown.port));
  await known.stop();
  await unknown.stop();
});

for (const [what, path, says] of [
  ['a missing file', join(folder, 'none.pem'), /cannot be read \(ENOENT\)/],
  ['a key', write('key.txt', server.key), /contains no certificate in PEM form.*openssl pkcs12/],
  [
    'a damaged certificate',
    write('damaged.txt', server.certificate.replace('M', '!')),
    /contains no valid certificate/,
  ],
] as const) {
  test(`bad input: ${what} ends the start with one line that names it`, () => {
    assert.throws(
      () => readAuthorities([path]),
      (error) => error instanceof OptionError && says.test(error.toLine()) && error.message.includes(path),
    );
  });
}
