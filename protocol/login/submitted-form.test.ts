import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction } from './testing/browser.ts';
import { withLogin } from './testing/login-fixture.ts';

const FORM = 'kc-form-login';
const ALICE = { username: 'alice', password: 'alice-password' };

test('a form of an older page of the tab, or with a forged code, is refused and changes nothing', () =>
  withLogin(async (_fixture, browser) => {
    const first = formAction(await browser.open(), FORM);
    await browser.post(first, { username: 'alice', password: 'wrong' });
    for (const action of [
      first,
      first.replace(/session_code=[^&]*/, 'session_code=x'),
      first.replace(/session_code=[^&]*&/, ''),
    ])
      assert.match((await browser.post(action, ALICE)).text, /Page has expired/);
    assert.equal(await browser.isSignedIn(), false);
  }));

test('a form that comes too late starts from the beginning', () =>
  withLogin(async (fixture, browser) => {
    const action = formAction(await browser.open(), FORM);
    fixture.clock.setOffsetMs(31 * 60_000);
    const late = await browser.post(action, ALICE);
    assert.match(late.text, /Your login authentication timed out/);
    assert.equal(await browser.usernameOf(await browser.post(formAction(late, FORM), ALICE)), 'alice');
  }));
