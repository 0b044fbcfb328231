import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LoginFixture, startLogin } from './login-fixture.ts';
import { formAction, linkTarget, TestBrowser } from './test-browser.ts';

async function withLogin(run: (fixture: LoginFixture, browser: TestBrowser) => Promise<void>): Promise<void> {
  const fixture = await startLogin();
  try {
    await run(fixture, new TestBrowser(fixture.baseUrl));
  } finally {
    await fixture.close();
  }
}

test('OIDC Core §3.1.2.3: a session completes at once, without a page and not interactively', () =>
  withLogin(async (_fixture, browser) => {
    const first = await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const second = await browser.open('client_id=plain');
    assert.equal(second.status, 302);
    assert.equal(second.leadsTo['interactive'], 'false');
    assert.equal(second.leadsTo['sid'], first.leadsTo['sid']);
  }));

test('"Use another account" ends the session that was there when somebody else signs in, with a new sid', () =>
  withLogin(async (fixture, browser) => {
    const first = await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const page = await browser.open('force');
    const restarted = await browser.get(linkTarget(page, 'reset-login'));
    const fresh = await browser.get(restarted.headers.get('location') ?? '');
    assert.match(fresh.text, /id="username"/);
    assert.equal(fixture.ended.length, 0, 'nobody is signed out before somebody else has signed in');
    const second = await browser.signIn(fresh, 'bob', 'bob-password');
    assert.equal(second.leadsTo['user'], 'bob');
    assert.notEqual(second.leadsTo['sid'], first.leadsTo['sid']);
    assert.deepEqual(
      fixture.ended.map((session) => session.id),
      [first.leadsTo['sid']],
    );
  }));

test('several tabs of one browser are signed in side by side; a second tab that is loaded again uses the session', () =>
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
    assert.equal(loaded.leadsTo['interactive'], 'false');
    assert.equal((await browser.signIn(three, 'alice', 'alice-password')).leadsTo['state'], '3');
  }));
