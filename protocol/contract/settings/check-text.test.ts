import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findScalarProblem, findTextSettingProblem } from './check-text.ts';
import { flag, formatted, integer, listOf, oneOf, seconds, text, url } from './value-type.ts';

for (const [value, type, expected] of [
  ['yes', flag, /true or false/],
  ['1.5', integer, /a whole number$/],
  ['-2', seconds, /a whole number of seconds from -1/],
  ['pink', oneOf(['red', 'green']), /one of red, green/],
  ['a##ftp://b', listOf(url), /http or https URL/],
  ['a/b', formatted('path-segment'), /one segment/],
  ['..', formatted('path-segment'), /one segment/],
  ['[1]', formatted('json-object'), /a JSON object/],
  ['{', formatted('json-object'), /a JSON object/],
  ['{"keys":1}', formatted('key-set'), /JSON Web Key Set/],
  ['../x', formatted('identifier'), /1 to 64 letters/],
  [' ', formatted('name'), /1 to 255 characters/],
  ['http://sp/acs', formatted('consumer-service'), /binding's URN/],
  ['urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST ftp://sp', formatted('consumer-service'), /http or https/],
] as const)
  test(`the setting "${value}" is rejected: ${expected.source}`, () => {
    assert.match(findTextSettingProblem(value, type, {}) ?? '', expected);
  });

for (const [value, type] of [
  ['false', flag],
  ['-1', seconds],
  ['/path', url],
  ['http://a##https://b', listOf(url)],
  ['{"silver":1}', formatted('json-object')],
  ['[]', formatted('json-object')],
  ['{"keys":[]}', formatted('key-set')],
  ['anything', text],
] as const)
  test(`the setting "${value}" is accepted`, () => {
    assert.equal(findTextSettingProblem(value, type, {}), undefined);
  });

test('a text of more than 64 Ki characters is rejected', () => {
  assert.match(findScalarProblem('x'.repeat(65_537), text, {}) ?? '', /at most 65536 characters/);
});

test('a format that requires the server is checked by the server', () => {
  const formats = { 'private-key': () => 'must be a key' };
  assert.equal(findTextSettingProblem('x', formatted('private-key'), {}), undefined);
  assert.equal(findTextSettingProblem('x', formatted('private-key'), formats), 'must be a key');
});

test('values are case-insensitive where the setting says so', () => {
  assert.equal(findScalarProblem('EXTERNAL', oneOf(['external'], { anyCase: true }), {}), undefined);
  assert.match(findScalarProblem('EXTERNAL', oneOf(['external']), {}) ?? '', /must be external/);
});
