import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBasicCredentials } from './basic-credentials.ts';

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

test('RFC 7617 §2: the password starts after the first colon, and nothing is decoded', () => {
  assert.deepEqual(readBasicCredentials(basic('alice:a:b%20+')), { username: 'alice', password: 'a:b%20+' });
  assert.deepEqual(readBasicCredentials(basic('jürgen:pässword')), {
    username: 'jürgen',
    password: 'pässword',
  });
  assert.deepEqual(readBasicCredentials(basic('alice:').replace('Basic', 'bAsIc')), {
    username: 'alice',
    password: '',
  });
});

for (const [what, header] of [
  ['no header', undefined],
  ['another scheme', 'Bearer abc'],
  ['no colon', basic('alice')],
  ['nothing after the scheme', 'Basic '],
  ['characters outside base64', 'Basic a*b'],
] as const) {
  test(`RFC 7617 §2: ${what} yields no credentials`, () => {
    assert.equal(readBasicCredentials(header), undefined);
  });
}
