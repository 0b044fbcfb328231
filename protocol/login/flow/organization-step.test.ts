import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction, type TestPage } from '../testing/browser.ts';
import { flowMembers } from '../testing/flows.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import { withLogin } from '../testing/login-fixture.ts';
import { ORGANIZATIONS } from '../testing/organizations.ts';

const flow = (settings = '') =>
  flowMembers([
    'auth-cookie ALTERNATIVE',
    `organization ALTERNATIVE${settings}`,
    ['forms ALTERNATIVE', ['auth-username-password-form REQUIRED']],
  ]);

const MEMBERS_ONLY = ' requiresUserMembership=true';

const enter = async (browser: LoginBrowser, username: string, scope: string): Promise<TestPage> =>
  browser.post(formAction(await browser.open(`scope=openid%20${scope}`)), { username });

const run = (settings: string, use: (browser: LoginBrowser) => Promise<void>) =>
  withLogin((_fixture, browser) => use(browser), { ...ORGANIZATIONS, ...flow(settings) });

for (const [username, scope, message] of [
  ['bob', 'organization:acme', 'User is not a member of the organization Acme Inc'],
  ['carl', 'organization:bolt', 'User is not a member of the organization Bolt'],
  ['bob', 'organization', 'User is not a member of any organization'],
] as const)
  test(`Keycloak requiresUserMembership: ${username} is refused for ${scope}`, () =>
    run(MEMBERS_ONLY, async (browser) => {
      const page = await enter(browser, username, scope);
      assert.equal(page.status, 403);
      assert.match(page.text, new RegExp(`${message}<`));
    }));

test('Keycloak requiresUserMembership: members go on, and without the setting all users', () =>
  run(MEMBERS_ONLY, async (browser) => {
    assert.match((await enter(browser, 'carl', 'organization:acme')).text, /type="password"/);
    assert.match((await enter(browser, 'alice', 'organization')).text, /login-select-organization/);
  }).then(() =>
    run('', async (browser) =>
      assert.match((await enter(browser, 'bob', 'organization:acme')).text, /type="password"/),
    ),
  ));

test('Keycloak organization scope: a request for one organization offers its providers at once', () =>
  run('', async (browser) => {
    const page = await browser.open('scope=openid%20organization:bolt');
    assert.match(page.text, /social-bolt-idp/);
    assert.doesNotMatch(page.text, /social-realm-idp|do not have an account/);
  }));

test('OIDC Core §3.1.2.1 prompt=login: a user with a session is known, and is not asked for the name', () =>
  run('', async (browser) => {
    await browser.post(formAction(await enter(browser, 'bob', 'profile')), { password: 'secret' });
    const again = await browser.open('prompt=login');
    assert.match(again.text, /id="kc-attempted-username" value="bob"/);
  }));

test('the steps are not run twice: after the password, the organization is not asked again', () =>
  run('', async (browser) => {
    const page = await enter(browser, 'carl', 'organization');
    const done = await browser.post(formAction(page), { password: 'secret' });
    assert.equal(await browser.usernameOf(done), 'carl');
  }));
