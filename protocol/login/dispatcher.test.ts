import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UserSession } from '#protocol/store/store.ts';
import { decideNextPage } from './dispatcher.ts';
import { CALLBACK, type LoginFixture, startLogin } from './login-fixture.ts';
import type { BrowserSession } from './sign-in.ts';
import { formAction, linkTarget, TestBrowser } from './test-browser.ts';

const MINUTE = 60_000;

async function withLogin(
  run: (fixture: LoginFixture, browser: TestBrowser) => Promise<void>,
  changes?: Parameters<typeof startLogin>[0],
): Promise<void> {
  const fixture = await startLogin(changes);
  try {
    await run(fixture, new TestBrowser(fixture.baseUrl));
  } finally {
    await fixture.close();
  }
}

test('OIDC Core §3.1.2.3: the right password leads back to the client, with a session and the request as it was', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open('state=xyz');
    assert.equal(page.status, 200);
    const answer = await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(answer.status, 302);
    assert.ok(answer.headers.get('location')?.startsWith(CALLBACK));
    assert.equal(answer.leadsTo['user'], 'alice');
    assert.equal(answer.leadsTo['interactive'], 'true');
    assert.equal(answer.leadsTo['state'], 'xyz');
    assert.equal(fixture.store.sessions.find('r-id', answer.leadsTo['sid'] ?? '')?.userId, 'alice-id');
  }));

test('a sign-in form names session code, execution, client and tab, as login scripts expect', () =>
  withLogin(async (fixture, browser) => {
    const action = new URL(formAction(await browser.open()));
    assert.equal(action.origin, fixture.baseUrl);
    assert.equal(action.pathname, '/realms/r/login-actions/authenticate');
    assert.deepEqual([...action.searchParams.keys()], ['session_code', 'execution', 'client_id', 'tab_id']);
  }));

test('a wrong password answers 200 with the same form, the name kept, the password not, and a new session code', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open();
    const again = await browser.signIn(page, 'alice', 'not-her-password');
    assert.equal(again.status, 200);
    assert.match(again.text, /id="input-error"[^>]*>.*Invalid username or password\./);
    assert.match(again.text, /name="username" value="alice"/);
    assert.doesNotMatch(again.text, /not-her-password/);
    assert.notEqual(formAction(again), formAction(page));
    assert.equal(await browser.session(), null);
    assert.equal((await browser.signIn(again, 'alice', 'alice-password')).status, 302);
  }));

test('an old form is not used: "Page has expired" with both ways on', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open();
    await browser.signIn(page, 'alice', 'wrong');
    const expired = await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(expired.status, 200);
    assert.match(expired.text, /Page has expired/);
    assert.equal(await browser.session(), null);
    const proceeded = await browser.get(linkTarget(expired, 'loginContinueLink'));
    assert.equal((await browser.signIn(proceeded, 'alice', 'alice-password')).status, 302);
  }));

test('"Start over" leads to a fresh form that works', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open();
    await browser.signIn(page, 'alice', 'wrong');
    const expired = await browser.signIn(page, 'alice', 'alice-password');
    const restarted = await browser.get(linkTarget(expired, 'loginRestartLink'));
    assert.equal(restarted.status, 302);
    const fresh = await browser.get(restarted.headers.get('location') ?? '');
    assert.equal((await browser.signIn(fresh, 'bob', 'bob-password')).leadsTo['user'], 'bob');
  }));

test('a form whose session code or execution was made up is not used', () =>
  withLogin(async (_fixture, browser) => {
    for (const [name, value] of [
      ['session_code', 'x'.repeat(43)],
      ['session_code', ''],
      ['execution', 'constructor'],
      ['execution', ''],
    ] as const) {
      const action = new URL(formAction(await browser.open()));
      action.searchParams.set(name, value);
      const answer = await browser.post(action.href, { username: 'alice', password: 'alice-password' });
      assert.match(answer.text, /Page has expired/, `${name}=${value}`);
    }
    assert.equal(await browser.session(), null);
  }));

test('of two equal forms sent at once one signs in, the other is told that the page has expired', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open();
    const answers = await Promise.all([
      browser.signIn(page, 'alice', 'alice-password'),
      browser.signIn(page, 'alice', 'alice-password'),
    ]);
    assert.equal(answers.filter((answer) => answer.status === 302).length, 1);
    assert.equal([...fixture.store.sessions.list('r-id')].length, 1);
  }));

test('OIDC Core §3.1.2.3: a session completes at once, without a page and not interactively', () =>
  withLogin(async (_fixture, browser) => {
    const first = await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const second = await browser.open('client_id=plain');
    assert.equal(second.status, 302);
    assert.equal(second.leadsTo['interactive'], 'false');
    assert.equal(second.leadsTo['sid'], first.leadsTo['sid']);
  }));

test('OIDC Core §3.1.2.6: prompt=none without a session is refused with login_required and no description', () =>
  withLogin(async (fixture, browser) => {
    const answer = await browser.open('passive&state=s');
    assert.deepEqual(answer.leadsTo, { error: 'login_required', error_description: '', state: 's' });
    assert.equal(browser.cookies.size, 0);
    assert.match(fixture.refused[0]?.remedy ?? '', /prompt=none/);
  }));

test('OIDC Core §3.1.2.1: prompt=none with a session that is older than max_age is refused with login_required', () =>
  withLogin(async (fixture, browser) => {
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    fixture.clock.setOffsetMs(2 * MINUTE);
    assert.equal((await browser.open('passive&max_age=60')).leadsTo['error'], 'login_required');
    assert.equal((await browser.open('passive&max_age=180')).leadsTo['user'], 'alice');
  }));

test('OIDC Core §3.1.2.1: prompt=login asks the known person again and keeps the session with a new auth_time', () =>
  withLogin(async (fixture, browser) => {
    const first = await browser.signIn(await browser.open(), 'alice', 'alice-password');
    fixture.clock.setOffsetMs(MINUTE);
    const page = await browser.open('force');
    assert.match(page.text, /id="kc-attempted-username">alice</);
    assert.match(page.text, /Please re-authenticate to continue/);
    assert.doesNotMatch(page.text, /id="username"/);
    const wrong = await browser.post(formAction(page), { password: 'bob-password' });
    assert.match(wrong.text, /Invalid username or password\./);
    assert.match(wrong.text, /id="kc-attempted-username">alice</);
    const second = await browser.post(formAction(wrong), { password: 'alice-password' });
    assert.equal(second.leadsTo['sid'], first.leadsTo['sid']);
    assert.equal(second.leadsTo['interactive'], 'true');
    assert.equal((await browser.session())?.session.authenticatedAt, fixture.clock.now());
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

test('a form that comes too late starts over with a notice, and its password is not used', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open();
    fixture.clock.setOffsetMs(31 * MINUTE);
    const late = await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(late.status, 200);
    assert.match(late.text, /Your login attempt timed out\. Login will start from the beginning\./);
    assert.equal(await browser.session(), null);
    assert.equal((await browser.signIn(late, 'alice', 'alice-password')).status, 302);
  }));

test('a tab that comes too late while the browser has a session tells the client temporarily_unavailable', () =>
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
    });
  }));

test('the user name field is filled from login_hint, escaped', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open(`login_hint=${encodeURIComponent('"><script>alert(1)</script>')}`);
    assert.match(page.text, /name="username" value="&quot;&gt;&lt;script&gt;/);
    assert.doesNotMatch(page.text, /<script/);
  }));

test('Activity has every step of a sign-in in one flow, with the reason of a refusal', () =>
  withLogin(async (fixture, browser) => {
    const wrong = await browser.signIn(await browser.open(), 'nobody', 'x');
    await browser.signIn(wrong, 'alice', 'alice-password');
    const { records } = fixture.activity.list({});
    const flows = new Set(records.map((record) => record.flow));
    assert.equal(flows.size, 1);
    assert.ok(records.some((record) => record.refusal?.reason === 'Realm r has no user "nobody".'));
    assert.ok(records.some((record) => record.username === 'alice'));
  }));

test('no password is ever logged', () =>
  withLogin(async (fixture, browser) => {
    const wrong = await browser.signIn(await browser.open(), 'alice', 'wrong-secret-9');
    await browser.signIn(wrong, 'alice', 'alice-password');
    assert.doesNotMatch(JSON.stringify(fixture.log.records), /wrong-secret-9|alice-password/);
  }));

const browserAt = (authenticatedAt: number): BrowserSession => ({
  session: { authenticatedAt } as UserSession,
  user: { id: 'u', username: 'u' },
});
const ASK = { passive: false, forceLogin: false, maxAgeSeconds: undefined };

test('OIDC Core §3.1.2.1: max_age=0 always asks, like prompt=login', () => {
  assert.equal(decideNextPage({ ...ASK, maxAgeSeconds: 0 }, browserAt(5000), false, 5000).next, 'sign-in');
});

test('OIDC Core §3.1.2.1: a session exactly max_age old still counts', () => {
  assert.equal(decideNextPage({ ...ASK, maxAgeSeconds: 10 }, browserAt(0), false, 10_000).next, 'complete');
  assert.equal(decideNextPage({ ...ASK, maxAgeSeconds: 10 }, browserAt(0), false, 10_001).next, 'sign-in');
});

test('whoever wants to be somebody else is asked without being known', () => {
  assert.deepEqual(decideNextPage(ASK, browserAt(0), true, 0), { next: 'sign-in', known: undefined });
});

test('prompt=none never shows a page', () => {
  for (const browser of [undefined, browserAt(0)]) {
    const request = { ...ASK, passive: true, forceLogin: true };
    assert.equal(decideNextPage(request, browser, false, 0).next, 'refuse');
  }
});
