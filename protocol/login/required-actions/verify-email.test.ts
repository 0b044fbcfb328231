import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { formAction, linkTarget } from '../testing/browser.ts';
import { withLogin } from '../testing/login-fixture.ts';
import { atAction } from '../testing/required-action.ts';
import { linksTo, newestLink } from '../testing/sent-links.ts';

const ALICE = 'alice@example.test';
const FORM = 'kc-verify-email-form';

test('Keycloak VERIFY_EMAIL: the message is sent with the first page, and the link continues the sign-in', () =>
  atAction('VERIFY_EMAIL', async ({ page, browser, fixture, alice }) => {
    assert.match(page.text, /has been sent to your address alice@example\.test/);
    const answer = await browser.get(await newestLink(fixture, ALICE));
    assert.equal(await browser.usernameOf(answer), 'alice');
    const { emailVerified, requiredActions } = await alice();
    assert.deepEqual([emailVerified, requiredActions], [true, []]);
  }));

test('Keycloak VERIFY_EMAIL: reloading the page sends nothing; "Click here" sends another message', () =>
  atAction('VERIFY_EMAIL', async ({ page, browser, fixture }) => {
    const [, href = ''] = /<a href="([^"]+)">Click here<\/a>/.exec(page.text) ?? [];
    const resend = href.replaceAll('&amp;', '&');
    const reload = new URL(resend);
    reload.searchParams.delete('session_code');
    const shown = await browser.get(reload.href);
    assert.equal((await linksTo(fixture, ALICE)).length, 1);
    assert.match((await browser.get(resend)).text, /Page has expired/, 'a newer page is open');
    const [, next = ''] = /<a href="([^"]+)">Click here<\/a>/.exec(shown.text) ?? [];
    await browser.follow(await browser.get(next.replaceAll('&amp;', '&')));
    assert.equal((await linksTo(fixture, ALICE)).length, 2);
    for (const link of await linksTo(fixture, ALICE)) assert.ok((await browser.get(link)).status < 500);
  }));

test('Keycloak VERIFY_EMAIL: another browser asks first, then says that the address is verified', () =>
  atAction('VERIFY_EMAIL', async ({ browser, fixture, alice }) => {
    const other = fixture.browser();
    const question = await other.get(await newestLink(fixture, ALICE));
    assert.match(question.text, /Confirm validity of e-mail address alice@example\.test\./);
    assert.equal((await alice()).emailVerified === true, false);
    const done = await other.get(linkTarget(question, 'proceedWithAction'));
    assert.match(done.text, /Your email address has been verified\./);
    assert.equal(linkTarget(done, 'backToApplication'), 'http://shop.test/home');
    assert.equal((await alice()).emailVerified, true);
    assert.equal(await other.isSignedIn(), false);
    const again = await other.get(await newestLink(fixture, ALICE));
    assert.match(again.text, /Your email address has been verified already\./);
    const answer = await browser.get(await newestLink(fixture, ALICE));
    assert.equal(await browser.usernameOf(answer), 'alice');
  }));

test('the confirmation of one browser is no confirmation in another', () =>
  atAction('VERIFY_EMAIL', async ({ fixture, alice }) => {
    const question = await fixture.browser().get(await newestLink(fixture, ALICE));
    const stolen = await fixture.browser().get(linkTarget(question, 'proceedWithAction'));
    assert.match(stolen.text, /Confirm validity of e-mail address/);
    assert.notEqual((await alice()).emailVerified, true);
  }));

test('a link to an earlier address does not verify the current one', () =>
  atAction('VERIFY_EMAIL', async ({ browser, fixture, alice }) => {
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({ ...user, email: 'new@example.test' }));
    const page = await browser.get(await newestLink(fixture, ALICE));
    assert.deepEqual([page.status, /old stale link/.test(page.text)], [400, true]);
    assert.notEqual((await alice()).emailVerified, true);
  }));

test('for development: the button has the effect of the link', () =>
  atAction('VERIFY_EMAIL', async ({ send, alice, browser }) => {
    assert.equal(await browser.usernameOf(await send(FORM, { verify: 'true' })), 'alice');
    assert.equal((await alice()).emailVerified, true);
  }));

test('a page for an old address does not verify an address changed in the meantime', () =>
  atAction('VERIFY_EMAIL', async ({ send, alice, fixture }) => {
    const form = send(FORM, { verify: 'true' });
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({ ...user, email: 'new@example.test' }));
    await form;
    const { email, emailVerified } = await alice();
    assert.ok(email === 'new@example.test');
    assert.notEqual(`${email} ${emailVerified}`, 'alice@example.test true');
  }));

test('Keycloak VERIFY_EMAIL: a user without an address signs in without the action; started, it answers error', () =>
  withLogin(async ({ store }, browser) => {
    await store.users.update('r-id', 'bob-id', (user) => ({ ...user, requiredActions: ['VERIFY_EMAIL'] }));
    const page = await browser.open('kc_action=VERIFY_EMAIL');
    const answer = await browser.signIn(page, 'bob', 'bob-password');
    assert.equal(await browser.usernameOf(answer), 'bob');
    assert.equal(answer.leadsTo['kc_action_status'], 'error');
  }));

test('Keycloak kc_action: VERIFY_EMAIL of a verified address is a success without a page', () =>
  withLogin(async ({ store }, browser) => {
    await store.users.update('r-id', 'alice-id', (user) => ({ ...user, emailVerified: true }));
    const answer = await browser.signIn(
      await browser.open('kc_action=VERIFY_EMAIL'),
      'alice',
      'alice-password',
    );
    assert.equal(answer.leadsTo['kc_action_status'], 'success');
  }));

test("the realm's verifyEmail applies without a required action of the user", () =>
  atAction(
    'NONE_OF_OURS',
    async ({ page, fixture }) => {
      assert.match(page.text, /kc-verify-email-form/);
      assert.equal((await linksTo(fixture, ALICE)).length, 1);
    },
    { realm: { verifyEmail: true } },
  ));

test('Keycloak kc_action: VERIFY_EMAIL sends the message on request, and the link reports success', () =>
  withLogin(async (fixture, browser) => {
    const shown = await browser.follow(
      await browser.signIn(await browser.open('kc_action=VERIFY_EMAIL'), 'alice', 'alice-password'),
    );
    assert.equal((await linksTo(fixture, ALICE)).length, 0);
    const sent = await browser.follow(await browser.post(formAction(shown, FORM), {}));
    assert.match(sent.text, /Re-send verification email/);
    const answer = await browser.get(await newestLink(fixture, ALICE));
    assert.deepEqual([answer.leadsTo['kc_action_status'], 'code' in answer.leadsTo], ['success', true]);
  }));

test('Keycloak user events: SEND_VERIFY_EMAIL with the page, VERIFY_EMAIL and LOGIN with the link', () =>
  withLogin(async (fixture, browser) => {
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({
      ...user,
      requiredActions: ['VERIFY_EMAIL'],
    }));
    const seen: string[] = [];
    fixture.activity.observe((recorded) =>
      seen.push(...userEventsOf(recorded, undefined).map(({ kind, error }) => `${kind} ${error}`.trim())),
    );
    await browser.follow(await browser.signIn(await browser.open(), 'alice', 'alice-password'));
    const other = fixture.browser();
    await other.get(await newestLink(fixture, ALICE));
    await browser.get(await newestLink(fixture, ALICE));
    await other.get((await newestLink(fixture, ALICE)).replace('key=', 'key=x'));
    assert.deepEqual(seen, [
      'SEND_VERIFY_EMAIL',
      'VERIFY_EMAIL',
      'LOGIN',
      'EXECUTE_ACTION_TOKEN invalid_code',
    ]);
  }));
