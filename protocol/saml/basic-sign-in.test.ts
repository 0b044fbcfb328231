import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBasic } from './basic-sign-in.ts';

const header = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

test('RFC 7617 §2: the password begins behind the first colon, both are UTF-8', () => {
  assert.deepEqual(parseBasic(header('zoë:a:b')), { username: 'zoë', password: 'a:b' });
  assert.deepEqual(parseBasic(header('alice:')), { username: 'alice', password: '' });
  assert.deepEqual(parseBasic(header('alice:x').replace('Basic', 'bASIC')), {
    username: 'alice',
    password: 'x',
  });
});

for (const [why, value] of [
  ['is absent', undefined],
  ['is empty', ''],
  ['is of another scheme', 'Bearer abc'],
  ['has no credentials', 'Basic'],
  ['is no base64', 'Basic ä:b'],
  ['has no colon', header('alice')],
  ['has something behind it', `${header('a:b')} x`],
] as const) {
  test(`RFC 7617 §2: a header that ${why} gives no credentials`, () =>
    assert.equal(parseBasic(value), undefined));
}
