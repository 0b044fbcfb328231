import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSettings, joinTexts, listTexts, readSetting, writeSetting } from './fix-subject.ts';

const POST_LOGOUT = 'attributes.post.logout.redirect.uris';

test('members and attributes are read and written by name; undefined removes', () => {
  const client = { enabled: false, attributes: { 'a.b': '1', other: '2' } };
  assert.equal(readSetting(client, 'attributes.a.b'), '1');
  assert.deepEqual(writeSetting(client, 'attributes.a.b', undefined), {
    enabled: false,
    attributes: { other: '2' },
  });
  assert.deepEqual(writeSetting({}, 'attributes.a.b', 'x'), { attributes: { 'a.b': 'x' } });
  assert.deepEqual(writeSetting({ enabled: false }, 'enabled', undefined), {});
});

test('a comparison lists each differing member and attribute once', () => {
  const before = { id: '1', list: ['a'], attributes: { kept: 'x', changed: 'old' } };
  const after = { id: '1', list: ['a', 'b'], attributes: { kept: 'x', changed: 'new', added: 'y' } };
  assert.deepEqual(compareSettings(before, after), [
    { setting: 'list', before: ['a'], after: ['a', 'b'] },
    { setting: 'attributes.changed', before: 'old', after: 'new' },
    { setting: 'attributes.added', before: undefined, after: 'y' },
  ]);
});

test('lists keep their form; a post-logout redirect URI replaces the - that means none', () => {
  assert.deepEqual(listTexts(undefined), []);
  assert.deepEqual(listTexts('+##http://a.test/'), ['+', 'http://a.test/']);
  assert.deepEqual(joinTexts('redirectUris', ['a', 'b']), ['a', 'b']);
  assert.equal(joinTexts(POST_LOGOUT, ['-', 'http://a.test/']), 'http://a.test/');
  assert.equal(joinTexts('attributes.request.uris', ['-', 'a']), '-##a');
});
