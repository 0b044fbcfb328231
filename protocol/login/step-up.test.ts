import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { computeOneTimePassword } from '#protocol/crypto/one-time-password.ts';
import { formAction, type TestPage } from './testing/browser.ts';
import type { LoginBrowser } from './testing/login-browser.ts';
import { type LoginFixture, startLogin } from './testing/login-fixture.ts';

const SECRET = 'abcdefghij0123456789';
const OTP = 'kc-otp-login-form';
const LEVELS: Partial<RealmRepresentation> = {
  attributes: { 'acr.loa.map': '{"silver":1,"gold":2,"moon":3}' },
};
const CONDITIONS: Partial<RealmRepresentation> = {
  ...LEVELS,
  authenticatorConfig: [
    { alias: 'one', config: { 'loa-condition-level': '1', 'loa-max-age': '3600' } },
    { alias: 'two', config: { 'loa-condition-level': '2', 'loa-max-age': '60' } },
  ],
};

async function withLevels(
  changes: Partial<RealmRepresentation>,
  use: (fixture: LoginFixture, browser: LoginBrowser, code: () => string) => Promise<void>,
): Promise<void> {
  const password = (value: string) => ({ type: 'password', value });
  const device = {
    id: 'phone',
    type: 'otp',
    secretData: JSON.stringify({ value: SECRET }),
    credentialData: JSON.stringify({ subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' }),
  };
  const users = [
    { id: 'alice-id', username: 'alice', credentials: [password('alice-password'), device] },
    { id: 'bob-id', username: 'bob', credentials: [password('bob-password')] },
  ];
  const fixture = await startLogin({ users, ...changes });
  const code = (): string => {
    const counter = Math.floor(fixture.clock.now() / 30_000);
    return computeOneTimePassword(Buffer.from(SECRET), counter, { digits: 6, algorithm: 'HmacSHA1' });
  };
  try {
    await use(fixture, fixture.browser(), code);
  } finally {
    await fixture.close();
  }
}

const signIn = async (browser: LoginBrowser, query = '', name = 'alice') =>
  browser.signIn(await browser.open(query), name, `${name}-password`);

const acrOf = async (browser: LoginBrowser, answer: TestPage) => (await browser.idToken(answer)).acr;

/** The claims parameter that requires `acr`. OIDC Core §5.5.1.1. */
function requireAcr(acr: string): string {
  const claims = { id_token: { acr: { essential: true, values: [acr] } } };
  return `claims=${encodeURIComponent(JSON.stringify(claims))}`;
}

test("OIDC Core §2: a sign-in that requests the lower level requires the password only, and acr is the level's name", () =>
  withLevels(LEVELS, async (_fixture, browser) => {
    assert.equal(await acrOf(browser, await signIn(browser, 'acr_values=silver')), 'silver');
    assert.equal(await acrOf(browser, await browser.open()), 'silver');
  }));

test('step-up: requesting a higher level in a session requires only the missing factor and keeps the session', () =>
  withLevels(LEVELS, async (_fixture, browser, code) => {
    const first = await browser.idToken(await signIn(browser));
    const page = await browser.open('acr_values=gold');
    assert.match(page.text, /id="kc-otp-login-form"/);
    assert.doesNotMatch(page.text, /id="password"/);
    const second = await browser.idToken(await browser.post(formAction(page, OTP), { otp: code() }));
    assert.equal(second.acr, 'gold');
    assert.equal(second.sid, first.sid);
    assert.equal(await acrOf(browser, await browser.open('acr_values=gold')), 'gold');
    assert.equal(await acrOf(browser, await browser.open('acr_values=2')), 'gold');
  }));

test('a first sign-in that requests the higher level requires both factors', () =>
  withLevels(LEVELS, async (_fixture, browser, code) => {
    const page = await signIn(browser, 'acr_values=gold');
    assert.equal(await acrOf(browser, await browser.post(formAction(page, OTP), { otp: code() })), 'gold');
  }));

test('OIDC Core §3.1.2.6: prompt=none is refused with login_required if the session has not reached the level', () =>
  withLevels(LEVELS, async (_fixture, browser) => {
    await signIn(browser);
    assert.equal((await browser.open('acr_values=gold&prompt=none')).leadsTo['error'], 'login_required');
    assert.equal(await browser.usernameOf(await browser.open('acr_values=silver&prompt=none')), 'alice');
  }));

test('a user without a device sets one up during the sign-in, which reaches the level', () =>
  withLevels(LEVELS, async (fixture, browser) => {
    const page = await browser.follow(await signIn(browser, 'acr_values=gold', 'bob'));
    const secret = /name="totpSecret" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const counter = Math.floor(fixture.clock.now() / 30_000);
    const settings = { digits: 6, algorithm: 'HmacSHA1' };
    const totp = computeOneTimePassword(Buffer.from(secret), counter, settings);
    const answer = await browser.post(formAction(page, 'kc-totp-settings-form'), { totp });
    assert.equal(await acrOf(browser, answer), 'gold');
  }));

test('OIDC Core §5.5.1.1: an essential acr that no sign-in reaches shows an error page; a voluntary one is ignored', () =>
  withLevels(LEVELS, async (fixture, browser, code) => {
    const failed = await signIn(browser, requireAcr('moon'));
    assert.equal(failed.status, 400);
    assert.match(failed.text, /Authentication requirements not fulfilled/);
    const [record] = fixture.activity.list({}).records;
    assert.match(record?.refusal?.remedy ?? '', /acr\.loa\.map of realm r/);
    assert.equal(await browser.isSignedIn(), false);
    const page = await signIn(browser, 'acr_values=moon');
    assert.equal(await acrOf(browser, await browser.post(formAction(page, OTP), { otp: code() })), 'gold');
  }));

test('a realm without levels: an essential level 2 shows an error page, acr is 1 and then 0', () =>
  withLevels({}, async (_fixture, browser) => {
    assert.match((await signIn(browser, requireAcr('2'), 'bob')).text, /requirements not fulfilled/);
    assert.equal(await acrOf(browser, await signIn(browser, 'acr_values=2', 'bob')), '1');
    assert.equal(await acrOf(browser, await browser.open()), '0');
  }));

test('loa-max-age: an expired level is required again, the others are not', () =>
  withLevels(CONDITIONS, async (fixture, browser, code) => {
    const page = await signIn(browser, 'acr_values=gold');
    await browser.post(formAction(page, OTP), { otp: code() });
    fixture.clock.setOffsetMs(61_000);
    assert.match((await browser.open('acr_values=gold')).text, /id="kc-otp-login-form"/);
    assert.equal(await acrOf(browser, await browser.open('acr_values=silver')), 'silver');
  }));

test('loa-max-age of the password: the known user enters it again', () =>
  withLevels({ ...CONDITIONS, ssoSessionIdleTimeout: 99_999 }, async (fixture, browser) => {
    await signIn(browser);
    fixture.clock.setOffsetMs(3_601_000);
    const page = await browser.open();
    assert.match(page.text, /id="kc-attempted-username" value="alice"/);
    const answer = await browser.post(formAction(page), { password: 'alice-password' });
    assert.equal(await acrOf(browser, answer), 'silver');
  }));

test('a session that ends between password and code requires both again', () =>
  withLevels(LEVELS, async (fixture, browser, code) => {
    const { leadsTo } = await signIn(browser);
    const page = await browser.open('acr_values=gold');
    await fixture.store.sessions.remove('r-id', leadsTo['session_state'] ?? '');
    const answer = await browser.post(formAction(page, OTP), { otp: code() });
    assert.equal(answer.leadsTo['code'], undefined);
    assert.equal(await browser.isSignedIn(), false);
  }));
