import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRealm } from '../testing/realm.ts';
import { roleFromText } from './role-from-text.ts';

const realm = testRealm({
  clients: [{ clientId: 'a' }, { clientId: 'a.b' }],
  roles: {
    realm: [{ name: 'admin' }, { name: 'x.y' }, { name: 'a.gone' }, { name: '.hidden' }],
    client: { a: [{ name: 'c' }, { name: 'b.c' }], 'a.b': [{ name: 'd' }] },
  },
});
const found = (text: string) => {
  const role = roleFromText(realm, text);
  return role === undefined ? undefined : [role.clientId, role.name];
};

test('Keycloak role mappers: a role is named by itself, or after its client and a dot', () => {
  assert.deepEqual(found('admin'), [undefined, 'admin']);
  assert.deepEqual(found('x.y'), [undefined, 'x.y']);
  assert.deepEqual(found('.hidden'), [undefined, '.hidden']);
  assert.deepEqual(found('a.c'), ['a', 'c']);
  assert.deepEqual(found('a.b.d'), ['a.b', 'd']);
});

test('Keycloak role mappers: the client with the longest name decides, even if it lacks the role', () => {
  assert.equal(found('a.b.c'), undefined);
  assert.equal(found('a.gone'), undefined);
  assert.equal(found('b.c'), undefined);
  assert.equal(found(''), undefined);
});
