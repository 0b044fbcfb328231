import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderScriptPage } from './script-page.ts';

test('the page contains its script, and policy options are kept', () => {
  const { body, headers, status } = renderScriptPage('T', "'use strict';", { connectSources: ["'self'"] });
  assert.equal(status, 200);
  assert.match(String(body), /<script>'use strict';<\/script>/);
  assert.match(String(headers?.['content-security-policy']), /script-src 'sha256-.*connect-src 'self'/);
  assert.equal(headers?.['x-frame-options'], '');
});
