import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as DE from './de/index.ts';
import { showTables } from './text.ts';
import { textTable } from './text-table.ts';

test('issue 18 "Console in languages": a table that was made earlier has the texts of the shown language', async () => {
  const table = textTable({ mail: 'mail:title', users: 'users:title' });
  assert.deepEqual({ ...table }, { mail: 'Mail', users: 'Users' });
  await showTables('de', DE);
  try {
    assert.deepEqual({ ...table }, { mail: 'E-Mails', users: 'Benutzer' });
  } finally {
    await showTables('en');
  }
  assert.equal(table.mail, 'Mail');
});
