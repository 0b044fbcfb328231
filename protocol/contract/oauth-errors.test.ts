import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAUTH_ERRORS, type OAuthErrorCode } from './oauth-errors.ts';

test('every row of the code table has a 4xx or 5xx status and a section', () => {
  for (const code of Object.keys(OAUTH_ERRORS) as OAuthErrorCode[]) {
    const row = OAUTH_ERRORS[code];
    assert.ok(row.status >= 400 && row.status < 600, code);
    assert.match(row.section, /^(RFC \d+|OIDC Core|CIBA) §/, code);
  }
});
