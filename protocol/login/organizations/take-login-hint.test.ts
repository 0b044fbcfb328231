import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction, linkTarget } from '../testing/browser.ts';
import { withLogin } from '../testing/login-fixture.ts';
import { ORGANIZATIONS } from '../testing/organizations.ts';

test('OIDC Core §3.1.2.1 login_hint: a known name is not asked again, and can be changed', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open('login_hint=bob');
    assert.match(page.text, /id="kc-attempted-username" value="bob"/);
    assert.doesNotMatch(page.text, /re-authenticate/i);
    const other = await browser.follow(await browser.get(linkTarget(page, 'reset-login')));
    assert.match(other.text, /data-page-id="login-login-username"/);
    assert.match(other.text, /name="username" value="bob"/);
  }, ORGANIZATIONS));

test('Keycloak organizations: an address in login_hint leads to the organization’s provider at once', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open('login_hint=x@acme.test');
    assert.match(page.headers.get('location') ?? '', /\/broker\/acme-idp\/login\?/);
  }, ORGANIZATIONS));

test('OIDC Core §3.1.2.1 login_hint: with a session it changes nothing', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open('login_hint=bob');
    await browser.post(formAction(page), { password: 'secret' });
    assert.equal(await browser.usernameOf(await browser.open('login_hint=x@acme.test')), 'bob');
  }, ORGANIZATIONS));

for (const hint of ['dora', ' ', 'service-account-none'])
  test(`OIDC Core §3.1.2.1 login_hint: no one is signed in by "${hint}"`, () =>
    withLogin(async (_fixture, browser) => {
      const page = await browser.open(`login_hint=${encodeURIComponent(hint)}`);
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.text, /kc-attempted-username/);
    }, ORGANIZATIONS));
