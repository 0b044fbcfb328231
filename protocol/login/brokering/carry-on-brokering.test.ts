import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chooseAt,
  linksOf,
  openStandIn,
  provider,
  review,
  signInAt,
  standInAction,
  withFirstLogin,
  withProviders,
} from '#protocol/broker/testing/brokering.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { formAction } from '../testing/browser.ts';
import { flowMembers } from '../testing/flows.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import type { LoginFixture } from '../testing/login-fixture.ts';
import { isBrokeringAsked } from './carry-on-brokering.ts';

const ADA = { person: 'other', email: 'ada@example.com' };

test('pages are shown, and what a provider is needed for is done without one', () => {
  assert.equal(isBrokeringAsked({ next: 'provider', alias: 'idp' }), true);
  assert.equal(isBrokeringAsked({ next: 'username', key: 'k', others: [] }), false);
});

test('Keycloak events: a new user is REGISTER and LOGIN, with the provider', () =>
  withProviders([provider('idp', 'google')], async ({ activity }, browser) => {
    const seen: string[] = [];
    activity.observe((recorded) => {
      for (const { kind, error, details = {} } of userEventsOf(recorded, undefined))
        seen.push([kind, error, details['register_method'] ?? ''].filter((part) => part !== '').join(' '));
    });
    await signInAt(browser, 'idp', ADA.email);
    assert.deepEqual(seen, ['LOGIN', 'REGISTER broker']);
  }));

test('first broker login: two browsers with the same new person at once make one user', () =>
  withProviders([provider('idp', 'google')], async (fixture) => {
    const browsers = [fixture.browser(), fixture.browser()];
    const backs = await Promise.all(
      browsers.map(async (browser) => {
        const back = await browser.post(standInAction(await openStandIn(browser, 'idp')), ADA);
        return { browser, location: back.headers.get('location') ?? '' };
      }),
    );
    const answers = await Promise.all(
      backs.map(async ({ browser, location }) => browser.follow(await browser.get(location))),
    );
    for (const { leadsTo, text } of answers) assert.ok(leadsTo['code'] !== undefined, text);
    assert.equal(await fixture.store.users.count('r-id', {}), 5);
  }));

const REVIEWING = [
  'idp-review-profile REQUIRED update.profile.on.first.login=on',
  'idp-create-user-if-unique REQUIRED',
];
const PROFILE = { username: 'ada', email: ADA.email, firstName: 'Ada', lastName: 'L' };

for (const [title, entered] of [
  ['with the same name', PROFILE],
  ['with another name and address', { ...PROFILE, username: 'ada2', email: 'ada2@example.com' }],
] as const)
  test(`first broker login: a person who has become a user in another browser meanwhile is that user, ${title}`, () =>
    withFirstLogin(REVIEWING, async (fixture, browser) => {
      const page = await signInAt(browser, 'idp', ADA.email);
      const other = fixture.browser();
      const done = await review(other, await signInAt(other, 'idp', ADA.email), PROFILE);
      assert.equal(await other.usernameOf(await other.follow(done)), 'ada');
      const late = await review(browser, page, entered);
      assert.equal(await browser.usernameOf(await browser.follow(late)), 'ada');
      assert.equal(await fixture.store.users.count('r-id', {}), 5);
    }));

test('first broker login: a person who has become a user meanwhile, who is disabled, is refused', () =>
  withFirstLogin(REVIEWING, async (fixture, browser) => {
    const page = await signInAt(browser, 'idp', ADA.email);
    const other = fixture.browser();
    await other.follow(await review(other, await signInAt(other, 'idp', ADA.email), PROFILE));
    const { id = '' } = (await fixture.store.users.findByUsername('r-id', 'ada')) ?? {};
    await fixture.store.users.update('r-id', id, (user) => ({ ...user, enabled: false }));
    const late = await browser.follow(await review(browser, page, PROFILE));
    assert.equal(late.leadsTo['code'], undefined);
    assert.match(late.text, /Account is disabled, contact your administrator\./);
  }));

test('first broker login: an account that another user is linked with meanwhile is refused by Keycloak’s message', () =>
  withProviders([provider('idp', 'google')], async (fixture, browser) => {
    const password = await chooseAt(browser, await signInAt(browser, 'idp', 'alice@example.test'));
    const other = fixture.browser();
    const again = await chooseAt(other, await signInAt(other, 'idp', 'alice@example.test'), 'updateProfile');
    await other.follow(await review(other, again, PROFILE));
    const late = await browser.follow(
      await browser.post(formAction(password), { password: 'alice-password' }),
    );
    assert.equal(late.status, 400);
    assert.match(late.text, /Federated identity returned by idp is already linked to another user\./);
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'idp'), []);
    const { refusal } = fixture.activity.list({}).records.find((each) => each.refusal !== undefined) ?? {};
    assert.match(refusal?.remedy ?? '', /remove the link of user ada/);
  }));

test('Keycloak require.password.update.after.registration: a new user chooses a password', () =>
  withFirstLogin(
    ['idp-create-user-if-unique REQUIRED require.password.update.after.registration=true'],
    async (_fixture, browser) => {
      const page = await signInAt(browser, 'idp', ADA.email);
      assert.match(page.text, /id="kc-passwd-update-form"/);
    },
  ));

/** Where the browser is sent, or what it sees. */
async function opened(browser: LoginBrowser, query: string): Promise<string> {
  const page = await browser.open(query);
  const location = page.headers.get('location');
  if (location === null) return /id="kc-form-login"/.test(page.text) ? 'sign-in page' : page.text;
  return new URL(location).pathname;
}

const HINTED = [
  provider('idp', 'google'),
  provider('hidden', 'google', {}, { hideOnLogin: true }),
  provider('off', 'google', {}, { enabled: false }),
  provider('links', 'google', {}, { linkOnly: true }),
];

for (const [hint, expected] of [
  ['idp', '/realms/r/broker/idp/login'],
  ['hidden', '/realms/r/broker/hidden/login'],
  ['off', 'sign-in page'],
  ['links', 'sign-in page'],
  ['none', 'sign-in page'],
  ['', 'sign-in page'],
] as const)
  test(`Keycloak kc_idp_hint: "${hint}" leads to ${expected}`, () =>
    withProviders(HINTED, async (_fixture, browser) => {
      assert.equal(await opened(browser, `kc_idp_hint=${hint}`), expected);
    }));

const REDIRECTING = flowMembers([
  'auth-cookie ALTERNATIVE',
  'identity-provider-redirector ALTERNATIVE defaultProvider=idp',
  'auth-username-password-form ALTERNATIVE',
]);

const withDefault = (run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>) =>
  withProviders(HINTED, run, REDIRECTING as Partial<RealmRepresentation>);

test('Keycloak identity-provider-redirector: the default provider is asked, unless the hint is empty or another', () =>
  withDefault(async (_fixture, browser) => {
    assert.equal(await opened(browser, ''), '/realms/r/broker/idp/login');
    assert.equal(await opened(browser, 'kc_idp_hint='), 'sign-in page');
    assert.equal(await opened(browser, 'kc_idp_hint=hidden'), '/realms/r/broker/hidden/login');
  }));

test('OIDC Core §3.1.2.1: with prompt=none, no provider is asked', () =>
  withDefault(async (_fixture, browser) => {
    const { leadsTo } = await browser.open('prompt=none');
    assert.equal(leadsTo['error'], 'login_required');
  }));

const FORWARDING = [
  provider('idp', 'google', { acceptsPromptNoneForwardFromClient: 'true' }),
  provider('other', 'google'),
];

const withForwarding = (run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>) =>
  withProviders(FORWARDING, run, REDIRECTING as Partial<RealmRepresentation>);

test('Keycloak: prompt=none is passed on to a provider that accepts it, and login_required comes back', () =>
  withForwarding(async (_fixture, browser) => {
    const sent = await browser.follow(await browser.open('prompt=none'));
    assert.equal(sent.leadsTo['error'], 'login_required');
    assert.equal(sent.leadsTo['code'], undefined);
  }));

test('Keycloak: prompt=none is not passed on to a provider that does not accept it, or to none', () =>
  withForwarding(async (_fixture, browser) => {
    for (const hint of ['other', ''])
      assert.equal(
        (await browser.open(`prompt=none&kc_idp_hint=${hint}`)).leadsTo['error'],
        'login_required',
      );
  }));

test('Keycloak identity-provider-redirector: after a refusal the person sees the sign-in page, not the provider', () =>
  withDefault(async (_fixture, browser) => {
    const standIn = await browser.follow(await browser.open());
    const page = await browser.follow(await browser.post(standInAction(standIn), { person: 'refuse' }));
    assert.match(page.text, /Access denied when authenticating with Google/);
    assert.match(page.text, /id="kc-form-login"/);
  }));
