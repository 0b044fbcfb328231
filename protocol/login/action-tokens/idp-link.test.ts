import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStandIn, provider, signInAt, withProviders } from '#protocol/broker/testing/brokering.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { findIdentity } from '#protocol/realm/users/federated-identities.ts';
import { formAction, linkTarget, type TestPage } from '../testing/browser.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import type { LoginFixture } from '../testing/login-fixture.ts';
import { linksTo, newestLink } from '../testing/sent-links.ts';

const ALICE = 'alice@example.test';
const SMTP: Partial<RealmRepresentation> = { smtpServer: { host: 'mail.test', from: 'no-reply@shop.test' } };

const choose = async (browser: LoginBrowser, page: TestPage, submitAction = 'linkAccount') =>
  browser.follow(await browser.post(formAction(page, 'kc-register-form'), { submitAction }));

/** The page that says that a link was sent to alice. */
async function atLinkPage(browser: LoginBrowser): Promise<TestPage> {
  return choose(browser, await signInAt(browser, 'google', ALICE));
}

/** Target of the link in a paragraph. */
function hrefIn({ text }: TestPage, id: string): string {
  const href = new RegExp(`<p id="${id}"[^>]*>.*?<a href="([^"]*)"`).exec(text)?.[1];
  assert.ok(href !== undefined, text);
  return href.replaceAll('&amp;', '&');
}

const withGoogle = (
  run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
  changes: Partial<RealmRepresentation> = SMTP,
) => withProviders([provider('google', 'google'), provider('github', 'github')], run, changes);

const linkOf = async ({ store }: LoginFixture, userId = 'alice-id') => {
  const user = await store.users.find('r-id', userId);
  return user && findIdentity(user, 'google');
};

/** Events of everything that happens from now on. */
function watchEvents({ activity }: LoginFixture): readonly string[] {
  const seen: string[] = [];
  activity.observe((recorded) => {
    seen.push(...userEventsOf(recorded, undefined).map(({ kind, error }) => `${kind} ${error}`.trim()));
  });
  return seen;
}

test('Keycloak idp-email-verification: the page and the message have its ids, subject and claims', () =>
  withGoogle(async (fixture, browser) => {
    const page = await atLinkPage(browser);
    assert.match(page.text, /data-page-id="login-login-idp-link-email"/);
    assert.match(page.text, /<h1[^>]*>Link Google<\/h1>/);
    assert.match(page.text, /id="instruction1"[^>]*>An email with instructions to link Google account/);
    const [message] = await fixture.mailbox.list('r-id');
    assert.equal(message?.kind, 'idp-verify-account-via-email');
    assert.equal(message?.subject, 'Link Google');
    assert.equal(message?.to, ALICE);
    const link = await newestLink(fixture, ALICE);
    const claims: Record<string, unknown> =
      decodeJws(new URL(link).searchParams.get('key') ?? '')?.claims ?? {};
    assert.deepEqual(
      [claims['typ'], claims['idpa'], claims['eml']],
      ['idp-verify-account-via-email', 'google', ALICE],
    );
    assert.equal(Number(claims['exp']) - Number(claims['iat']), 300);
    assert.equal(await linkOf(fixture), undefined);
  }));

test('Keycloak idp-email-verification: the link continues the sign-in of its browser, once, without a password', () =>
  withGoogle(async (fixture, browser) => {
    const events = watchEvents(fixture);
    await atLinkPage(browser);
    const link = await newestLink(fixture, ALICE);
    const done = await browser.follow(await browser.get(link));
    assert.equal(await browser.usernameOf(done), 'alice');
    assert.ok((await linkOf(fixture)) !== undefined);
    assert.deepEqual(
      events.filter((event) => /LINK|LOGIN/.test(event)),
      ['SEND_IDENTITY_PROVIDER_LINK', 'IDENTITY_PROVIDER_LINK_ACCOUNT', 'LOGIN', 'FEDERATED_IDENTITY_LINK'],
    );
    for (const other of [browser, fixture.browser()]) {
      const again = await other.get(link);
      assert.equal(again.status, 400);
      assert.match(again.text, /Action expired/);
    }
  }));

test('Keycloak idp-email-verification: another browser is asked, and the first one goes on', () =>
  withGoogle(async (fixture, browser) => {
    const page = await atLinkPage(browser);
    const other = fixture.browser();
    const asked = await other.get(await newestLink(fixture, ALICE));
    assert.match(
      asked.text,
      /Confirm linking the account \S+ of identity provider google with your account\./,
    );
    const early = await browser.get(hrefIn(page, 'instruction3'));
    assert.match(early.text, /login-idp-link-email/);
    const end = await other.get(linkTarget(asked, 'proceedWithAction'));
    assert.match(end.text, /You successfully verified your email\. Please go back to your original browser/);
    assert.equal(await other.isSignedIn(), false);
    assert.equal(await linkOf(fixture), undefined);
    const done = await browser.follow(await browser.get(hrefIn(early, 'instruction3')));
    assert.equal(await browser.usernameOf(done), 'alice');
    assert.ok((await linkOf(fixture)) !== undefined);
    assert.match((await other.get(linkTarget(asked, 'proceedWithAction'))).text, /Action expired/);
  }));

test('Keycloak idp-email-verification: after another browser has confirmed, "Click here" to re-send goes on, too', () =>
  withGoogle(async (fixture, browser) => {
    const page = await atLinkPage(browser);
    const other = fixture.browser();
    const asked = await other.get(await newestLink(fixture, ALICE));
    await other.get(linkTarget(asked, 'proceedWithAction'));
    const done = await browser.follow(await browser.get(hrefIn(page, 'instruction2')));
    assert.equal(await browser.usernameOf(done), 'alice');
    assert.equal((await linksTo(fixture, ALICE)).length, 1);
  }));

test('Keycloak idp-email-verification: "Click here" sends another message; reloading the page does not', () =>
  withGoogle(async (fixture, browser) => {
    const page = await atLinkPage(browser);
    const reloaded = await browser.get(hrefIn(page, 'instruction3'));
    assert.equal((await linksTo(fixture, ALICE)).length, 1);
    assert.match((await browser.get(hrefIn(page, 'instruction2'))).text, /Page has expired/);
    const again = await browser.follow(await browser.get(hrefIn(reloaded, 'instruction2')));
    assert.match(again.text, /login-idp-link-email/);
    assert.equal((await linksTo(fixture, ALICE)).length, 2);
    const [first = ''] = await linksTo(fixture, ALICE);
    assert.equal(await browser.usernameOf(await browser.follow(await browser.get(first))), 'alice');
  }));

test('Keycloak idp-email-verification: without a mail server, the password of the user is asked for', () =>
  withGoogle(async (fixture, browser) => {
    const page = await atLinkPage(browser);
    assert.match(page.text, /id="kc-form-login"/);
    assert.equal((await linksTo(fixture, ALICE)).length, 0);
  }, {}));

test('Keycloak idp-email-verification: a user without an address is asked for the password', () =>
  withGoogle(async (fixture, browser) => {
    const page = await choose(browser, await signInAt(browser, 'github', 'bob@elsewhere.test'));
    assert.doesNotMatch(page.text, /login-idp-link-email/);
    assert.deepEqual(await fixture.mailbox.list('r-id'), []);
  }));

test('Keycloak idp-email-verification: an address that was entered in the review gets no message', () =>
  withGoogle(async (fixture, browser) => {
    const page = await choose(browser, await signInAt(browser, 'google', ALICE), 'updateProfile');
    const fields = { username: 'alice', email: ALICE, firstName: 'A', lastName: 'L' };
    const confirm = await browser.follow(
      await browser.post(formAction(page, 'kc-idp-review-profile-form'), fields),
    );
    assert.match((await choose(browser, confirm)).text, /id="kc-form-login"/);
    assert.equal((await linksTo(fixture, ALICE)).length, 0);
  }));

test('Keycloak idp-email-verification: a link of a sign-in that has ended, or of another person, is refused', () =>
  withGoogle(async (fixture, browser) => {
    await atLinkPage(browser);
    const link = await newestLink(fixture, ALICE);
    const other = fixture.browser();
    const asked = await other.get(link);
    // The same tab signs in again, as somebody else.
    await openStandIn(browser, 'google');
    fixture.clock.setOffsetMs(299_000);
    assert.match((await other.get(linkTarget(asked, 'proceedWithAction'))).text, /You successfully verified/);
    fixture.clock.setOffsetMs(0);
    const tabless = new URL(link);
    tabless.searchParams.set('tab_id', 'none');
    assert.equal((await fixture.browser().get(tabless.href)).status, 400);
  }));

test('Keycloak idp-email-verification: a link to an address that has changed, or of a removed user, is refused', () =>
  withGoogle(async (fixture, browser) => {
    await atLinkPage(browser);
    const link = await newestLink(fixture, ALICE);
    const { users } = fixture.store;
    await users.update('r-id', 'alice-id', (user) => ({ ...user, email: 'new@example.test' }));
    assert.match((await browser.get(link)).text, /old stale link/);
    await users.remove('r-id', 'alice-id');
    assert.equal((await browser.get(link)).status, 400);
  }));

test('Keycloak idp-email-verification: an expired link starts the sign-in again', () =>
  withGoogle(async (fixture, browser) => {
    await atLinkPage(browser);
    const link = await newestLink(fixture, ALICE);
    fixture.clock.setOffsetMs(300_000);
    assert.match((await browser.get(link)).text, /Action expired\. Please start again\./);
    assert.equal((await fixture.browser().get(link)).status, 400);
    assert.equal(await linkOf(fixture), undefined);
  }));

test('Keycloak idp-email-verification: the lifespan of the link is a setting', () =>
  withGoogle(
    async (fixture, browser) => {
      await atLinkPage(browser);
      const key = new URL(await newestLink(fixture, ALICE)).searchParams.get('key') ?? '';
      const { exp, iat }: Record<string, unknown> = decodeJws(key)?.claims ?? {};
      assert.equal(Number(exp) - Number(iat), 60);
    },
    {
      ...SMTP,
      attributes: { 'actionTokenGeneratedByUserLifespan-idp-verify-account-via-email': '60' },
    },
  ));

test('Keycloak idp-email-verification: of two browsers that open the link at once, one confirms', () =>
  withGoogle(async (fixture, browser) => {
    await atLinkPage(browser);
    const link = await newestLink(fixture, ALICE);
    const targets = await Promise.all(
      [fixture.browser(), fixture.browser()].map(async (other) => ({
        other,
        target: linkTarget(await other.get(link), 'proceedWithAction'),
      })),
    );
    const ends = await Promise.all(targets.map(({ other, target }) => other.get(target)));
    assert.deepEqual(ends.map(({ status }) => status).toSorted(), [200, 400]);
  }));
