import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as DE from '../texts/de/index.ts';
import { showTables } from '../texts/text.ts';
import {
  describeDoing,
  describeDone,
  describeFailed,
  describeLeft,
  entryKey,
  isScreenOf,
} from './describe-deletion.ts';

for (const [act, doing, done, failed] of [
  [undefined, 'Deleting client shop', 'Deleted client shop.', 'The client shop was not deleted'],
  ['delete', 'Deleting client shop', 'Deleted client shop.', 'The client shop was not deleted'],
  ['end', 'Ending client shop', 'Ended client shop.', 'The client shop was not ended'],
  ['revoke', 'Revoking client shop', 'Revoked client shop.', 'The client shop was not revoked'],
] as const)
  test(`language: “${doing}” before, “${done}” after it`, () => {
    const deletion = { what: 'client shop', ...(act === undefined ? {} : { act }) };
    assert.equal(describeDoing(deletion), doing);
    assert.equal(describeDone(deletion), done);
    assert.equal(describeFailed(deletion), failed);
  });

test('issue 18 "Console in languages": a German verb agrees with one entry and with several', async () => {
  await showTables('de', DE);
  try {
    assert.equal(describeDoing({ what: 'Client shop' }), 'Client shop wird gelöscht');
    assert.equal(describeDoing({ what: '2 Clients', isMany: true }), '2 Clients werden gelöscht');
    assert.equal(
      describeDone({ act: 'end', what: '2 Sitzungen', isMany: true }),
      '2 Sitzungen wurden beendet.',
    );
  } finally {
    await showTables('en');
  }
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
