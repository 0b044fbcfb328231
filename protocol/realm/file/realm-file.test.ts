// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders in realm files have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { parseRealmFile } from './realm-file.ts';
import { RealmFileError } from './realm-file-error.ts';

function parseOne(text: string, environment: Record<string, string>): RealmRepresentation {
  const [realm, ...others] = parseRealmFile(text, environment).realms;
  assert.deepEqual(others, []);
  assert.ok(realm);
  return realm;
}

function refusal(text: string): RealmFileError {
  try {
    parseRealmFile(text, {});
  } catch (error) {
    if (error instanceof RealmFileError) return error;
    throw error;
  }
  throw new Error('the text was accepted');
}

test('realm file: invalid JSON is rejected with line, column and the text found there', () => {
  assert.match(refusal('{\n  "realm": demo\n}').message, /line 2, column 12: found "demo"/);
  assert.match(refusal('{"realm": "r",}').message, /line 1, column 15/);
});

test('realm file: truncated JSON is reported as such', () => {
  assert.match(refusal('{"realm": "r"').message, /line 1, column 14: the file ends too early/);
  assert.match(refusal('').message, /the file ends too early/);
});

test('realm file: JSON that is not a realm is rejected with a remedy', () => {
  for (const text of ['[]', 'null', '"r"', '7', '[7]', '[[]]'])
    assert.match(refusal(text).remedy, /Keycloak exports/);
  assert.match(refusal('[{"realm": "a"}, null]').message, /^\[1\] is not a JSON object/);
});

test('Keycloak import: a file may contain several realms, as an array', () => {
  assert.deepEqual(
    parseRealmFile('[{"realm": "a"}, {"realm": "b"}]', {}).realms.map(({ realm }) => realm),
    ['a', 'b'],
  );
});

test('realm file: a byte order mark is ignored', () => {
  assert.equal(parseOne('\ufeff{"realm": "r"}', {}).realm, 'r');
});

test('realm file: ${NAME}, ${env.NAME} and defaults are replaced inside strings', () => {
  const text =
    '{"realm": "${NAME}", "displayName": "${env.TITLE:Shop} of ${NAME}", "sslRequired": "${SSL:}"}';
  const realm = parseOne(text, { NAME: 'demo' });
  assert.equal(realm.realm, 'demo');
  assert.equal(realm.displayName, 'Shop of demo');
  assert.equal(realm.sslRequired, '');
});

test('realm file: a placeholder may be a whole value', () => {
  const realm = parseOne('{"realm": "r", "enabled": ${ON:true}, "accessTokenLifespan": ${LIFE:60}}', {
    LIFE: '5',
  });
  assert.equal(realm.enabled, true);
  assert.equal(realm.accessTokenLifespan, 5);
});

test('realm file: a placeholder without value and default is kept, because message keys look the same', () => {
  assert.equal(
    parseOne('{"realm": "r", "displayName": "${client_account}"}', {}).displayName,
    '${client_account}',
  );
});

test('realm file: a value from the environment cannot end the string that contains it', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const realm = parseOne('{"realm": "r", "displayName": "<${NAME}>"}', { NAME: value });
      assert.deepEqual(realm, { realm: 'r', displayName: `<${value}>` });
    }),
  );
});

test('realm file: names inherited from Object are not environment variables', () => {
  assert.equal(parseOne('{"realm": "${constructor:r}"}', {}).realm, 'r');
});
