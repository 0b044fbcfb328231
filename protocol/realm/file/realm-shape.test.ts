import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { RealmFileError } from './realm-file-error.ts';
import { REALM_SHAPE } from './realm-shape.ts';
import { checkShape } from './shape.ts';

function memberAtFault(realm: object): string {
  try {
    checkShape({ realm: 'r', ...realm }, REALM_SHAPE, '', { isUntidy: false });
  } catch (error) {
    if (error instanceof RealmFileError) return error.member;
    throw error;
  }
  return 'none';
}

test('realm file: a member of a wrong type is named by its path', () => {
  assert.equal(
    memberAtFault({ clients: [{ clientId: 'a', redirectUris: 'http://a' }] }),
    'clients[0].redirectUris',
  );
  assert.equal(memberAtFault({ clients: [{}] }), 'clients[0].clientId');
  assert.equal(memberAtFault({ users: [{ username: 'a', realmRoles: 'x' }] }), 'users[0].realmRoles');
  assert.equal(memberAtFault({ users: [{ email: 'a@b' }] }), 'users[0].username');
  assert.equal(memberAtFault({ roles: { client: { a: [{ name: 'x' }, {}] } } }), 'roles.client.a[1].name');
  assert.equal(
    memberAtFault({ groups: [{ name: 'a', subGroups: [{ name: {} }] }] }),
    'groups[0].subGroups[0].name',
  );
  assert.equal(memberAtFault({ accessTokenLifespan: {} }), 'accessTokenLifespan');
  assert.equal(memberAtFault({ realm: '' }), 'realm');
});

test('realm file: the demo realm has the shape', async () => {
  const text = await readFile(new URL('../../../fixtures/realms/demo.json', import.meta.url), 'utf8');
  assert.equal(memberAtFault(JSON.parse(text) as object), 'none');
});
