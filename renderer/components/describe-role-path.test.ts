import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originText, roleText } from './describe-role-path.ts';

test('roles on screen: a role of a client is named with the client', () => {
  assert.equal(roleText({ name: 'reader' }), 'reader');
  assert.equal(roleText({ name: 'a/b "c"', clientId: 'api' }), 'api: a/b "c"');
});

test('roles on screen: an assigned role says so, and one of a group names the group', () => {
  assert.equal(originText({ roles: [{ name: 'reader' }] }), 'assigned');
  assert.equal(originText({ group: '/staff/night', roles: [{ name: 'reader' }] }), 'group /staff/night');
});

test('roles on screen: a role of a composite names every role from the assigned one to itself', () => {
  const roles = [{ name: 'default-roles-demo', isDefault: true }, { name: 'offline_access' }];
  assert.equal(originText({ roles }), 'composite default-roles-demo › offline_access');
  assert.equal(
    originText({ group: '/staff', roles: [{ name: 'boss' }, { name: 'read', clientId: 'api' }] }),
    'group /staff › boss › api: read',
  );
});
