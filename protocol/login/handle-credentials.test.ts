import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction } from './testing/browser.ts';
import { withLogin } from './testing/login-fixture.ts';

test('a tab authenticates one user: a second user name and password in it have no effect', () =>
  withLogin(async (_fixture, browser) => {
    const answer = await browser.signIn(await browser.open('client_id=asking'), 'alice', 'alice-password');
    const page = await browser.follow(answer);
    const action = `${formAction(page, 'understudy-consent').replace('/consent?', '/authenticate?')}&execution=username-password`;
    assert.match(
      (await browser.post(action, { username: 'bob', password: 'bob-password' })).text,
      /Page has expired/,
    );
    assert.equal(await browser.isSignedIn(), false);
  }));
