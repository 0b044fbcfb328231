import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putSession } from '#protocol/store/testing/sample-session.ts';
import { formAction } from './testing/browser.ts';
import { authorizationUrl, type LoginBrowser } from './testing/login-browser.ts';
import { type LoginFixture, withLogin } from './testing/login-fixture.ts';

const MINUTE = 60_000;

async function withSession(
  run: (fixture: LoginFixture, browser: LoginBrowser, sid: string) => Promise<void>,
): Promise<void> {
  await withLogin(async (fixture, browser) => {
    const { sid } = await browser.idToken(
      await browser.signIn(await browser.open(), 'alice', 'alice-password'),
    );
    await run(fixture, browser, sid);
  });
}

test('a sign-in creates a session identifier unknown to the browser before', () =>
  withSession(async (fixture, browser, sid) => {
    assert.ok(![...browser.cookies.values()].includes(sid));
    const session = await fixture.store.sessions.find('r-id', sid);
    assert.equal(session?.username, 'alice');
    assert.equal(session?.ipAddress, '127.0.0.1');
    assert.equal(session?.startedAt, fixture.clock.now());
    assert.equal(session?.authenticatedAt, fixture.clock.now());
  }));

test('each sign-in after a sign-out has a new sid', () =>
  withSession(async (fixture, browser, sid) => {
    await fixture.store.sessions.remove('r-id', sid);
    const answer = await browser.signIn(await browser.open(), 'alice', 'alice-password');
    assert.notEqual((await browser.idToken(answer)).sid, sid);
  }));

test('an altered identity cookie is rejected', () =>
  withSession(async (_fixture, browser) => {
    const value = browser.cookies.get('KEYCLOAK_IDENTITY') ?? '';
    const [header = '', , signature = ''] = value.split('.');
    const claims = Buffer.from(JSON.stringify({ typ: 'Serialized-ID', sid: 'x', sub: 'bob-id', exp: 9e9 }));
    for (const forged of [`${header}.${claims.toString('base64url')}.${signature}`, `${value}x`, 'x', '']) {
      browser.cookies.set('KEYCLOAK_IDENTITY', forged);
      assert.equal(await browser.isSignedIn(), false);
    }
  }));

test('an identity cookie is not valid in another realm', () =>
  withSession(async (_fixture, browser) => {
    const answer = await browser.get(authorizationUrl('prompt=none', 'other'));
    assert.equal(answer.leadsTo['error'], 'login_required');
  }));

test('a session past its idle time is not used, and asking for a sign-out does not reset that time', () =>
  withSession(async (fixture, browser) => {
    fixture.clock.setOffsetMs(29 * MINUTE);
    const question = await browser.get('/realms/r/protocol/openid-connect/logout');
    assert.match(question.text, /You are signed in as <strong>alice</);
    fixture.clock.setOffsetMs(40 * MINUTE);
    assert.equal(await browser.isSignedIn(), false);
    assert.equal((await browser.open()).status, 200);
  }));

test('single sign-on resets the idle time until the session reaches its maximum lifespan', () =>
  withSession(async (fixture, browser) => {
    for (let minutes = 20; minutes < 600; minutes += 20) {
      fixture.clock.setOffsetMs(minutes * MINUTE);
      assert.ok('code' in (await browser.open()).leadsTo, `${minutes} minutes`);
    }
    fixture.clock.setOffsetMs(601 * MINUTE);
    assert.equal((await browser.open()).status, 200);
  }));

test('the session of a disabled user is ended', () =>
  withSession(async (fixture, browser, sid) => {
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({ ...user, enabled: false }));
    assert.equal(await browser.isSignedIn(), false);
    assert.deepEqual(
      fixture.ended.map((session) => session.id),
      [sid],
    );
  }));

test('the session of a removed user is ended', () =>
  withSession(async (fixture, browser, sid) => {
    await fixture.store.users.remove('r-id', 'alice-id');
    assert.equal((await browser.open('prompt=none')).leadsTo['error'], 'login_required');
    assert.ok((await fixture.store.sessions.find('r-id', sid)) === undefined);
  }));

test('a session that was ended elsewhere is not used', () =>
  withSession(async (fixture, browser, sid) => {
    await fixture.store.sessions.remove('r-id', sid);
    assert.equal(await browser.isSignedIn(), false);
  }));

test('an offline session is not a browser session', () =>
  withSession(async (fixture, browser, sid) => {
    const session = await fixture.store.sessions.find('r-id', sid);
    assert.ok(session !== undefined);
    await putSession(fixture.store.sessions, { ...session, offline: true });
    assert.equal(await browser.isSignedIn(), false);
  }));

test('reauthentication keeps client sessions added in the meantime', () =>
  withSession(async (fixture, browser, sid) => {
    const page = await browser.open('prompt=login');
    const session = await fixture.store.sessions.find('r-id', sid);
    assert.ok(session !== undefined);
    const client = { clientUuid: 'c', startedAt: 1, lastRefreshAt: 1, scope: 'openid' };
    await putSession(fixture.store.sessions, { ...session, clients: { ...session.clients, c: client } });
    const answer = await browser.post(formAction(page), { password: 'alice-password' });
    assert.equal((await browser.idToken(answer)).sid, sid);
    const { clients } = (await fixture.store.sessions.find('r-id', sid)) ?? {};
    assert.deepEqual(clients?.['c'], client);
    assert.deepEqual(Object.keys(clients ?? {}), [...Object.keys(session.clients), 'c']);
  }));

test('Keycloak not-before: a cookie issued before the not-before time of its realm or user is stale; a new sign-in is accepted', () =>
  withSession(async (fixture, browser, sid) => {
    fixture.clock.setOffsetMs(MINUTE);
    const notBefore = Math.floor(fixture.clock.now() / 1000);
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({ ...user, notBefore }));
    assert.equal(await browser.isSignedIn(), false);
    assert.ok(await fixture.store.sessions.find('r-id', sid));
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    assert.equal(await browser.isSignedIn(), true);
    fixture.clock.setOffsetMs(2 * MINUTE);
    const later = Math.floor(fixture.clock.now() / 1000);
    await fixture.store.realms.update('r', (realm) => ({ ...realm, notBefore: later }));
    assert.equal(await browser.isSignedIn(), false);
  }));
