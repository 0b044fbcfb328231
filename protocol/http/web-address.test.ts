import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkWebAddress } from './web-address.ts';

test('the server fetches from http and https addresses', () => {
  for (const url of ['http://127.0.0.1:1/keys', 'HTTPS://shop.test/keys']) checkWebAddress(url);
});

for (const url of [
  'file:///etc/passwd',
  'FILE:/etc/passwd',
  'data:application/json,{"keys":[]}',
  'ftp://a/',
  'keys.json',
  '',
]) {
  test(`the server does not fetch from "${url}"`, () => {
    assert.throws(() => checkWebAddress(url), /^TypeError: it is not an http or https address$/);
  });
}
