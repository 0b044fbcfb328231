import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction, linkTarget, TestBrowser } from './testing/browser.ts';
import { type LoginFixture, startLogin } from './testing/made-up-protocol.ts';

async function withLogin(run: (fixture: LoginFixture, browser: TestBrowser) => Promise<void>): Promise<void> {
  const fixture = await startLogin();
  try {
    await run(fixture, new TestBrowser(fixture.baseUrl));
  } finally {
    await fixture.close();
  }
}

test('OIDC Core §3.1.2.3: an existing session completes at once, without a page and not interactively', () =>
  withLogin(async (_fixture, browser) => {
    const first = await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const second = await browser.open('client_id=plain');
    assert.equal(second.status, 302);
    assert.equal(second.leadsTo['interactive'], 'false');
    assert.equal(second.leadsTo['sid'], first.leadsTo['sid']);
  }));

test('"Use another account": another user\'s sign-in ends the existing session and gets a new sid', () =>
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
    assert.equal(loaded.leadsTo['interactive'], 'false');
    assert.equal((await browser.signIn(three, 'alice', 'alice-password')).leadsTo['state'], '3');
  }));

test('a locked account gets the same message as a wrong password, and a sign-in resets earlier failures', async () => {
  const fixture = await startLogin({ bruteForceProtected: true, failureFactor: 2 });
  try {
    const browser = new TestBrowser(fixture.baseUrl);
    let offset = 0;
    const authentication = async (password: string) => {
      offset += 2000;
      fixture.clock.setOffsetMs(offset);
      return browser.signIn(await browser.open('force'), 'alice', password);
    };
    await authentication('wrong');
    await authentication('wrong');
    const locked = await authentication('alice-password');
    assert.match(locked.text, /Invalid username or password\./);
    assert.equal(await browser.session(), null);
    const [record] = fixture.activity.list({}).records.filter((known) => known.refusal !== undefined);
    assert.match(record?.refusal?.reason ?? '', /locked user alice for 58 seconds more/);
    offset += 60_000;
    assert.equal((await authentication('alice-password')).leadsTo['user'], 'alice');
    await authentication('wrong');
    const again = new TestBrowser(fixture.baseUrl);
    assert.equal((await again.signIn(await again.open(), 'alice', 'alice-password')).status, 302);
  } finally {
    await fixture.close();
  }
});

test('one-click sign-in does not unlock a locked account', async () => {
  const fixture = await startLogin({
    bruteForceProtected: true,
    failureFactor: 1,
    attributes: { 'understudy.oneClickSignIn': 'true' },
  });
  try {
    const browser = new TestBrowser(fixture.baseUrl);
    const page = await browser.signIn(await browser.open(), 'alice', 'wrong');
    const refused = await browser.post(formAction(page, 'understudy-one-click'), { user_id: 'alice-id' });
    assert.match(refused.text, /One-click sign-in is not possible for this user\./);
    assert.equal(await browser.session(), null);
  } finally {
    await fixture.close();
  }
});
