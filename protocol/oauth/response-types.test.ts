import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseResponseType, RESPONSE_TYPES } from './response-types.ts';

for (const text of ['', ' ', 'none code', 'none none2', 'Code', 'code\ttoken', 'id-token', 'constructor']) {
  test(`RFC 6749 §3.1.1: "${text}" is not a response type`, () => {
    assert.equal(parseResponseType(text), undefined);
  });
}

test('RFC 6749 §3.1.1: the order of parts does not matter', () => {
  assert.equal(parseResponseType('token id_token code')?.name, 'code id_token token');
  assert.deepEqual(parseResponseType('id_token token'), parseResponseType('token  id_token'));
});

test('Multiple Response Types §5: types with a token or an ID token use the front channel', () => {
  assert.deepEqual(parseResponseType('code'), { name: 'code', standard: true, frontChannel: false });
  assert.deepEqual(parseResponseType('none'), { name: 'none', standard: true, frontChannel: false });
  assert.deepEqual(parseResponseType('id_token'), { name: 'id_token', standard: false, frontChannel: true });
  assert.deepEqual(parseResponseType('code token'), {
    name: 'code token',
    standard: true,
    frontChannel: true,
  });
});

test('Multiple Response Types §3, §5: each type returns exactly the parts in its name', () => {
  for (const [name, row] of Object.entries(RESPONSE_TYPES)) {
    const parts = name.split(' ');
    assert.deepEqual(row, {
      code: parts.includes('code'),
      idToken: parts.includes('id_token'),
      accessToken: parts.includes('token'),
    });
    assert.equal(parseResponseType(name)?.name, name);
  }
});
