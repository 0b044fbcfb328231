import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOrganizations } from '#protocol/realm/view/organizations.ts';
import { formAction, type TestPage } from '../testing/browser.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import { type LoginFixture, withLogin } from '../testing/login-fixture.ts';
import { ORGANIZATIONS, organizationProvider } from '../testing/organizations.ts';

/** The person with the address comes back from the stand-in of the provider. */
async function comeBack(
  browser: LoginBrowser,
  page: TestPage,
  email: string,
  person = 'other',
): Promise<TestPage> {
  const standIn = await browser.follow(page);
  const action = /<form method="post" action="([^"]*)"/.exec(standIn.text)?.[1]?.replaceAll('&amp;', '&');
  if (action === undefined) throw new TypeError(`the page is not of a stand-in: ${standIn.text}`);
  return browser.follow(await browser.post(action, { person, email }));
}

const enter = async (browser: LoginBrowser, username: string): Promise<TestPage> =>
  browser.post(formAction(await browser.open('scope=openid%20organization')), { username });

async function membershipOf({ store }: LoginFixture, email: string, alias: string): Promise<unknown> {
  const user = await store.users.findByEmail('r-id', email);
  const stored = (await store.realms.find('r')) ?? assert.fail();
  const organization = listOrganizations({ stored }).find((each) => each.alias === alias);
  return organization?.members.get(user?.username ?? '');
}

test('Keycloak idp-add-organization-member: a new user of the provider is a managed member, with the claim', () =>
  withLogin(async (fixture, browser) => {
    const done = await comeBack(browser, await enter(browser, 'new@acme.test'), 'new@acme.test');
    const claims = (await browser.idToken(done)) as unknown as Record<string, unknown>;
    assert.deepEqual(claims['organization'], ['acme']);
    assert.equal(await membershipOf(fixture, 'new@acme.test', 'acme'), 'MANAGED');
    const again = await enter(fixture.browser(), 'new@acme.test');
    assert.match(again.headers.get('location') ?? '', /\/broker\/acme-idp\/login\?/);
  }, ORGANIZATIONS));

test('Keycloak organizations: an address of another domain must be corrected first', () =>
  withLogin(async (fixture, browser) => {
    const form = 'kc-idp-review-profile-form';
    const page = await comeBack(browser, await enter(browser, 'new@acme.test'), 'new@other.test');
    assert.match(page.text, /idp-review-user-profile/);
    const profile = { username: 'newcomer', firstName: 'New', lastName: 'Comer' };
    const wrong = await browser.post(formAction(page, form), { ...profile, email: 'new@other.test' });
    assert.match(wrong.text, /Use an email address of the organization Acme Inc\./);
    const done = await browser.post(formAction(wrong, form), { ...profile, email: 'new@acme.test' });
    assert.ok(done.leadsTo['code'], done.text);
    assert.equal(await membershipOf(fixture, 'new@acme.test', 'acme'), 'MANAGED');
  }, ORGANIZATIONS));

test('Keycloak organizations: users of a provider of the realm become no members', () =>
  withLogin(async (fixture, browser) => {
    const first = await browser.open('kc_idp_hint=realm-idp');
    assert.ok((await comeBack(browser, first, 'x@acme.test')).leadsTo['code']);
    assert.equal(await membershipOf(fixture, 'x@acme.test', 'acme'), undefined);
  }, ORGANIZATIONS));

test('Keycloak organizations: without the step, no one becomes a member', () =>
  withLogin(
    async (fixture, browser) => {
      const done = await comeBack(browser, await enter(browser, 'new@acme.test'), 'new@acme.test');
      assert.ok(done.leadsTo['code'], done.text);
      assert.equal(await membershipOf(fixture, 'new@acme.test', 'acme'), undefined);
    },
    {
      ...ORGANIZATIONS,
      authenticationFlows: [
        {
          alias: 'short',
          providerId: 'basic-flow',
          topLevel: true,
          authenticationExecutions: [
            { authenticator: 'idp-create-user-if-unique', requirement: 'REQUIRED', priority: 10 },
          ],
        },
      ],
      identityProviders: [
        organizationProvider(
          'acme-idp',
          { 'kc.org.domain': 'acme.test', 'kc.org.broker.redirect.mode.email-matches': 'true' },
          { firstBrokerLoginFlowAlias: 'short' },
        ),
      ],
    } as never,
  ));

test('a provider that refuses leads back to the page that asks for the name', () =>
  withLogin(async (_fixture, browser) => {
    const page = await comeBack(browser, await enter(browser, 'new@acme.test'), '', 'refuse');
    assert.match(page.text, /data-page-id="login-login-username"/);
    assert.match(page.text, /Access denied when authenticating with/);
    const again = await browser.post(formAction(page), { username: 'new@acme.test' });
    assert.match(again.headers.get('location') ?? '', /\/broker\/acme-idp\/login\?/);
  }, ORGANIZATIONS));
