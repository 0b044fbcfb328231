import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UnsavedChangeWire } from '#protocol/contract/token-preview.ts';
import { clientOf, testRealm } from '#protocol/realm/testing/realm.ts';
import { KitError } from '../kit-error.ts';
import { applyUnsavedChange } from './unsaved-change.ts';

const mapper = (name: string, id?: string) => ({
  ...(id === undefined ? {} : { id }),
  name,
  protocolMapper: 'oidc-full-name-mapper',
  config: {},
});

const realm = testRealm({
  clientScopes: [
    { name: 'one', protocol: 'openid-connect', protocolMappers: [mapper('inside', 'i')] },
    { name: 'two', protocol: 'openid-connect' },
  ],
  clients: [
    {
      clientId: 'web',
      protocolMappers: [mapper('first', '1'), mapper('second', '2')],
      defaultClientScopes: ['one'],
      optionalClientScopes: ['two'],
    },
  ],
});

const mappersAfter = (change: UnsavedChangeWire) =>
  clientOf(applyUnsavedChange(realm, 'web', change), 'web').mappers.map(({ name, type }) => [name, type]);

const TYPE = 'oidc-full-name-mapper';

test('token preview: an empty change leaves all as it is, and the realm is never changed', () => {
  assert.deepEqual(mappersAfter({}), [
    ['first', TYPE],
    ['second', TYPE],
  ]);
  applyUnsavedChange(realm, 'web', { removedMappers: ['first', 'second'] });
  assert.equal(clientOf(realm, 'web').mappers.length, 2);
});

test('token preview: mappers are replaced by id or name, added and removed', () => {
  const change = {
    mappers: [mapper('renamed', '1'), { ...mapper('second'), protocolMapper: 'x' }, mapper('new')],
  };
  assert.deepEqual(mappersAfter(change), [
    ['renamed', TYPE],
    ['second', 'x'],
    ['new', TYPE],
  ]);
  assert.deepEqual(mappersAfter({ removedMappers: ['1'] }), [['second', TYPE]]);
});

test('token preview: scopes are assigned and their mappers changed for the client', () => {
  const changed = applyUnsavedChange(realm, 'web', {
    defaultClientScopes: ['two'],
    optionalClientScopes: [],
    clientScopes: { two: { mappers: [mapper('added')] }, one: { removedMappers: ['inside'] } },
  });
  const client = clientOf(changed, 'web');
  assert.deepEqual(
    client.defaultScopes.map(({ name, mappers }) => [name, mappers.length]),
    [['two', 1]],
  );
  assert.deepEqual(client.optionalScopes, []);
  assert.equal(changed.clientScopes.get('one')?.mappers.length, 0);
});

for (const [name, change, problem] of [
  ['an unknown removed mapper', { removedMappers: ['third'] }, /change\.removedMappers\[0\].*"third"/],
  ['two mappers of one name', { mappers: [mapper('second', '1')] }, /change\.mappers.*"second"/],
  ['an unknown scope', { clientScopes: { three: {} } }, /change\.clientScopes.*"three"/],
  ['an unknown default scope', { defaultClientScopes: ['three'] }, /change\.defaultClientScopes.*"three"/],
  ['an unknown optional scope', { optionalClientScopes: ['constructor'] }, /change\.optionalClientScopes/],
  [
    'a scope that is default and optional',
    { defaultClientScopes: ['two'], optionalClientScopes: ['two'] },
    /"two" is in defaultClientScopes and in optionalClientScopes/,
  ],
  [
    'an unknown removed mapper of a scope',
    { clientScopes: { one: { removedMappers: ['x'] } } },
    /change\.clientScopes\["one"\]\.removedMappers\[0\]/,
  ],
] as const) {
  test(`token preview: ${name} is refused, naming the member`, () => {
    assert.throws(
      () => applyUnsavedChange(realm, 'web', change),
      (error: unknown) => error instanceof KitError && error.status === 400 && problem.test(error.problem),
    );
  });
}
