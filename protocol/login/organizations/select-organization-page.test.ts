import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { formAction, linkTarget, type TestPage } from '../testing/browser.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import { type LoginFixture, withLogin } from '../testing/login-fixture.ts';
import { ORGANIZATIONS } from '../testing/organizations.ts';

const FORM = 'kc-user-organizations';
const QUERY = 'scope=openid%20organization';

const run = (use: (browser: LoginBrowser, fixture: LoginFixture) => Promise<void>, changes = {}) =>
  withLogin((fixture, browser) => use(browser, fixture), { ...ORGANIZATIONS, ...changes });

const enter = async (browser: LoginBrowser, username: string, query = QUERY): Promise<TestPage> =>
  browser.post(formAction(await browser.open(query)), { username });

const claimOf = async (browser: LoginBrowser, answer: TestPage): Promise<unknown> =>
  ((await browser.idToken(answer)) as unknown as Record<string, unknown>)['organization'];

const choose = (browser: LoginBrowser, page: TestPage, alias: string): Promise<TestPage> =>
  browser.post(formAction(page, FORM), { 'kc.org': alias });

test('Keycloak organization scope: a member of several chooses one, which the claim has', () =>
  run(async (browser) => {
    const page = await enter(browser, 'alice');
    assert.match(page.text, /data-page-id="login-select-organization"/);
    assert.match(page.text, /Select an organization to proceed:/);
    assert.match(page.text, /id="organization-acme"[^>]* value="acme"/);
    const password = await choose(browser, page, 'bolt');
    const done = await browser.post(formAction(password), { password: 'alice-password' });
    assert.deepEqual(await claimOf(browser, done), ['bolt']);
  }));

for (const isSignedIn of [false, true])
  test(`who has typed the wrong name ${isSignedIn ? 'or has a session ' : ''}can go back to another account`, () =>
    run(async (browser) => {
      if (isSignedIn) {
        const signIn = await enter(browser, 'alice', 'scope=openid');
        await browser.post(formAction(signIn), { password: 'alice-password' });
      }
      const page = isSignedIn ? await browser.open(QUERY) : await enter(browser, 'alice');
      assert.match(page.text, /id="kc-attempted-username" value="alice"/);
      const first = await browser.follow(await browser.get(linkTarget(page, 'reset-login')));
      assert.match(first.text, /id="username"/);
      const password = await browser.post(formAction(first), { username: 'bob' });
      assert.match(password.text, /id="kc-attempted-username" value="bob"/);
    }));

test('Keycloak organization scope: with a session the choice alone is asked, each time', () =>
  run(async (browser) => {
    const page = await enter(browser, 'alice', 'scope=openid');
    await browser.post(formAction(page), { password: 'alice-password' });
    for (const alias of ['acme', 'bolt']) {
      const choice = await browser.open(QUERY);
      assert.match(choice.text, /login-select-organization/);
      assert.deepEqual(await claimOf(browser, await choose(browser, choice, alias)), [alias]);
    }
    assert.equal((await browser.open(`${QUERY}&prompt=none`)).leadsTo['error'], 'login_required');
  }));

test('an organization of which the user is no member, or a disabled one, is refused', () =>
  run(async (browser) => {
    let page = await enter(browser, 'alice');
    for (const alias of ['shut', 'none', '', '__proto__']) {
      page = await choose(browser, page, alias);
      assert.match(page.text, /Choose one of your organizations\./, alias);
    }
    assert.equal(await browser.isSignedIn(), false);
  }));

for (const [username, scope] of [
  ['carl', 'organization'],
  ['bob', 'organization'],
  ['alice', 'organization:*'],
  ['alice', 'organization:acme'],
  ['alice', 'profile'],
] as const)
  test(`Keycloak organization scope: ${username} is not asked with scope ${scope}`, () =>
    run(async (browser) => {
      const page = await enter(browser, username, `scope=openid%20${scope}`);
      assert.match(page.text, /type="password"/);
    }));

test('Keycloak organization scope: the choice is in renewed tokens, too', () =>
  run(async (browser, { baseUrl }) => {
    const page = await choose(browser, await enter(browser, 'alice'), 'acme');
    const done = await browser.post(formAction(page), { password: 'alice-password' });
    const token = async (fields: Readonly<Record<string, string>>): Promise<Record<string, unknown>> => {
      const body = new URLSearchParams({ client_id: 'shop', ...fields });
      const url = `${baseUrl}/realms/r/protocol/openid-connect/token`;
      return (await (await fetch(url, { method: 'POST', body })).json()) as Record<string, unknown>;
    };
    const code = done.leadsTo['code'] ?? assert.fail();
    const redirect_uri = 'http://shop.test/callback';
    const first = await token({ grant_type: 'authorization_code', code, redirect_uri });
    const refresh_token = String(first['refresh_token']);
    const again = await token({ grant_type: 'refresh_token', refresh_token });
    for (const { access_token } of [first, again])
      assert.deepEqual(decodeJws(String(access_token))?.claims['organization'], ['acme']);
  }));
