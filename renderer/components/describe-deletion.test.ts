import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDoing, describeFailed, describeLeft, entryKey, isScreenOf } from './describe-deletion.ts';

for (const [done, doing] of [
  [undefined, 'Deleting client shop'],
  ['Deleted', 'Deleting client shop'],
  ['Ended', 'Ending client shop'],
  ['Revoked', 'Revoking client shop'],
  ['Removed', 'Removing client shop'],
] as const)
  test(`language: “${doing}” before it is ${done ?? 'deleted'}`, () => {
    assert.equal(describeDoing('client shop', done), doing);
  });

test('language: the heading of a failure counts what was not deleted', () => {
  const users = { what: '3 users', many: 'users', done: 'Deleted', sent: 3 };
  assert.equal(
    describeFailed({ what: 'client shop', many: 'clients', done: 'Deleted', sent: 1, failed: 1 }),
    'The client shop was not deleted',
  );
  assert.equal(describeFailed({ ...users, failed: 1 }), '1 of 3 users was not deleted');
  assert.equal(describeFailed({ ...users, failed: 3 }), '3 of 3 users were not deleted');
  assert.equal(
    describeFailed({ what: '2 sessions', many: 'sessions', done: 'Ended', sent: 2, failed: 2 }),
    '2 of 2 sessions were not ended',
  );
});

test('console "Undo": the seconds left are rounded up, so that 0 s means that the time is over', () => {
  assert.deepEqual([10_000, 9001, 1, 0].map(describeLeft), ['10 s', '10 s', '1 s', '0 s']);
});

const REALM = '/admin/realms/demo';

for (const [path, pathname, expected] of [
  ['clients/1', '/clients/1', true],
  ['clients/1', '/clients/1/mappers', true],
  ['users/1', '/users/1/sessions', true],
  ['client-scopes/1', '/realm/client-scopes/1', true],
  ['roles/buyer', '/roles/buyer', true],
  ['roles-by-id/1', '/roles/1', true],
  ['clients/1', '/clients', false],
  ['clients/1', '/clients/12', false],
  ['clients/1', '/users/1', false],
  ['clients/9/protocol-mappers/models/1', '/clients/1', false],
  ['sessions/1?isOffline=true', '/sessions/1', false],
  ['roles/clients', '/clients', false],
] as const)
  test(`console "Undo": ${pathname} ${expected ? 'shows' : 'does not show'} ${path}`, () => {
    assert.equal(isScreenOf({ path: `${REALM}/${path}`, pathname }), expected);
  });

test('console "Undo": the row of an entry has the end of its path, without a query', () => {
  assert.equal(entryKey(`${REALM}/sessions/1?isOffline=true`), '1');
  assert.equal(entryKey(`${REALM}/roles/my%20role`), 'my role');
});
