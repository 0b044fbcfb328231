import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readableRoleDescription } from '#protocol/contract/role-description.ts';
import * as DE from '../texts/de/index.ts';
import { showTables } from '../texts/text.ts';
import { describeRole } from './role-description.ts';

const keyed = (name: string): string => ['$', `{role_${name}}`].join('');

for (const name of ['view-profile', 'uma_authorization', 'realm-admin', 'of-an-extension', 'toString'])
  test(`roles on screen: English describes ${name} as the server does`, () => {
    assert.equal(describeRole(keyed(name)), readableRoleDescription(keyed(name)));
  });

test('issue 18 "Console in languages": built-in roles have German descriptions, others keep theirs', async () => {
  await showTables('de', DE);
  try {
    assert.equal(describeRole(keyed('manage-users')), 'Benutzer verwalten');
    assert.equal(describeRole('Manages; includes user'), 'Manages; includes user');
    assert.equal(describeRole(keyed('of-an-extension')), 'Of an extension');
    assert.equal(describeRole(undefined), '');
  } finally {
    await showTables('en');
  }
});
