import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beAt, LINKERS, linksOf, provider, withProviders } from '#protocol/broker/testing/brokering.ts';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { formAction } from '../testing/browser.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import type { LoginFixture } from '../testing/login-fixture.ts';

const ADA = { person: 'other', email: 'ada@example.com' };

const withGoogle = (run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>) =>
  withProviders([provider('google', 'google')], run, { users: LINKERS });

/** The stand-in, to which the user has been sent. */
async function atStandIn(browser: LoginBrowser, name = 'alice') {
  const page = await browser.signIn(
    await browser.open('kc_action=idp_link:google'),
    name,
    `${name}-password`,
  );
  const ask = await browser.follow(page);
  return browser.follow(await browser.post(formAction(ask, 'kc-link-idp-form'), {}));
}

test('Keycloak events: a linked account is FEDERATED_IDENTITY_LINK, and no user is made', () =>
  withGoogle(async (fixture, browser) => {
    const standIn = await atStandIn(browser);
    const seen: string[] = [];
    fixture.activity.observe((recorded) => {
      seen.push(...userEventsOf(recorded, undefined).map(({ kind, error }) => `${kind} ${error}`.trim()));
    });
    await beAt(browser, standIn, ADA);
    assert.ok(seen.includes('FEDERATED_IDENTITY_LINK'), seen.join());
    assert.equal(await fixture.store.users.count('r-id', {}), 2);
  }));

test('Keycloak account linking: a role that was taken away meanwhile is refused with 403', () =>
  withGoogle(async (fixture, browser) => {
    const standIn = await atStandIn(browser);
    await fixture.store.users.update('r-id', 'alice-id', ({ clientRoles: _roles, ...alice }) => alice);
    const page = await beAt(browser, standIn, ADA);
    assert.equal(page.status, 403);
    assert.match(page.text, /Insufficient permissions to link identities\./);
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'google'), []);
  }));

test('Keycloak account linking: a user who was disabled meanwhile is not linked', () =>
  withGoogle(async (fixture, browser) => {
    const standIn = await atStandIn(browser);
    await fixture.store.users.update('r-id', 'alice-id', (alice) => ({ ...alice, enabled: false }));
    const page = await beAt(browser, standIn, ADA);
    assert.equal(page.leadsTo['code'], undefined);
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'google'), []);
  }));

test('Keycloak account linking: the own account is linked again, as it is now', () =>
  withGoogle(async (fixture, browser) => {
    await beAt(browser, await atStandIn(browser), ADA);
    const other = fixture.browser();
    const answer = await beAt(other, await atStandIn(other), ADA);
    assert.equal(answer.leadsTo['kc_action_status'], 'success');
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'google'), [ADA.email]);
  }));

test('Keycloak account linking: of two users who link the same account at once, one does, and the other one learns why', () =>
  withProviders(
    [provider('google', 'google')],
    async (fixture) => {
      const people = ['alice', 'bob'];
      const pages = await Promise.all(
        people.map(async (name) => {
          const browser = fixture.browser();
          return { browser, page: await atStandIn(browser, name) };
        }),
      );
      const answers = await Promise.all(pages.map(({ browser, page }) => beAt(browser, page, ADA)));
      const links = await Promise.all(people.map((name) => linksOf(fixture, `${name}-id`, 'google')));
      assert.deepEqual(links.flat(), [ADA.email]);
      const refused = answers.filter(({ leadsTo }) => leadsTo['kc_action_status'] !== 'success');
      assert.equal(refused.length, 1);
      assert.equal(refused[0]?.status, 400);
      assert.match(refused[0]?.text ?? '', /returned by google is already linked to another user/);
    },
    { users: LINKERS.map((user) => ({ ...user, clientRoles: { account: ['manage-account-links'] } })) },
  ));
