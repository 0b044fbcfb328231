import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as tag from './user-tags.ts';

test('a user has a tag for everything that is searched exactly, each once', () => {
  const tags = tag.tagsOf({
    id: 'u',
    username: 'u',
    attributes: { a: ['1', '2', '1'] },
    groups: ['/x/y', '/x'],
    realmRoles: ['r'],
    clientRoles: { c: ['r'], none: [] },
    credentials: [{ type: 'otp' }, {}],
    clientConsents: [{ clientId: 'c' }],
    federatedIdentities: [{ identityProvider: 'p', userId: 'u' }],
  });
  const expected = [
    tag.attribute('a', '1'),
    tag.attribute('a', '2'),
    tag.group('/x/y'),
    tag.group('/x'),
    tag.belowGroup(''),
    tag.belowGroup('/x'),
    tag.realmRole('r'),
    tag.clientWithRoles('c'),
    tag.clientRole('c', 'r'),
    tag.clientWithRoles('none'),
    tag.link({ provider: 'p', userId: 'u' }),
    tag.credential('otp'),
    tag.CONSENTS,
  ];
  assert.deepEqual([...tags].sort(), expected.sort());
});

test('a user without any of it has no tags, and malformed links are left out', () => {
  assert.deepEqual(tag.tagsOf({ id: 'u', username: 'u', clientConsents: [] }), []);
  for (const federatedIdentities of ['x', [null, 7, { identityProvider: 'p' }]])
    assert.deepEqual(tag.tagsOf({ id: 'u', username: 'u', federatedIdentities }), []);
});

test('names cannot be composed into the tags of others', () => {
  assert.notEqual(tag.attribute('a","b', 'c'), tag.attribute('a', 'b","c'));
  assert.notEqual(tag.realmRole('r'), tag.clientRole('r', ''));
  assert.notEqual(tag.clientRole('a', 'b'), tag.clientRole('b', 'a'));
});
