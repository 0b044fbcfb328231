import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAIL_SERVER_SETTINGS } from './mail-server.ts';

test('smtpServer: flags are off unless they are set, and only the password is a secret', () => {
  const rows = Object.entries(MAIL_SERVER_SETTINGS);
  const flags = rows.filter(([, { type }]) => type.kind === 'flag');
  assert.deepEqual(
    flags.map(([name, row]) => [name, row.default]),
    [
      ['ssl', 'false'],
      ['starttls', 'false'],
      ['auth', 'false'],
    ],
  );
  assert.deepEqual(
    rows.filter(([, { secret }]) => secret === true).map(([name]) => name),
    ['password'],
  );
});
