import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLogin, withLogin } from './login-fixture.ts';

test('the fixture serves the pages on a free port and can be closed', async () => {
  const fixture = await startLogin();
  const page = await fixture.browser().open();
  assert.equal(page.status, 200);
  assert.match(page.text, /id="kc-form-login"/);
  await fixture.close();
  await assert.rejects(fixture.browser().open());
});

test('the server is stopped also after a failed test', async () => {
  let baseUrl = '';
  const failed = withLogin(async (fixture) => {
    baseUrl = fixture.baseUrl;
    throw new Error('failed');
  });
  await assert.rejects(failed, /failed/);
  await assert.rejects(fetch(baseUrl));
});
