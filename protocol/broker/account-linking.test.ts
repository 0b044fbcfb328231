import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import { callbackOf } from '#protocol/login/testing/login-browser.ts';
import type { LoginFixture } from '#protocol/login/testing/login-fixture.ts';
import { beAt, LINKERS, linksOf, provider, withProviders } from './testing/brokering.ts';

const ADA = { person: 'other', email: 'ada@example.com' };
const CALLBACK = callbackOf('shop');

const withGoogle = (run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>) =>
  withProviders(
    [provider('google', 'google', {}, { linkOnly: true }), provider('off', 'google', {}, { enabled: false })],
    run,
    { users: LINKERS },
  );

/** Signs in, and returns the `session_state`. */
async function signIn(browser: LoginBrowser, user = 'alice'): Promise<string> {
  const { leadsTo } = await browser.signIn(await browser.open(), user, `${user}-password`);
  return leadsTo['session_state'] ?? '';
}

/** An address that an application makes; `changes` replace parameters. */
function linkUrl(state: string, changes: Readonly<Record<string, string>> = {}, alias = 'google'): string {
  const nonce = 'n-1';
  const hash = createHash('sha256').update(`${nonce}${state}shop${alias}`).digest('base64url');
  const query = new URLSearchParams({ client_id: 'shop', redirect_uri: CALLBACK, nonce, hash, ...changes });
  return `/realms/r/broker/${alias}/link?${query}`;
}

test('Keycloak client-initiated account linking: the account is linked, and the browser comes back', () =>
  withGoogle(async (fixture, browser) => {
    const standIn = await browser.follow(await browser.get(linkUrl(await signIn(browser))));
    const back = await beAt(browser, standIn, ADA);
    assert.equal(back.headers.get('location'), CALLBACK);
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'google'), ['ada@example.com']);
    assert.equal(await browser.isSignedIn(), true);
  }));

test('Keycloak client-initiated account linking: a hash with padding is accepted', () =>
  withGoogle(async (_fixture, browser) => {
    const url = new URL(linkUrl(await signIn(browser)), 'http://x.test');
    url.searchParams.set('hash', `${url.searchParams.get('hash')}=`);
    assert.equal((await browser.get(`${url.pathname}${url.search}`)).status, 303);
  }));

test('Keycloak client-initiated account linking: without a session, link_error is not_logged_in', () =>
  withGoogle(async (_fixture, browser) => {
    const { leadsTo } = await browser.get(linkUrl('any'));
    assert.deepEqual([leadsTo['link_error'], leadsTo['nonce']], ['not_logged_in', 'n-1']);
  }));

test('Keycloak client-initiated account linking: without the role, link_error is not_allowed', () =>
  withGoogle(async (_fixture, browser) => {
    const { leadsTo } = await browser.get(linkUrl(await signIn(browser, 'bob')));
    assert.equal(leadsTo['link_error'], 'not_allowed');
  }));

for (const alias of ['none', 'off'])
  test(`Keycloak client-initiated account linking: provider ${alias} is link_error unknown_identity_provider`, () =>
    withGoogle(async (_fixture, browser) => {
      const { leadsTo } = await browser.get(linkUrl(await signIn(browser), {}, alias));
      assert.equal(leadsTo['link_error'], 'unknown_identity_provider');
    }));

for (const [name, changes] of [
  ['another hash', { hash: 'wrong' }],
  ['another nonce than that of the hash', { nonce: 'n-2' }],
  ['no hash', { hash: '' }],
  ['no nonce', { nonce: '' }],
  ['an unknown client', { client_id: 'none' }],
  ['a client that has no part in the session', { client_id: 'plain', redirect_uri: callbackOf('plain') }],
  ['a foreign redirect_uri', { redirect_uri: 'https://evil.test/' }],
  ['an empty redirect_uri', { redirect_uri: '' }],
] as const)
  test(`Keycloak client-initiated account linking: ${name} is an error page, without a redirect`, () =>
    withGoogle(async (fixture, browser) => {
      const page = await browser.get(linkUrl(await signIn(browser), changes));
      assert.equal(page.status, 400);
      assert.match(page.text, /Invalid Request/);
      const { refusal } = fixture.activity.list({}).records[0] ?? {};
      assert.ok((refusal?.reason ?? '') !== '' && (refusal?.remedy ?? '') !== '');
    }));

test('Keycloak client-initiated account linking: the hash of another session is refused', () =>
  withGoogle(async (fixture, browser) => {
    const foreign = await signIn(fixture.browser(), 'bob');
    await signIn(browser);
    assert.equal((await browser.get(linkUrl(foreign))).status, 400);
  }));

test('client-initiated account linking: a person who refuses at the provider comes back with link_error', () =>
  withGoogle(async (fixture, browser) => {
    const standIn = await browser.follow(await browser.get(linkUrl(await signIn(browser))));
    const { leadsTo } = await beAt(browser, standIn, { person: 'refuse' });
    assert.equal(leadsTo['link_error'], 'access_denied');
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'google'), []);
  }));

test('Keycloak client-initiated account linking: an account of another user is refused', () =>
  withGoogle(async (fixture, browser) => {
    const standIn = await browser.follow(await browser.get(linkUrl(await signIn(browser))));
    await beAt(browser, standIn, ADA);
    await fixture.store.users.update('r-id', 'bob-id', (bob) => ({
      ...bob,
      clientRoles: { account: ['manage-account'] },
    }));
    const other = fixture.browser();
    const again = await other.follow(await other.get(linkUrl(await signIn(other, 'bob'))));
    const page = await beAt(other, again, ADA);
    assert.equal(page.status, 400);
    assert.match(page.text, /already linked to another user/);
    assert.match(page.text, /link_error=not_allowed/);
    assert.deepEqual(await linksOf(fixture, 'bob-id', 'google'), []);
  }));

test('client-initiated account linking: a disabled realm answers a page', () =>
  withGoogle(async (fixture, browser) => {
    const url = linkUrl(await signIn(browser));
    await fixture.store.realms.update('r', (realm) => ({ ...realm, enabled: false }));
    assert.equal((await browser.get(url)).status, 403);
  }));
