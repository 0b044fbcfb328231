import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chooseAt,
  linksOf,
  provider,
  review,
  signInAt,
  withFirstLogin,
  withProviders,
} from '#protocol/broker/testing/brokering.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { formAction } from '../testing/browser.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import type { LoginFixture } from '../testing/login-fixture.ts';

const ALICE = 'alice@example.test';
const REVIEW_FORM = 'kc-idp-review-profile-form';
const PROFILE = { username: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'M' };
const REVIEWING = [
  'idp-review-profile REQUIRED update.profile.on.first.login=on',
  'idp-create-user-if-unique REQUIRED',
];

const withIdp = (
  run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
  changes: Partial<RealmRepresentation> = {},
) => withProviders([provider('idp', 'google'), provider('hub', 'github')], run, changes);

test('Keycloak first broker login: an existing account by e-mail is confirmed, and linked with the password', () =>
  withIdp(async (fixture, browser) => {
    const page = await signInAt(browser, 'idp', ALICE);
    assert.match(page.text, /User with email alice@example\.test already exists/i);
    const password = await chooseAt(browser, page);
    assert.match(password.text, /Authenticate to link your account with Google/);
    assert.doesNotMatch(password.text, /id="social-/);
    const wrong = await browser.post(formAction(password), { password: 'wrong' });
    assert.match(wrong.text, /Invalid (username or )?password\./);
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'idp'), []);
    const done = await browser.post(formAction(wrong), { password: 'alice-password' });
    assert.equal(await browser.usernameOf(await browser.follow(done)), 'alice');
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'idp'), [ALICE]);
  }));

test('Keycloak first broker login: an existing account by user name is confirmed, too', () =>
  withIdp(async (fixture, browser) => {
    const page = await signInAt(browser, 'hub', 'bob@elsewhere.test');
    assert.match(page.text, /User with username bob already exists/i);
    const password = await chooseAt(browser, page);
    const done = await browser.post(formAction(password), { password: 'bob-password' });
    assert.equal(await browser.usernameOf(await browser.follow(done)), 'bob');
    assert.deepEqual(await linksOf(fixture, 'bob-id', 'hub'), ['bob']);
  }));

test('Keycloak brute force: a user who is locked is not linked by the right password', () =>
  withIdp(
    async (fixture, browser) => {
      let page = await chooseAt(browser, await signInAt(browser, 'idp', ALICE));
      for (let attempt = 0; attempt < 3; attempt += 1)
        page = await browser.post(formAction(page), { password: 'wrong' });
      const answer = await browser.post(formAction(page), { password: 'alice-password' });
      assert.equal(answer.leadsTo['code'], undefined);
      assert.deepEqual(await linksOf(fixture, 'alice-id', 'idp'), []);
    },
    { bruteForceProtected: true, failureFactor: 2 },
  ));

test('Keycloak idp-confirm-link: "Review profile" leads to the profile, and another address makes a new user', () =>
  withIdp(async (fixture, browser) => {
    const page = await chooseAt(browser, await signInAt(browser, 'idp', ALICE), 'updateProfile');
    const done = await review(browser, page, PROFILE);
    assert.equal(await browser.usernameOf(await browser.follow(done)), 'ada');
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'idp'), []);
    const ada = await fixture.store.users.findByUsername('r-id', 'ada');
    assert.equal(ada?.email, 'ada@example.com');
    assert.notEqual(ada?.emailVerified, true);
  }));

test('Keycloak idp-confirm-link: an answer that is none of the buttons is explained', () =>
  withIdp(async (fixture, browser) => {
    const page = await signInAt(browser, 'idp', ALICE);
    const again = await browser.post(formAction(page, 'kc-register-form'), { submitAction: 'both' });
    assert.match(again.text, /Choose one of the two buttons\./);
    assert.match(
      fixture.activity.list({}).records[0]?.refusal?.reason ?? '',
      /field submitAction is neither linkAccount nor updateProfile/,
    );
    assert.match((await chooseAt(browser, again)).text, /id="kc-form-login"/);
  }));

for (const [name, change, message] of [
  ['an invalid address', { email: 'x@@y' }, /Invalid email address\./],
  ['no user name', { username: ' ' }, /Please specify username\./],
  ['a user name that is too short', { username: 'a' }, /Length must be between/],
] as const)
  test(`Keycloak idp-review-profile: ${name} is refused at its field, and nobody is made`, () =>
    withFirstLogin(REVIEWING, async (fixture, browser) => {
      const page = await signInAt(browser, 'idp', 'ada@example.com');
      const again = await review(browser, page, { ...PROFILE, ...change });
      assert.match(again.text, message);
      assert.match(again.text, /name="firstName"[^>]* value="Ada"/);
      assert.equal(await fixture.store.users.count('r-id', {}), 4);
      assert.ok((await browser.follow(await review(browser, again, PROFILE))).leadsTo['code']);
    }));

test('Keycloak idp-review-profile: an address that was cleared is required, and a changed one is not verified', () =>
  withFirstLogin(
    REVIEWING,
    async ({ store }, browser) => {
      const page = await signInAt(browser, 'idp', 'ada@example.com');
      const again = await review(browser, page, { ...PROFILE, email: '' });
      assert.match(again.text, /Please specify email\./);
      await browser.follow(await review(browser, again, { ...PROFILE, email: 'new@example.com' }));
      const ada = await store.users.findByUsername('r-id', 'ada');
      assert.equal(ada?.email, 'new@example.com');
      assert.notEqual(ada?.emailVerified, true);
    },
    {
      identityProviders: [provider('idp', 'google', {}, { trustEmail: true })],
    } as Partial<RealmRepresentation>,
  ));

test('first broker login: the same form submitted twice at once makes one user', () =>
  withFirstLogin(REVIEWING, async (fixture, browser) => {
    const page = await signInAt(browser, 'idp', 'ada@example.com');
    const action = formAction(page, REVIEW_FORM);
    const answers = await Promise.all([browser.post(action, PROFILE), browser.post(action, PROFILE)]);
    assert.equal(answers.filter(({ leadsTo }) => leadsTo['code'] !== undefined).length, 1);
    assert.equal(await fixture.store.users.count('r-id', {}), 5);
  }));

test('first broker login: a form of an earlier page, or without a session code, is refused', () =>
  withIdp(async (_fixture, browser) => {
    const page = await signInAt(browser, 'idp', ALICE);
    const action = formAction(page, 'kc-register-form');
    await chooseAt(browser, page);
    assert.match((await browser.post(action, { submitAction: 'linkAccount' })).text, /Page has expired/);
    const bare = action.replace(/session_code=[^&]*&/, '');
    assert.match((await browser.post(bare, { submitAction: 'linkAccount' })).text, /Page has expired/);
  }));

test('first broker login: a form without its page, before any provider was asked, is refused', () =>
  withIdp(async (_fixture, browser) => {
    const action = formAction(await browser.open()).replace('authenticate', 'first-broker-login');
    assert.match((await browser.post(action, { submitAction: 'linkAccount' })).text, /Page has expired/);
  }));

test('first broker login: another browser does not continue the tab', () =>
  withIdp(async (fixture, browser) => {
    const page = await signInAt(browser, 'idp', ALICE);
    const other = await fixture
      .browser()
      .post(formAction(page, 'kc-register-form'), { submitAction: 'linkAccount' });
    assert.ok(other.status >= 400);
    assert.match((await chooseAt(browser, page)).text, /id="kc-form-login"/);
  }));

test('first broker login: two tabs of one browser do not disturb each other', () =>
  withIdp(async (fixture, browser) => {
    const first = await signInAt(browser, 'idp', ALICE);
    const second = await signInAt(browser, 'hub', 'bob@elsewhere.test');
    const password = await chooseAt(browser, first);
    const done = await browser.post(formAction(password), { password: 'alice-password' });
    assert.equal(await browser.usernameOf(await browser.follow(done)), 'alice');
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'idp'), [ALICE]);
    const other = await chooseAt(browser, second);
    const bob = await browser.post(formAction(other), { password: 'bob-password' });
    assert.equal(await browser.usernameOf(await browser.follow(bob)), 'bob');
  }));
