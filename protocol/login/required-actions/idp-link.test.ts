import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beAt,
  LINKERS,
  linksOf,
  provider,
  standInAction,
  withProviders,
} from '#protocol/broker/testing/brokering.ts';
import { formAction, type TestPage } from '../testing/browser.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import type { LoginFixture } from '../testing/login-fixture.ts';

const FORM = 'kc-link-idp-form';
const ADA = { person: 'other', email: 'ada@example.com' };

const withGoogle = (
  run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
  members: Readonly<Record<string, unknown>> = { linkOnly: true },
) => withProviders([provider('google', 'google', {}, members)], run, { users: LINKERS });

async function start(browser: LoginBrowser, action = 'idp_link:google', user = 'alice'): Promise<TestPage> {
  const page = await browser.open(`kc_action=${action}`);
  return browser.follow(await browser.signIn(page, user, `${user}-password`));
}

const toStandIn = async (browser: LoginBrowser, page: TestPage): Promise<TestPage> =>
  browser.follow(await browser.post(formAction(page, FORM), {}));

const statusOf = ({ leadsTo, text }: TestPage) => leadsTo['kc_action_status'] ?? text;

test('Keycloak idp_link: the page asks with the ids of its theme, and a provider that only links is linked', () =>
  withGoogle(async (fixture, browser) => {
    const page = await start(browser);
    assert.match(page.text, /<h1[^>]*>Linking Google<\/h1>/);
    assert.match(page.text, /id="kc-link-text">Do you want to link your account with Google\?/);
    assert.match(page.text, /id="kc-continue"/);
    const answer = await beAt(browser, await toStandIn(browser, page), ADA);
    assert.equal(statusOf(answer), 'success');
    assert.equal(answer.leadsTo['kc_action'], 'idp_link');
    assert.equal(await browser.usernameOf(answer), 'alice');
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'google'), ['ada@example.com']);
  }));

test('Keycloak idp_link: the session of the browser is enough', () =>
  withGoogle(async (fixture, browser) => {
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const page = await browser.follow(await browser.open('kc_action=idp_link:google'));
    const answer = await beAt(browser, await toStandIn(browser, page), ADA);
    assert.equal(statusOf(answer), 'success');
    assert.equal((await linksOf(fixture, 'alice-id', 'google')).length, 1);
  }));

test('Keycloak idp_link: cancelling here, or refusing at the provider, is cancelled', () =>
  withGoogle(async (fixture, browser) => {
    const page = await start(browser);
    const cancelled = await browser.follow(
      await browser.post(formAction(page, FORM), { 'cancel-aia': 'true' }),
    );
    assert.equal(statusOf(cancelled), 'cancelled');
    const again = await browser.follow(await browser.open('kc_action=idp_link:google'));
    const refused = await beAt(browser, await toStandIn(browser, again), { person: 'refuse' });
    assert.equal(statusOf(refused), 'cancelled');
    assert.ok(refused.leadsTo['code']);
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'google'), []);
  }));

for (const [name, action, user] of [
  ['an unknown provider', 'idp_link:none', 'alice'],
  ['no provider', 'idp_link', 'alice'],
  ['a user without the role', 'idp_link:google', 'bob'],
] as const)
  test(`Keycloak idp_link: ${name} is an error of the action, and the user signs in`, () =>
    withGoogle(async (_fixture, browser) => {
      const answer = await start(browser, action, user);
      assert.equal(statusOf(answer), 'error');
      assert.equal(await browser.usernameOf(answer), user);
    }));

test('Keycloak idp_link: a disabled provider is an error of the action', () =>
  withGoogle(
    async (_fixture, browser) => {
      assert.equal(statusOf(await start(browser)), 'error');
    },
    { enabled: false },
  ));

test('Keycloak idp_link: an account of another user is refused with its message, and the sign-in can go on', () =>
  withGoogle(async (fixture, browser) => {
    await fixture.store.users.update('r-id', 'bob-id', (bob) => ({
      ...bob,
      clientRoles: { account: ['manage-account'] },
    }));
    const first = fixture.browser();
    await beAt(first, await toStandIn(first, await start(first, 'idp_link:google', 'bob')), ADA);
    const page = await beAt(browser, await toStandIn(browser, await start(browser)), ADA);
    assert.equal(page.status, 400);
    assert.match(page.text, /Federated identity returned by google is already linked to another user\./);
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'google'), []);
    const target = /id="backToApplication"[^>]*href="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const answer = await browser.follow(await browser.get(target.replaceAll('&amp;', '&')));
    assert.equal(statusOf(answer), 'error');
  }));

test('Keycloak idp_link: a session that ends meanwhile links nothing', () =>
  withGoogle(async (fixture, browser) => {
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const page = await browser.follow(await browser.open('kc_action=idp_link:google'));
    const standIn = await toStandIn(browser, page);
    browser.cookies.delete('KEYCLOAK_IDENTITY');
    const answer = await beAt(browser, standIn, ADA);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /current session is no longer valid/);
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'google'), []);
  }));

test('Keycloak idp_link: the answer of the provider counts once', () =>
  withGoogle(async (fixture, browser) => {
    const standIn = await toStandIn(browser, await start(browser));
    const back = await browser.post(standInAction(standIn), ADA);
    const location = back.headers.get('location') ?? '';
    const answers = await Promise.all([browser.get(location), browser.get(location)]);
    assert.equal(answers.filter(({ leadsTo }) => leadsTo['kc_action_status'] === 'success').length, 1);
    assert.equal(answers.filter(({ text }) => text.includes('Page has expired')).length, 1);
    assert.equal((await linksOf(fixture, 'alice-id', 'google')).length, 1);
  }));

test('Keycloak linkOnly: without the action nobody is sent to the provider', () =>
  withGoogle(async (fixture, browser) => {
    const action = new URL(formAction(await browser.open()));
    const page = await browser.get(`/realms/r/broker/google/login${action.search}`);
    assert.equal(page.status, 400);
    assert.match(page.text, /Could not send authentication request to identity provider\./);
    assert.match(
      fixture.activity.list({}).records.find(({ refusal }) => refusal !== undefined)?.refusal?.reason ?? '',
      /only links accounts \(linkOnly\)/,
    );
  }));
