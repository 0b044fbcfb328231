import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction, linkTarget } from './testing/browser.ts';
import { withLogin } from './testing/login-fixture.ts';

test('OIDC Core §3.1.2.3: an existing session completes at once, without a page and not interactively', () =>
  withLogin(async (fixture, browser) => {
    const first = await browser.idToken(
      await browser.signIn(await browser.open(), 'alice', 'alice-password'),
    );
    fixture.clock.setOffsetMs(60_000);
    const answer = await browser.open('client_id=plain');
    assert.equal(answer.status, 302);
    const second = await browser.idToken(answer);
    assert.equal(second.acr, '0');
    assert.equal(second.auth_time, first.auth_time);
    assert.equal(second.sid, first.sid);
  }));

test('"Use another account": another user\'s sign-in ends the existing session and gets a new sid', () =>
  withLogin(async (fixture, browser) => {
    const first = await browser.idToken(
      await browser.signIn(await browser.open(), 'alice', 'alice-password'),
    );
    const page = await browser.open('prompt=login');
    const restarted = await browser.get(linkTarget(page, 'reset-login'));
    const fresh = await browser.get(restarted.headers.get('location') ?? '');
    assert.match(fresh.text, /id="username"/);
    assert.equal(fixture.ended.length, 0, 'nobody is signed out before somebody else has signed in');
    const second = await browser.idToken(await browser.signIn(fresh, 'bob', 'bob-password'));
    assert.equal(second.preferred_username, 'bob');
    assert.notEqual(second.sid, first.sid);
    assert.deepEqual(
      fixture.ended.map((session) => session.id),
      [first.sid],
    );
  }));

test('several tabs of one browser can sign in in parallel; a reloaded second tab uses the session', () =>
  withLogin(async (_fixture, browser) => {
    const [one, two, three] = [
      await browser.open('state=1'),
      await browser.open('state=2'),
      await browser.open('state=3'),
    ];
    assert.equal((await browser.signIn(two, 'alice', 'alice-password')).leadsTo['state'], '2');
    const form = new URL(formAction(one));
    form.searchParams.delete('session_code');
    const loaded = await browser.get(form.href);
    assert.equal(loaded.leadsTo['state'], '1');
    assert.equal((await browser.idToken(loaded)).acr, '0');
    assert.equal((await browser.signIn(three, 'alice', 'alice-password')).leadsTo['state'], '3');
  }));

test('a locked account gets the same message as a wrong password, and a sign-in resets earlier failures', () =>
  withLogin(
    async (fixture, browser) => {
      let offset = 0;
      const authentication = async (password: string) => {
        offset += 2000;
        fixture.clock.setOffsetMs(offset);
        return browser.signIn(await browser.open('prompt=login'), 'alice', password);
      };
      await authentication('wrong');
      await authentication('wrong');
      const locked = await authentication('alice-password');
      assert.match(locked.text, /Invalid username or password\./);
      const [record] = fixture.activity.list({}).records;
      assert.match(record?.refusal?.reason ?? '', /locked user alice for 58 seconds more/);
      assert.equal(await browser.isSignedIn(), false);
      offset += 60_000;
      assert.equal(await browser.usernameOf(await authentication('alice-password')), 'alice');
      await authentication('wrong');
      const again = fixture.browser();
      assert.equal((await again.signIn(await again.open(), 'alice', 'alice-password')).status, 302);
    },
    { bruteForceProtected: true, failureFactor: 2 },
  ));

test('one-click sign-in does not unlock a locked account', () =>
  withLogin(
    async (_fixture, browser) => {
      const page = await browser.signIn(await browser.open(), 'alice', 'wrong');
      const refused = await browser.post(formAction(page, 'understudy-one-click'), { user_id: 'alice-id' });
      assert.match(refused.text, /One-click sign-in is not possible for this user\./);
      assert.equal(await browser.isSignedIn(), false);
    },
    {
      bruteForceProtected: true,
      failureFactor: 1,
      attributes: { 'understudy.oneClickSignIn': 'true' },
    },
  ));
