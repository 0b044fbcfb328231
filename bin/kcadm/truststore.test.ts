import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readArguments } from './arguments.ts';
import type { TlsSettings } from './http-client.ts';
import { type JsonObject, objectOf } from './json.ts';
import { createHome, createTestHost } from './testing/host.ts';
import { readTlsSettings } from './truststore.ts';

const RULES = { options: ['truststore', 'insecure'], takesPositional: false, words: 1 } as const;

function read(
  args: readonly string[],
  config: JsonObject = new Map(),
): TlsSettings & { readonly err: string } {
  const host = createTestHost();
  return { ...readTlsSettings(host, readArguments(args, RULES), config), err: host.err() };
}

function write(content: string | Uint8Array): string {
  const path = join(createHome(), 'truststore');
  writeFileSync(path, content);
  return path;
}

for (const [what, content, message] of [
  ['a Java keystore', Buffer.from('feedfeed00000002', 'hex'), /is a Java keystore \(JKS\)/],
  [
    'a PKCS #12 keystore',
    Buffer.from('3082010a', 'hex'),
    /is a PKCS #12 keystore or a certificate in binary form/,
  ],
  ['a text', 'hello', /is not in PEM format/],
  ['an empty file', '', /is not in PEM format/],
] as const) {
  test(`bad input: ${what} is refused with the command that converts it`, () => {
    const path = write(content);
    assert.throws(() => read(['--truststore', path]), message);
    assert.throws(
      () => read([], objectOf({ truststore: path })),
      /keytool -list -rfc -keystore .* > truststore\.pem/,
    );
  });
}

test('Keycloak: a missing truststore is named', () => {
  assert.throws(
    () => read(['--truststore', '/nowhere/t']),
    /^CommandError: Truststore file not found: \/nowhere\/t \(ENOENT\)$/,
  );
});

test('Keycloak: the option comes before the configuration', () => {
  const [one, two] = ['one', 'two'].map((name) => write(`-----BEGIN CERTIFICATE-----\n${name}`));
  const config = objectOf({ truststore: two });
  assert.match(read(['--truststore', one ?? ''], config).certificates ?? '', /one$/);
  assert.match(read([], config).certificates ?? '', /two$/);
});

test('Keycloak: --insecure warns, unless there is a truststore', () => {
  const { insecure, err } = read(['--insecure']);
  assert.equal(insecure, true);
  assert.equal(
    err,
    'The server is configured to use TLS but there is no truststore specified.\nThe tool will skip certificate validation. This is highly discouraged for production use cases\n',
  );
  assert.deepEqual(read([]), { insecure: false, err: '' });
});
