import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction, linkTarget, type TestPage } from '../testing/browser.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import { type LoginFixture, withLogin } from '../testing/login-fixture.ts';
import { ORGANIZATIONS } from '../testing/organizations.ts';

const pageId = ({ text }: TestPage): string | undefined => /data-page-id="login-([^"]+)"/.exec(text)?.[1];
const locationOf = ({ headers }: TestPage): string => headers.get('location') ?? '';

const run = (use: (browser: LoginBrowser, fixture: LoginFixture) => Promise<void>, changes = {}) =>
  withLogin((fixture, browser) => use(browser, fixture), { ...ORGANIZATIONS, ...changes });

const enter = async (browser: LoginBrowser, username: string, query = ''): Promise<TestPage> =>
  browser.post(formAction(await browser.open(query)), { username });

const finish = (browser: LoginBrowser, page: TestPage, password = 'secret'): Promise<TestPage> =>
  browser.post(formAction(page), { password });

test('Keycloak organizations: the name is asked first, then the password of a known user', () =>
  run(async (browser) => {
    const first = await browser.open();
    assert.equal(pageId(first), 'login-username');
    assert.doesNotMatch(first.text, /type="password"|try-another-way|kc-forgot-password/);
    assert.match(first.text, /id="rememberMe"/);
    const second = await browser.post(formAction(first), { username: 'bob' });
    assert.equal(pageId(second), 'login');
    assert.match(second.text, /id="kc-attempted-username" value="bob"/);
    assert.equal(await browser.usernameOf(await finish(browser, second)), 'bob');
  }));

for (const [what, changes] of [
  ['organizations are off', { organizationsEnabled: false }],
  ['there is none', { organizations: [] }],
  ['all are disabled', { organizations: [{ name: 'Shut', enabled: false }] }],
] as const)
  test(`Keycloak organizations: while ${what}, name and password are asked together`, () =>
    run(async (browser) => {
      const page = await browser.open();
      assert.equal(pageId(page), 'login');
      assert.match(page.text, /type="password"/);
      const answer = await browser.post(formAction(page), { username: 'bob', password: 'secret' });
      assert.equal(await browser.usernameOf(answer), 'bob');
    }, changes));

test('a form of the name is refused where the page does not ask for it', () =>
  run(
    async (browser) => {
      const action = formAction(await browser.open()).replace('username-password', 'organization');
      assert.match((await browser.post(action, { username: 'bob' })).text, /Page has expired/);
    },
    { organizationsEnabled: false },
  ));

test('Keycloak organizations: an empty name is refused, as is a disabled user', () =>
  run(async (browser) => {
    assert.match((await enter(browser, ' ')).text, /Invalid username or email\./);
    const disabled = await enter(browser, 'dora');
    assert.equal(pageId(disabled), 'login-username');
    assert.match(disabled.text, /Account is disabled, contact your administrator\./);
    assert.equal(await browser.isSignedIn(), false);
  }));

test('Keycloak organizations: a name that no user has goes on to name and password, and is refused there', () =>
  run(async (browser) => {
    const page = await enter(browser, 'nobody');
    assert.equal(pageId(page), 'login');
    assert.match(page.text, /name="username" value="nobody"/);
    const refused = await browser.post(formAction(page), { username: 'nobody', password: 'x' });
    assert.match(refused.text, /Invalid username or password\./);
    const right = await browser.post(formAction(refused), { username: 'bob', password: 'secret' });
    assert.equal(await browser.usernameOf(right), 'bob');
  }));

test('a wrong password after the name counts, and the person can start with another name', () =>
  run(async (browser) => {
    const wrong = await finish(browser, await enter(browser, 'bob'), 'wrong');
    assert.match(wrong.text, /Invalid password\./);
    const again = await browser.follow(await browser.get(linkTarget(wrong, 'reset-login')));
    assert.equal(pageId(again), 'login-username');
    const next = await browser.post(formAction(again), { username: 'carl' });
    assert.equal(await browser.usernameOf(await finish(browser, next)), 'carl');
  }));

test('Keycloak bruteForceProtected: a locked user is refused after the name, whatever the password', () =>
  run(
    async (browser) => {
      const page = await enter(browser, 'bob');
      const wrong = await finish(browser, page, 'wrong');
      const right = await finish(browser, wrong);
      assert.equal(right.leadsTo['code'], undefined);
      assert.match(right.text, /Invalid password\./);
    },
    { bruteForceProtected: true, failureFactor: 1 },
  ));

test('a reload shows the page of the name that was typed, and an outdated form is refused', () =>
  run(async (browser) => {
    const first = await browser.open();
    const second = await browser.post(formAction(first), { username: 'bob' });
    const reloaded = await browser.get(
      formAction(second)
        .replace(/session_code=[^&]*&(amp;)?/, '')
        .replace(/execution=[^&]*&(amp;)?/, ''),
    );
    assert.match(reloaded.text, /id="kc-attempted-username" value="bob"/);
    assert.match((await browser.post(formAction(first), { username: 'carl' })).text, /Page has expired/);
  }));

test('Keycloak organizations: an address of the domain leads to the organization’s provider', () =>
  run(async (browser) => {
    const page = await enter(browser, 'Someone@ACME.test');
    assert.deepEqual([page.status, /\/broker\/acme-idp\/login\?/.test(locationOf(page))], [303, true]);
    const away = await browser.get(locationOf(page));
    assert.equal(new URL(locationOf(away)).searchParams.get('login_hint'), 'Someone@ACME.test');
  }));

test('Keycloak organizations: a managed member without a password is sent to the provider it came with', () =>
  run(async (browser) => {
    assert.match(locationOf(await enter(browser, 'mia')), /\/broker\/acme-idp\/login\?/);
  }));

test('Keycloak organizations: a user with a password is asked for it, whatever the domain', () =>
  run(async (browser) => {
    assert.equal(pageId(await enter(browser, 'carl@acme.test')), 'login');
  }));

test('Keycloak organizations: no one is sent to a provider of a disabled organization', () =>
  run(async (browser) => assert.equal(pageId(await enter(browser, 'a@shut.test')), 'login')));

test('Keycloak organizations: a stranger of the domain is offered the organization’s public providers', () =>
  run(async (browser) => {
    const first = await browser.open();
    assert.match(first.text, /social-realm-idp/);
    assert.match(first.text, /id="kc-registration"/);
    assert.doesNotMatch(first.text, /social-(acme-idp|bolt)/);
    const page = await browser.post(formAction(first), { username: 'new@bolt.test' });
    assert.equal(pageId(page), 'login-username');
    assert.match(page.text, /belongs to the organization Bolt, but you do not have an account yet/);
    assert.match(page.text, /social-bolt-idp/);
    assert.doesNotMatch(page.text, /social-(realm-idp|acme-idp|bolt-dark)|id="kc-registration"/);
  }));

test('Keycloak organizations: the sign-in page has no provider of an organization', () =>
  run(async (browser) => {
    assert.doesNotMatch((await enter(browser, 'nobody')).text, /social-(acme-idp|bolt)/);
  }));

test('Keycloak kc_idp_hint: it leads to a provider before any name is asked', () =>
  run(async (browser) => {
    assert.match(locationOf(await browser.open('kc_idp_hint=bolt-idp')), /\/broker\/bolt-idp\/login\?/);
  }));

test('OIDC Core §3.1.2.1: prompt=none is refused without a page', () =>
  run(async (browser) => {
    for (const query of ['prompt=none', 'prompt=none&login_hint=x@acme.test'])
      assert.equal((await browser.open(query)).leadsTo['error'], 'login_required', query);
  }));

test('Keycloak rememberMe: what is chosen beside the name is respected after the password', () =>
  run(async (browser) => {
    const page = await browser.post(formAction(await browser.open()), { username: 'bob', rememberMe: 'on' });
    const done = await finish(browser, page);
    assert.ok(done.leadsTo['code'], done.text);
    assert.ok(done.headers.getSetCookie().some((cookie) => /^KEYCLOAK_REMEMBER_ME=.*bob/.test(cookie)));
  }));
