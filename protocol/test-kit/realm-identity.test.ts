import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import { withDeviceKey, withIdentity, withKeysOf } from './realm-identity.ts';

const KEY = 'understudy.device.key';

test('a realm under another identity has its id, name and URLs, and shares everything else', () => {
  const { stored } = testRealm({
    clients: [{ clientId: 'web', redirectUris: ['https://app/realms/r/account/*'] }],
  });
  const clone = withIdentity(stored, { id: 'new-id', realm: 'new' });
  assert.deepEqual([clone.id, clone.realm], ['new-id', 'new']);
  const account = clone.clients?.find(({ clientId }) => clientId === 'account');
  assert.equal(account?.baseUrl, '/realms/new/account/');
  assert.deepEqual(account?.redirectUris, ['/realms/new/account/*']);
  const web = (realm: typeof stored) => realm.clients?.find(({ clientId }) => clientId === 'web');
  assert.equal(web(clone), web(stored));
  assert.equal(clone.roles, stored.roles);
  assert.equal(clone.clientScopes, stored.clientScopes);
});

test('a realm under its own identity is the same object', () => {
  const { stored } = testRealm({});
  assert.equal(withIdentity(stored, stored), stored);
  assert.equal(withDeviceKey(stored, undefined), stored);
  assert.equal(withKeysOf(stored, stored), stored);
});

test('keys are those of the other realm, also when one of both has none', () => {
  const keys = [{ name: 'rsa', providerId: 'rsa' }];
  const other = [{ name: 'profile', providerId: 'declarative-user-profile' }];
  const bare = { id: 'a', realm: 'a', components: { other } };
  const keyed = { id: 'b', realm: 'b', components: { [KEY_PROVIDER]: keys }, attributes: { [KEY]: 'k' } };
  assert.deepEqual(withKeysOf(bare, keyed), {
    ...bare,
    components: { other, [KEY_PROVIDER]: keys },
    attributes: { [KEY]: 'k' },
  });
  assert.deepEqual(withKeysOf(keyed, bare), { ...keyed, components: {}, attributes: {} });
});

test('a device key is replaced or removed, and other attributes stay', () => {
  const realm = { id: 'a', realm: 'a', attributes: { [KEY]: 'old', other: 'x' } };
  assert.deepEqual(withDeviceKey(realm, 'new').attributes, { [KEY]: 'new', other: 'x' });
  assert.deepEqual(withDeviceKey(realm, undefined).attributes, { other: 'x' });
});
