import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BYE, FROM_SHOP, sessionsOf, signIn, signOut, withBoth } from '../testing/realm-of-realm.ts';

test('Keycloak identity brokering: a realm signs people in by another realm, and both sides are one flow of Activity', () =>
  withBoth(async (both) => {
    const done = await signIn(both);
    assert.equal(await both.browser.usernameOf(done), 'sue');
    const user = (await both.server.store.users.findByUsername('r-id', 'sue')) ?? assert.fail();
    assert.deepEqual([user.email, user.firstName, user.lastName], ['sue@staff.test', 'Sue', 'Staff']);
    const { records } = both.server.activity.list({});
    const flows = new Set(records.filter(({ path }) => !path.includes('/certs')).map(({ flow }) => flow));
    assert.equal(flows.size, 1, records.map(({ flow, path }) => `${flow} ${path}`).join('\n'));
    assert.deepEqual(
      [await sessionsOf(both.server, 'r-id'), await sessionsOf(both.server, 'staff-id')],
      [1, 1],
    );
  }));

test('OIDC RP-Initiated Logout §2: sign-out is passed on to the other realm, and the browser comes back', () =>
  withBoth(async (both) => {
    await signIn(both);
    const left = await both.browser.follow(await signOut(both.browser, 'r', FROM_SHOP));
    assert.equal(left.headers.get('location'), BYE, left.text);
    assert.deepEqual(
      [await sessionsOf(both.server, 'r-id'), await sessionsOf(both.server, 'staff-id')],
      [0, 0],
    );
  }));

test('OIDC Back-Channel Logout §2.7: sign-out at the other realm ends the sessions that began there', () =>
  withBoth(async (both) => {
    await signIn(both);
    await both.atStaff.follow(await signOut(both.atStaff, 'staff'));
    assert.deepEqual(
      [await sessionsOf(both.server, 'r-id'), await sessionsOf(both.server, 'staff-id')],
      [0, 0],
    );
  }));

test('Keycloak: with backchannelSupported the server itself asks, and the browser stays', () =>
  withBoth(
    async (both) => {
      await signIn(both);
      const left = await signOut(both.browser, 'r', FROM_SHOP);
      assert.equal(left.headers.get('location'), BYE);
      const call = both.server.activity.list({}).records.find(({ title }) => title === 'Sign-out at staff');
      assert.deepEqual([call?.status, await sessionsOf(both.server, 'staff-id')], [200, 0]);
    },
    { backchannelSupported: 'true' },
  ));

test('Keycloak: a sign-out that began at the provider (initiating_idp) does not lead there again', () =>
  withBoth(async (both) => {
    await signIn(both);
    const left = await signOut(both.browser, 'r', { ...FROM_SHOP, initiating_idp: 'staff' });
    const next = left.headers.get('location') ?? '';
    assert.ok(next === BYE || next.includes('/realms/staff/'), next);
  }));

test('OIDC RP-Initiated Logout §3: an answer of a provider that no sign-out waits for is refused', () =>
  withBoth(async ({ browser }) => {
    for (const query of ['', '?state=', '?state=ID_x']) {
      const page = await browser.get(`/realms/r/broker/staff/endpoint/logout_response${query}`);
      assert.equal(page.status, 400);
      assert.match(page.text, /Invalid response from identity provider/);
    }
  }));

test('a session that did not begin at a provider is signed out without it', () =>
  withBoth(async (both) => {
    const left = await signOut(both.browser, 'r', FROM_SHOP).catch((error: Error) => error);
    assert.ok(
      left instanceof Error ? /no confirmation/.test(left.message) : left.headers.get('location') === BYE,
    );
  }));
