import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as DE from '../../texts/de/index.ts';
import { showTables } from '../../texts/text.ts';
import { describeHolder } from './describe-holder.ts';

const alice = { firstName: 'Alice', lastName: 'Archer', email: 'alice@example.test', enabled: true };

test('console "Roles": a user is described by name and e-mail address', () => {
  assert.equal(describeHolder({ user: alice }), 'Alice Archer, alice@example.test');
  assert.equal(describeHolder({ user: { enabled: true } }), '');
  assert.equal(describeHolder({}), '', 'a group');
});

test('console "Roles": service accounts and disabled users are marked, in the shown language', async () => {
  const user = { enabled: false, serviceAccountClientId: 'web' };
  assert.equal(describeHolder({ user }), 'service account of web, disabled');
  await showTables('de', DE);
  try {
    assert.equal(describeHolder({ user }), 'Dienstkonto von web, deaktiviert');
  } finally {
    await showTables('en');
  }
});
