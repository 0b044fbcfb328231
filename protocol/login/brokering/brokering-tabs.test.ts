import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beAt,
  buttonOf,
  chooseAt,
  giveDevice,
  linksOf,
  openStandIn,
  provider,
  signInAt,
  standInAction,
  withProviders,
} from '#protocol/broker/testing/brokering.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { formAction, type TestPage } from '../testing/browser.ts';
import { flowMembers } from '../testing/flows.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import type { LoginFixture } from '../testing/login-fixture.ts';

const ADA = { person: 'other', email: 'ada@example.com' };

const withIdp = (
  run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
  changes: Partial<RealmRepresentation> = {},
  members: Readonly<Record<string, unknown>> = {},
) => withProviders([provider('idp', 'google', {}, members)], run, changes);

const findAda = ({ store }: LoginFixture) => store.users.findByEmail('r-id', ADA.email);

const isSignInPage = ({ text }: TestPage) => text.includes('id="kc-form-login"');

test('Keycloak identity brokering: a person who refuses at the provider sees the sign-in page with its message', () =>
  withIdp(async (_fixture, browser) => {
    const page = await beAt(browser, await openStandIn(browser, 'idp'), { person: 'refuse' });
    assert.ok(isSignInPage(page));
    assert.match(page.text, /Access denied when authenticating with Google/);
    assert.ok(
      (await beAt(browser, await browser.follow(await browser.get(buttonOf(page, 'idp'))), ADA)).leadsTo[
        'code'
      ],
    );
  }));

test('Keycloak identity brokering: the same answer twice at once signs in once', () =>
  withIdp(async (fixture, browser) => {
    const back = await browser.post(standInAction(await openStandIn(browser, 'idp')), ADA);
    const location = back.headers.get('location') ?? '';
    const answers = await Promise.all([browser.get(location), browser.get(location)]);
    assert.equal(answers.filter(({ leadsTo }) => leadsTo['code'] !== undefined).length, 1);
    assert.equal(await fixture.store.users.count('r-id', {}), 5);
  }));

test('RFC 6749 §10.12: an answer with another state, or of another tab, is refused', () =>
  withIdp(async (_fixture, browser) => {
    const back = await browser.post(standInAction(await openStandIn(browser, 'idp')), ADA);
    const url = new URL(back.headers.get('location') ?? '');
    const state = url.searchParams.get('state') ?? '';
    url.searchParams.set('state', `x${state}`);
    const wrong = await browser.get(url.href);
    assert.equal(wrong.leadsTo['code'], undefined);
    url.searchParams.delete('state');
    assert.match((await browser.get(url.href)).text, /Missing state parameter in response/);
  }));

test('Keycloak identity brokering: an answer that arrives in another browser is refused', () =>
  withIdp(async (fixture, browser) => {
    const back = await browser.post(standInAction(await openStandIn(browser, 'idp')), ADA);
    const answer = await fixture.browser().get(back.headers.get('location') ?? '');
    assert.ok(answer.status >= 400);
    assert.equal(await findAda(fixture), undefined);
  }));

test('Keycloak post broker login: each sign-in runs the flow, which can ask for a one-time code', () =>
  withIdp(
    async (fixture, browser) => {
      assert.ok((await signInAt(browser, 'idp', ADA.email)).leadsTo['code']);
      const { id = '' } = (await findAda(fixture)) ?? {};
      await giveDevice(fixture, id);
      const other = fixture.browser();
      const page = await signInAt(other, 'idp', ADA.email);
      assert.match(page.text, /id="kc-otp-login-form"/);
      assert.equal(await other.isSignedIn(), false);
    },
    flowsNamed([
      'allow-access-authenticator REQUIRED',
      ['otp CONDITIONAL', ['conditional-user-configured REQUIRED', 'auth-otp-form REQUIRED']],
    ]),
    { postBrokerLoginFlowAlias: 'mine' },
  ));

test('Keycloak post broker login: a required one-time code is set up by users who have none', () =>
  withIdp(
    async (_fixture, browser) => {
      const page = await signInAt(browser, 'idp', ADA.email);
      assert.equal(page.leadsTo['code'], undefined);
      assert.match(page.text, /id="kc-totp-settings-form"/);
      assert.equal(await browser.isSignedIn(), false);
    },
    flowsNamed(['auth-otp-form REQUIRED']),
    { postBrokerLoginFlowAlias: 'mine' },
  ));

test('Keycloak post broker login: a flow that denies ends the sign-in', () =>
  withIdp(
    async (_fixture, browser) => {
      const page = await signInAt(browser, 'idp', ADA.email);
      assert.match(page.text, /Not today/);
      assert.equal(await browser.isSignedIn(), false);
    },
    flowsNamed(['deny-access-authenticator REQUIRED denyErrorMessage=Not today']),
    { postBrokerLoginFlowAlias: 'mine' },
  ));

/** A flow `mine`, which the realm does not use for sign-ins in the browser. */
function flowsNamed(steps: Parameters<typeof flowMembers>[0]): Partial<RealmRepresentation> {
  const { browserFlow: _mine, ...flows } = flowMembers(steps);
  return flows;
}

test('Keycloak first broker login: required actions and consent follow', () =>
  withIdp(
    async (_fixture, browser) => {
      const standIn = await browser.follow(
        await browser.get(buttonOf(await browser.open('client_id=asking'), 'idp')),
      );
      const terms = await beAt(browser, standIn, ADA);
      assert.match(terms.text, /id="kc-terms-form"|name="accept"/);
      const consent = await browser.follow(
        await browser.post(formAction(terms, 'kc-terms-form'), { accept: 'true' }),
      );
      assert.match(consent.text, /data-page-id="login-login-oauth-grant"/);
    },
    { requiredActions: [{ alias: 'TERMS_AND_CONDITIONS', enabled: true, defaultAction: true }] },
  ));

test('Keycloak trustEmail: a new user of a trusted provider has a verified address, and of any other one none', () =>
  withProviders(
    [provider('trusted', 'google', {}, { trustEmail: true }), provider('other', 'google')],
    async (fixture, browser) => {
      await signInAt(browser, 'trusted', 'ada@example.com');
      await signInAt(fixture.browser(), 'other', 'ben@example.com');
      const { users } = fixture.store;
      assert.equal((await users.findByEmail('r-id', 'ada@example.com'))?.emailVerified, true);
      assert.notEqual((await users.findByEmail('r-id', 'ben@example.com'))?.emailVerified, true);
    },
  ));

for (const [syncMode, name] of [
  ['FORCE', 'Ada'],
  ['IMPORT', 'Changed'],
] as const)
  test(`Keycloak syncMode ${syncMode}: at the next sign-in, the first name is ${name}`, () =>
    withProviders([provider('idp', 'google', { syncMode })], async (fixture, browser) => {
      await signInAt(browser, 'idp', ADA.email);
      const { id = '' } = (await findAda(fixture)) ?? {};
      await fixture.store.users.update('r-id', id, (user) => ({ ...user, firstName: 'Changed' }));
      await signInAt(fixture.browser(), 'idp', ADA.email);
      assert.equal((await findAda(fixture))?.firstName, name);
    }));

test('Keycloak brute force: a sign-in through a provider neither counts nor clears failures', () =>
  withIdp(
    async (fixture, browser) => {
      await signInAt(browser, 'idp', ADA.email);
      const { username = '' } = (await findAda(fixture)) ?? {};
      const guesser = fixture.browser();
      const guess = async () =>
        guesser.post(formAction(await guesser.open()), { username, password: 'guess' });
      await guess();
      await beAt(browser, await openStandIn(fixture.browser(), 'idp'), { person: 'refuse' });
      const other = fixture.browser();
      assert.ok((await signInAt(other, 'idp', ADA.email)).leadsTo['code']);
      await guess();
      assert.equal((await signInAt(fixture.browser(), 'idp', ADA.email)).leadsTo['code'], undefined);
    },
    { bruteForceProtected: true, failureFactor: 2 },
  ));

test('first broker login: a link of a user who was removed begins again', () =>
  withIdp(async (fixture, browser) => {
    const page = await chooseAt(browser, await signInAt(browser, 'idp', 'alice@example.test'));
    await fixture.store.users.remove('r-id', 'alice-id');
    const answer = await browser.follow(await browser.post(formAction(page), { password: 'alice-password' }));
    assert.ok(answer.status < 500);
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'idp'), []);
  }));
