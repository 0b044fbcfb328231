import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestBrowser } from './testing/browser.ts';
import { startLogin } from './testing/made-up-protocol.ts';

test('a user disabled between two pages of a sign-in must sign in again', async () => {
  const fixture = await startLogin();
  try {
    const browser = new TestBrowser(fixture.baseUrl);
    const answer = await browser.signIn(await browser.open('client_id=asking'), 'alice', 'alice-password');
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({ ...user, enabled: false }));
    const page = await browser.follow(answer);
    assert.match(page.text, /id="kc-form-login"/);
    const again = await browser.signIn(page, 'bob', 'bob-password');
    assert.match((await browser.follow(again)).text, /signed in as <strong>bob/);
  } finally {
    await fixture.close();
  }
});
