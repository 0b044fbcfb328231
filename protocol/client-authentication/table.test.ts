import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { CLIENT_AUTHENTICATION_METHODS, findMethod } from './table.ts';

const rows = Object.entries(CLIENT_AUTHENTICATION_METHODS);

test('every method names a section and one of Keycloak’s authenticators', () => {
  for (const [name, method] of rows) {
    assert.match(method.section, /^(RFC \d+|OIDC Core) §/, name);
    assert.ok(
      ['client-secret', 'client-secret-jwt', 'client-jwt', 'client-x509'].includes(method.authenticator),
      name,
    );
  }
});

test('every authenticator has a file and a test', () => {
  const files: Record<string, string> = {
    'client-secret': 'client-secret',
    'client-secret-jwt': 'client-secret-jwt',
    'client-jwt': 'private-key-jwt',
    'client-x509': 'client-certificate',
  };
  for (const [, method] of rows) {
    const file = files[method.authenticator] ?? method.authenticator;
    for (const ending of ['.ts', '.test.ts'])
      assert.ok(existsSync(new URL(`./${file}${ending}`, import.meta.url)), file);
  }
});

test('names of Object.prototype are not methods', () => {
  assert.equal(findMethod('constructor'), undefined);
  assert.equal(findMethod('none'), undefined);
  assert.equal(findMethod('private_key_jwt'), CLIENT_AUTHENTICATION_METHODS['private_key_jwt']);
});
