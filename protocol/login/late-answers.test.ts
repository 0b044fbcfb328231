import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkTarget } from './testing/browser.ts';
import { withLogin } from './testing/login-fixture.ts';

const MINUTE = 60_000;

test('an old form is not processed: "Page has expired" with links to continue and start over', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open();
    await browser.signIn(page, 'alice', 'wrong');
    const expired = await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(expired.status, 200);
    assert.match(expired.text, /Page has expired/);
    assert.equal(await browser.isSignedIn(), false);
    const proceeded = await browser.get(linkTarget(expired, 'loginContinueLink'));
    assert.equal((await browser.signIn(proceeded, 'alice', 'alice-password')).status, 302);
  }));

test('a late form starts the sign-in over with a notice, and its password is not used', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open();
    fixture.clock.setOffsetMs(31 * MINUTE);
    const late = await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(late.status, 200);
    assert.match(late.text, /Your login authentication timed out\. Login will start from the beginning\./);
    assert.equal(await browser.isSignedIn(), false);
    assert.equal((await browser.signIn(late, 'alice', 'alice-password')).status, 302);
  }));

test('a late form in a browser with a session returns temporarily_unavailable to the client', () =>
  withLogin(async (fixture, browser) => {
    const late = await browser.open('state=late');
    fixture.clock.setOffsetMs(29 * MINUTE);
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    fixture.clock.setOffsetMs(31 * MINUTE);
    const answer = await browser.signIn(late, 'alice', 'alice-password');
    assert.deepEqual(answer.leadsTo, {
      error: 'temporarily_unavailable',
      error_description: 'authentication_expired',
      state: 'late',
      iss: `${fixture.baseUrl}/realms/r`,
    });
  }));
