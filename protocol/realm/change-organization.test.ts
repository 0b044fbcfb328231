import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOrganization, withMember, withoutMember } from './change-organization.ts';
import { listOrganizations } from './view/organizations.ts';

const realm = {
  id: 'r',
  realm: 'r',
  organizationsEnabled: true,
  organizations: [{ name: 'old' }, 7, { id: 'o', name: 'new' }],
};

test('Keycloak organizations: only the organization with the identifier is changed, and it keeps its identifier', () => {
  const [old] = listOrganizations({ stored: realm });
  const changed = changeOrganization(realm, old?.id, (current) => ({ ...current, name: 'renamed' }));
  assert.deepEqual(changed['organizations'], [{ id: old?.id, name: 'renamed' }, 7, { id: 'o', name: 'new' }]);
  assert.deepEqual(changeOrganization(realm, 'o', () => undefined)['organizations'], [{ name: 'old' }, 7]);
  for (const id of ['none', undefined])
    assert.deepEqual(changeOrganization(realm, id, () => undefined)['organizations'], realm.organizations);
});

test('Keycloak organizations: a member is added once, whatever the case of the user name, and removed', () => {
  const members = [null, { username: 'Ann', membershipType: 'MANAGED' }];
  assert.deepEqual(withMember({ members }, 'ann', 'UNMANAGED'), { members });
  const bob = { username: 'bob', membershipType: 'UNMANAGED' };
  assert.deepEqual(withMember({ members }, 'bob', 'UNMANAGED'), { members: [members[1], bob] });
  assert.deepEqual(withMember({ members: 'none' }, 'bob', 'UNMANAGED'), { members: [bob] });
  assert.deepEqual(withoutMember({ members }, 'ann'), { members: [] });
  assert.deepEqual(withoutMember({ members }, 'bob'), { members: [members[1]] });
});
