import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLogin } from './testing/login-fixture.ts';

test('a user disabled between two pages of a sign-in must sign in again', () =>
  withLogin(async (fixture, browser) => {
    const answer = await browser.signIn(await browser.open('client_id=asking'), 'alice', 'alice-password');
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({ ...user, enabled: false }));
    assert.match((await browser.follow(answer)).text, /Account is disabled/);
    const page = await browser.follow(answer);
    assert.match(page.text, /id="kc-form-login"/);
    const again = await browser.signIn(page, 'bob', 'bob-password');
    assert.match((await browser.follow(again)).text, /signed in as <strong>bob/);
  }));
