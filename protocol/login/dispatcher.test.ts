import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '#protocol/store/collect.ts';
import { formAction, linkTarget } from './testing/browser.ts';
import { callbackOf } from './testing/login-browser.ts';
import { withLogin } from './testing/login-fixture.ts';

const MINUTE = 60_000;

test('OIDC Core §3.1.2.3: the correct password leads back to the client, with a session and the original request', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open('state=xyz');
    assert.equal(page.status, 200);
    const answer = await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(answer.status, 302);
    assert.ok(answer.headers.get('location')?.startsWith(`${callbackOf('shop')}?`));
    assert.equal(answer.leadsTo['state'], 'xyz');
    const { preferred_username, acr, auth_time, sid } = await browser.idToken(answer);
    assert.equal(preferred_username, 'alice');
    assert.equal(acr, '1');
    assert.equal(auth_time, fixture.clock.now() / 1000);
    assert.equal((await fixture.store.sessions.find('r-id', sid))?.userId, 'alice-id');
  }));

test("a sign-in form's URL contains session code, execution, client and tab, as login scripts expect", () =>
  withLogin(async (fixture, browser) => {
    const action = new URL(formAction(await browser.open()));
    assert.equal(action.origin, fixture.baseUrl);
    assert.equal(action.pathname, '/realms/r/login-actions/authenticate');
    assert.deepEqual([...action.searchParams.keys()], ['session_code', 'execution', 'client_id', 'tab_id']);
  }));

test('a wrong password returns 200 and the same form with the user name, without the password and with a new session code', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open();
    const again = await browser.signIn(page, 'alice', 'not-her-password');
    assert.equal(again.status, 200);
    assert.match(again.text, /id="input-error"[^>]*>.*Invalid username or password\./);
    assert.match(again.text, /name="username" value="alice"/);
    assert.doesNotMatch(again.text, /not-her-password/);
    assert.notEqual(formAction(again), formAction(page));
    assert.equal(await browser.isSignedIn(), false);
    assert.equal((await browser.signIn(again, 'alice', 'alice-password')).status, 302);
  }));

test('"Start over" leads to a new, working form', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open();
    await browser.signIn(page, 'alice', 'wrong');
    const expired = await browser.signIn(page, 'alice', 'alice-password');
    const restarted = await browser.get(linkTarget(expired, 'loginRestartLink'));
    assert.equal(restarted.status, 302);
    const fresh = await browser.get(restarted.headers.get('location') ?? '');
    assert.equal(await browser.usernameOf(await browser.signIn(fresh, 'bob', 'bob-password')), 'bob');
  }));

test('a form with a forged session code or execution is not processed', () =>
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
    assert.equal(await browser.isSignedIn(), false);
  }));

test('of two identical forms sent at once, one signs in and the other gets "Page has expired"', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.open();
    const answers = await Promise.all([
      browser.signIn(page, 'alice', 'alice-password'),
      browser.signIn(page, 'alice', 'alice-password'),
    ]);
    assert.equal(answers.filter((answer) => answer.status === 302).length, 1);
    assert.equal((await collect(fixture.store.sessions.list('r-id'))).length, 1);
  }));

test('OIDC Core §3.1.2.6: prompt=none without a session is refused with login_required and no description', () =>
  withLogin(async (fixture, browser) => {
    const answer = await browser.open('prompt=none&state=s');
    const iss = `${fixture.baseUrl}/realms/r`;
    assert.deepEqual(answer.leadsTo, { error: 'login_required', state: 's', iss });
    assert.equal(browser.cookies.size, 0);
    const [record] = fixture.activity.list().records;
    assert.match(record?.refusal?.remedy ?? '', /prompt=none/);
  }));

test('OIDC Core §3.1.2.1: prompt=none with a session older than max_age is refused with login_required', () =>
  withLogin(async (fixture, browser) => {
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    fixture.clock.setOffsetMs(2 * MINUTE);
    assert.equal((await browser.open('prompt=none&max_age=60')).leadsTo['error'], 'login_required');
    assert.equal(await browser.usernameOf(await browser.open('prompt=none&max_age=180')), 'alice');
  }));

test('OIDC Core §3.1.2.1: prompt=login reauthenticates the known user and keeps the session with a new auth_time', () =>
  withLogin(async (fixture, browser) => {
    const first = await browser.idToken(
      await browser.signIn(await browser.open(), 'alice', 'alice-password'),
    );
    fixture.clock.setOffsetMs(MINUTE);
    const page = await browser.open('prompt=login');
    assert.match(page.text, /id="kc-attempted-username" value="alice"/);
    assert.match(page.text, /Please re-authenticate to continue/);
    assert.doesNotMatch(page.text, /id="username"/);
    const wrong = await browser.post(formAction(page), { password: 'bob-password' });
    assert.match(wrong.text, /id="input-error-password"[^>]*>Invalid password\./);
    assert.match(wrong.text, /id="kc-attempted-username" value="alice"/);
    const second = await browser.idToken(
      await browser.post(formAction(wrong), { password: 'alice-password' }),
    );
    assert.equal(second.sid, first.sid);
    assert.equal(second.acr, '1');
    assert.equal(second.auth_time, first.auth_time + MINUTE / 1000);
  }));

test('Activity shows every step of a sign-in in one flow, with the reason for a refusal', () =>
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
