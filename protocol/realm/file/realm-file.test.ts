// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders in realm files have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseRealmFile } from './realm-file.ts';
import { RealmFileError } from './realm-file-error.ts';

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

test('realm file: JSON that is not one realm is rejected with a remedy', () => {
  for (const text of ['[]', 'null', '"r"', '7']) assert.match(refusal(text).remedy, /Keycloak exports/);
});

test('realm file: a byte order mark is ignored', () => {
  assert.equal(parseRealmFile('\ufeff{"realm": "r"}', {}).realm, 'r');
});

test('realm file: ${NAME}, ${env.NAME} and defaults are replaced inside strings', () => {
  const text =
    '{"realm": "${NAME}", "displayName": "${env.TITLE:Shop} of ${NAME}", "sslRequired": "${SSL:}"}';
  const realm = parseRealmFile(text, { NAME: 'demo' });
  assert.equal(realm.realm, 'demo');
  assert.equal(realm.displayName, 'Shop of demo');
  assert.equal(realm.sslRequired, '');
});

test('realm file: a placeholder may be a whole value', () => {
  const realm = parseRealmFile('{"realm": "r", "enabled": ${ON:true}, "accessTokenLifespan": ${LIFE:60}}', {
    LIFE: '5',
  });
  assert.equal(realm.enabled, true);
  assert.equal(realm.accessTokenLifespan, 5);
});

test('realm file: a placeholder without value and default is kept, because message keys look the same', () => {
  assert.equal(
    parseRealmFile('{"realm": "r", "displayName": "${client_account}"}', {}).displayName,
    '${client_account}',
  );
});

test('realm file: a value from the environment cannot end the string that contains it', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const realm = parseRealmFile('{"realm": "r", "displayName": "<${NAME}>"}', { NAME: value });
      assert.deepEqual(realm, { realm: 'r', displayName: `<${value}>` });
    }),
  );
});

test('realm file: names inherited from Object are not environment variables', () => {
  assert.equal(parseRealmFile('{"realm": "${constructor:r}"}', {}).realm, 'r');
});
