import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction, TestBrowser } from './testing/browser.ts';
import { startLogin } from './testing/login-fixture.ts';

test('who somebody is, is proved once in a tab: a second name and password in it change nothing', async () => {
  const fixture = await startLogin();
  try {
    const browser = new TestBrowser(fixture.baseUrl);
    const answer = await browser.signIn(await browser.open('client_id=asking'), 'alice', 'alice-password');
    const page = await browser.follow(answer);
    const action = `${formAction(page, 'understudy-consent').replace('/consent?', '/authenticate?')}&execution=username-password`;
    assert.match(
      (await browser.post(action, { username: 'bob', password: 'bob-password' })).text,
      /Page has expired/,
    );
    assert.equal(await browser.session(), null);
  } finally {
    await fixture.close();
  }
});
