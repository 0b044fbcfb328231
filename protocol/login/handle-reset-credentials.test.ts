import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { formAction, linkTarget, type TestPage } from './testing/browser.ts';
import type { LoginBrowser } from './testing/login-browser.ts';
import { type LoginFixture, withLogin } from './testing/login-fixture.ts';
import { linksTo, newestLink } from './testing/sent-links.ts';

const ALLOWED: Partial<RealmRepresentation> = { resetPasswordAllowed: true };
const ALICE = 'alice@example.test';
const FORM = 'kc-reset-password-form';
const PASSWORD_FORM = 'kc-passwd-update-form';
const NEW_PASSWORD = { 'password-new': 'brand-new', 'password-confirm': 'brand-new' };
const SENT = 'You should receive an email shortly with further instructions.';

async function openForm(browser: LoginBrowser, query = ''): Promise<TestPage> {
  return browser.get(linkTarget(await browser.open(query), 'kc-forgot-password'));
}

async function ask(browser: LoginBrowser, username: string, query = ''): Promise<TestPage> {
  const page = await openForm(browser, query);
  return browser.follow(await browser.post(formAction(page, FORM), { username }));
}

const refusalOf = ({ activity }: LoginFixture) =>
  activity.list({}).records.find(({ refusal }) => refusal !== undefined)?.refusal;

test('Keycloak login theme: the sign-in page has the link only if the realm allows it', async () => {
  await withLogin(async (_fixture, browser) => {
    assert.doesNotMatch((await browser.open()).text, /Forgot Password/);
  });
  await withLogin(async (_fixture, browser) => {
    assert.match((await browser.open()).text, />Forgot Password\?<\/a>/);
    const page = await openForm(browser, 'login_hint=alice');
    assert.match(page.text, /data-page-id="login-login-reset-password"/);
    assert.match(page.text, /id="username" name="username" value="alice"/);
    assert.match((await browser.get(linkTarget(page, 'kc-back-to-login'))).text, /id="kc-form-login"/);
  }, ALLOWED);
});

test('forgotten password: the link leads to a new password, then the sign-in that began it goes on', () =>
  withLogin(async (fixture, browser) => {
    const page = await ask(browser, 'alice', 'state=of-the-application');
    assert.match(page.text, new RegExp(SENT));
    assert.match(page.text, /id="kc-form-login"/);
    const change = await browser.follow(await browser.get(await newestLink(fixture, ALICE)));
    assert.match(change.text, /You need to change your password\./);
    const answer = await browser.post(formAction(change, PASSWORD_FORM), NEW_PASSWORD);
    assert.equal(answer.leadsTo['state'], 'of-the-application');
    assert.equal(await browser.usernameOf(answer), 'alice');
    const later = fixture.browser();
    assert.equal((await later.signIn(await later.open(), 'alice', 'alice-password')).status, 200);
    assert.equal((await later.signIn(await later.open(), 'alice', 'brand-new')).status, 302);
  }, ALLOWED));

test('forgotten password: another browser gets the new-password page and an info page, and no session', () =>
  withLogin(async (fixture, browser) => {
    await ask(browser, 'ALICE@example.test');
    const other = fixture.browser();
    const change = await other.follow(await other.get(await newestLink(fixture, ALICE)));
    const done = await other.post(formAction(change, PASSWORD_FORM), NEW_PASSWORD);
    assert.match(done.text, /Your account has been updated\./);
    assert.equal(linkTarget(done, 'backToApplication'), 'http://shop.test/home');
    assert.equal(await other.isSignedIn(), false);
    const answer = await browser.signIn(await browser.open(), 'alice', 'brand-new');
    assert.equal(await browser.usernameOf(answer), 'alice');
  }, ALLOWED));

test('forgotten password: the link works once, also for a page that another browser has open', () =>
  withLogin(async (fixture, browser) => {
    await ask(browser, 'alice');
    const link = await newestLink(fixture, ALICE);
    const other = fixture.browser();
    const early = await other.follow(await other.get(link));
    const change = await browser.follow(await browser.get(link));
    await browser.post(formAction(change, PASSWORD_FORM), NEW_PASSWORD);
    const attack = { 'password-new': 'attack', 'password-confirm': 'attack' };
    const late = await other.post(formAction(early, PASSWORD_FORM), attack);
    assert.match(late.text, /Action expired\. Please continue with login now\./);
    for (const visitor of [browser, fixture.browser()]) {
      const page = await visitor.get(link);
      assert.equal(page.status, 400);
      assert.match(page.text, /Action expired\. Please continue with login now\./);
    }
    assert.match(refusalOf(fixture)?.reason ?? '', /used before/);
    const later = fixture.browser();
    assert.equal((await later.signIn(await later.open(), 'alice', 'brand-new')).status, 302);
  }, ALLOWED));

for (const [name, username, why] of [
  ['an unknown user', 'nobody', /has no user "nobody"/],
  ['an unknown address', 'nobody@example.test', /has no user "nobody@example.test"/],
  ['a disabled user', 'dora', /dora is disabled/],
  ['a user without an address', 'bob', /bob has no e-mail address/],
  ['markup', '<b>x</b>', /has no user "<b>x<\/b>"/],
  ['100,000 characters', 'x'.repeat(100_000), /has no user "x{255}"/],
] as const)
  test(`forgotten password: ${name} gets the same answer, no message, and Activity says why`, () =>
    withLogin(async (fixture, browser) => {
      const strip = ({ text }: TestPage) => text.replace(/(tab_id|session_code)=[\w-]+/g, '$1');
      const known = strip(await ask(fixture.browser(), 'alice'));
      const page = await ask(browser, username);
      assert.equal(strip(page), known);
      assert.equal((await linksTo(fixture, ALICE)).length, 1);
      assert.match(refusalOf(fixture)?.reason ?? '', why);
    }, ALLOWED));

test('forgotten password: an empty name is refused at its field', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.post(formAction(await openForm(browser), FORM), { username: '  ' });
    assert.match(page.text, /id="input-error-username"[^>]*>Please specify username\./);
  }, ALLOWED));

test('forgotten password: a form that is sent twice, is old or is of another browser sends nothing', () =>
  withLogin(async (fixture, browser) => {
    const action = formAction(await openForm(browser), FORM);
    assert.equal((await fixture.browser().post(action, { username: 'alice' })).status, 400);
    assert.equal((await linksTo(fixture, ALICE)).length, 0);
    await browser.post(action, { username: 'alice' });
    assert.match((await browser.post(action, { username: 'alice' })).text, /Page has expired/);
    assert.equal((await linksTo(fixture, ALICE)).length, 1);
  }, ALLOWED));

test('forgotten password: a realm that does not allow it refuses with a remedy that can be applied', () =>
  withLogin(async (fixture, browser) => {
    const sent = new URL(formAction(await browser.open())).searchParams;
    const path = '/realms/r/login-actions/reset-credentials';
    for (const query of ['', `?client_id=shop&tab_id=${sent.get('tab_id')}`]) {
      const page = await browser.get(`${path}${query}`);
      assert.deepEqual([page.status, /Reset Credential not allowed/.test(page.text)], [400, true]);
      assert.match(refusalOf(fixture)?.remedy ?? '', /Set resetPasswordAllowed of realm r to true/);
    }
  }));

test('forgotten password: a link that was sent before the realm forbade it is refused', () =>
  withLogin(async (fixture, browser) => {
    await ask(browser, 'alice');
    await fixture.store.realms.update('r', (realm) => ({ ...realm, resetPasswordAllowed: false }));
    const page = await browser.get(await newestLink(fixture, ALICE));
    assert.match(page.text, /Reset Credential not allowed/);
  }, ALLOWED));

test('Keycloak: without a sign-in, the client is account or the one of client_id, and the last page is an info page', () =>
  withLogin(async (fixture, browser) => {
    const path = '/realms/r/login-actions/reset-credentials';
    const page = await browser.get(`${path}?client_id=shop`);
    const sent = await browser.post(formAction(page, FORM), { username: 'alice' });
    assert.match(sent.text, new RegExp(SENT));
    const change = await browser.follow(await browser.get(await newestLink(fixture, ALICE)));
    const done = await browser.post(formAction(change, PASSWORD_FORM), NEW_PASSWORD);
    assert.match(done.text, /Your account has been updated\./);
    assert.equal((await browser.get(path)).status, 200);
    assert.equal((await browser.get(`${path}?client_id=nothing`)).status, 400);
  }, ALLOWED));

test('forgotten password: a password that breaks the policy is refused, and the link stays usable', () =>
  withLogin(
    async (fixture, browser) => {
      await ask(browser, 'alice');
      const change = await browser.follow(await browser.get(await newestLink(fixture, ALICE)));
      const short = { 'password-new': 'x', 'password-confirm': 'x' };
      const again = await browser.post(formAction(change, PASSWORD_FORM), short);
      assert.match(again.text, /Invalid password: minimum length 8\./);
      const answer = await browser.post(formAction(again, PASSWORD_FORM), NEW_PASSWORD);
      assert.equal(await browser.usernameOf(answer), 'alice');
    },
    { ...ALLOWED, passwordPolicy: 'length(8)' },
  ));

test('Keycloak user events: SEND_RESET_PASSWORD, RESET_PASSWORD_ERROR and SEND_RESET_PASSWORD_ERROR', () =>
  withLogin(async (fixture) => {
    const seen: string[] = [];
    fixture.activity.observe((recorded) =>
      seen.push(...userEventsOf(recorded, undefined).map(({ kind, error }) => `${kind} ${error}`.trim())),
    );
    for (const name of ['alice', 'nobody', 'dora', 'bob']) await ask(fixture.browser(), name);
    assert.deepEqual(seen, [
      'SEND_RESET_PASSWORD',
      'RESET_PASSWORD user_not_found',
      'RESET_PASSWORD user_disabled',
      'SEND_RESET_PASSWORD invalid_email',
    ]);
  }, ALLOWED));

test('bad input: a broken text of the realm changes nothing for the person, and Activity names it', () =>
  withLogin(
    async (fixture, browser) => {
      assert.match((await ask(browser, 'alice')).text, new RegExp(SENT));
      assert.equal((await linksTo(fixture, ALICE)).length, 1);
      const decisions = fixture.activity
        .list({})
        .records.flatMap(({ id }) => fixture.activity.find(id, { reveal: false })?.decisions ?? []);
      const details = decisions.filter(({ rule }) => rule === 'send-mail').map(({ detail }) => detail);
      assert.match(
        details.join('\n'),
        /Realm r: Text passwordResetBody of language en is broken: "\{" belongs to no placeholder.*localizationTexts/,
      );
    },
    { ...ALLOWED, localizationTexts: { en: { passwordResetBody: 'Open {0} in {x} minutes' } } },
  ));
