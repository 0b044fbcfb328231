import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  acceptInvitation,
  findInvitation,
  listInvitations,
  withInvitation,
  withoutInvitation,
} from './invitations.ts';

const ADA = {
  id: 'i1',
  email: 'ada@acme.test',
  firstName: 'Ada',
  lastName: undefined,
  sentAt: 10,
  expiresAt: 20,
};

test('Keycloak organizations: malformed invitations of a realm file are passed over', () => {
  for (const invitations of [undefined, 7, [null, {}, { id: 'x' }, { email: 'a@b.test' }]])
    assert.deepEqual(listInvitations({ invitations }), []);
  const odd = { id: 'x', email: 'a@b.test', firstName: 7, sentAt: 'now' };
  assert.deepEqual(listInvitations({ invitations: [odd] }), [
    { id: 'x', email: 'a@b.test', firstName: undefined, lastName: undefined, sentAt: 0, expiresAt: 0 },
  ]);
});

test('Keycloak organizations: an address has one invitation, the newest', () => {
  const first = withInvitation({ name: 'Acme' }, ADA);
  const again = withInvitation(first, { ...ADA, id: 'i2' });
  assert.deepEqual(listInvitations(again), [{ ...ADA, id: 'i2' }]);
  const other = withInvitation(again, { ...ADA, id: 'i3', email: 'bob@acme.test' });
  assert.deepEqual(
    listInvitations(withoutInvitation(other, 'i2')).map(({ id }) => id),
    ['i3'],
  );
  assert.equal(listInvitations(withoutInvitation(other, 'none')).length, 2);
});

test('Keycloak organizations: an accepted invitation is removed, and the user is a member', () => {
  const realm = { id: 'r', realm: 'r', organizations: [withInvitation({ id: 'o', name: 'Acme' }, ADA)] };
  const member = { username: 'ada', type: 'MANAGED' } as const;
  assert.deepEqual(acceptInvitation(realm, { organizationId: 'o', id: 'i1' }, member)['organizations'], [
    { id: 'o', name: 'Acme', invitations: [], members: [{ username: 'ada', membershipType: 'MANAGED' }] },
  ]);
  assert.deepEqual(acceptInvitation(realm, { organizationId: 'none', id: 'i1' }, member), realm);
});

test('Keycloak organizations: an invitation is found in an enabled organization only', () => {
  const organizations = [
    withInvitation({ id: 'o', name: 'Acme' }, ADA),
    withInvitation({ id: 'shut', name: 'Shut', enabled: false }, ADA),
  ];
  const stored = { id: 'r', realm: 'r', organizationsEnabled: true, organizations };
  const find = (organizationId: string, id: string, of: typeof stored = stored) =>
    findInvitation({ stored: of }, { organizationId, id })?.invitation;
  assert.deepEqual(find('o', 'i1'), ADA);
  for (const [organizationId, id] of [
    ['o', 'i2'],
    ['none', 'i1'],
    ['shut', 'i1'],
  ] as const)
    assert.equal(find(organizationId, id), undefined);
  assert.equal(find('o', 'i1', { ...stored, organizationsEnabled: false }), undefined);
});
