import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { computeOneTimePassword } from '#protocol/crypto/one-time-password.ts';
import { formAction, TestBrowser } from './testing/browser.ts';
import { type LoginFixture, startLogin } from './testing/made-up-protocol.ts';

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
  use: (fixture: LoginFixture, browser: TestBrowser, code: () => string) => Promise<void>,
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
    await use(fixture, new TestBrowser(fixture.baseUrl), code);
  } finally {
    await fixture.close();
  }
}

const signIn = async (browser: TestBrowser, query = '', name = 'alice') =>
  browser.signIn(await browser.open(query), name, `${name}-password`);

test("OIDC Core §2: a sign-in that requests the lower level requires the password only, and acr is the level's name", () =>
  withLevels(LEVELS, async (_fixture, browser) => {
    assert.equal((await signIn(browser, 'acr=silver')).leadsTo['acr'], 'silver');
    assert.equal((await browser.open()).leadsTo['acr'], 'silver');
  }));

test('step-up: requesting a higher level in a session requires only the missing factor and keeps the session', () =>
  withLevels(LEVELS, async (_fixture, browser, code) => {
    const first = await signIn(browser);
    const page = await browser.open('acr=gold');
    assert.match(page.text, /id="kc-otp-login-form"/);
    assert.doesNotMatch(page.text, /id="password"/);
    const second = await browser.post(formAction(page, OTP), { otp: code() });
    assert.equal(second.leadsTo['acr'], 'gold');
    assert.equal(second.leadsTo['sid'], first.leadsTo['sid']);
    assert.equal((await browser.open('acr=gold')).leadsTo['acr'], 'gold');
    assert.equal((await browser.open('acr=2')).leadsTo['acr'], 'gold');
  }));

test('a first sign-in that requests the higher level requires both factors', () =>
  withLevels(LEVELS, async (_fixture, browser, code) => {
    const page = await signIn(browser, 'acr=gold');
    assert.equal((await browser.post(formAction(page, OTP), { otp: code() })).leadsTo['acr'], 'gold');
  }));

test('OIDC Core §3.1.2.6: prompt=none is refused with login_required if the session has not reached the level', () =>
  withLevels(LEVELS, async (_fixture, browser) => {
    await signIn(browser);
    assert.equal((await browser.open('acr=gold&passive')).leadsTo['error'], 'login_required');
    assert.equal((await browser.open('acr=silver&passive')).leadsTo['user'], 'alice');
  }));

test('a user without a device sets one up during the sign-in, which reaches the level', () =>
  withLevels(LEVELS, async (fixture, browser) => {
    const page = await browser.follow(await signIn(browser, 'acr=gold', 'bob'));
    const secret = /name="totpSecret" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const counter = Math.floor(fixture.clock.now() / 30_000);
    const settings = { digits: 6, algorithm: 'HmacSHA1' };
    const totp = computeOneTimePassword(Buffer.from(secret), counter, settings);
    assert.equal(
      (await browser.post(formAction(page, 'kc-totp-settings-form'), { totp })).leadsTo['acr'],
      'gold',
    );
  }));

test('OIDC Core §5.5.1.1: an essential acr that no sign-in reaches shows an error page; a voluntary one is ignored', () =>
  withLevels(LEVELS, async (fixture, browser, code) => {
    const failed = await signIn(browser, 'acr=moon&essential');
    assert.equal(failed.status, 400);
    assert.match(failed.text, /Authentication requirements not fulfilled/);
    assert.equal(await browser.session(), null);
    const [record] = fixture.activity.list({}).records;
    assert.match(record?.refusal?.remedy ?? '', /acr\.loa\.map of realm r/);
    const page = await signIn(browser, 'acr=moon');
    assert.equal((await browser.post(formAction(page, OTP), { otp: code() })).leadsTo['acr'], 'gold');
  }));

test('a realm without levels: an essential level 2 shows an error page, acr is 1 and then 0', () =>
  withLevels({}, async (_fixture, browser) => {
    assert.match((await signIn(browser, 'acr=2&essential', 'bob')).text, /requirements not fulfilled/);
    assert.equal((await signIn(browser, 'acr=2', 'bob')).leadsTo['acr'], '1');
    assert.equal((await browser.open()).leadsTo['acr'], '0');
  }));

test('loa-max-age: an expired level is required again, the others are not', () =>
  withLevels(CONDITIONS, async (fixture, browser, code) => {
    const page = await signIn(browser, 'acr=gold');
    await browser.post(formAction(page, OTP), { otp: code() });
    fixture.clock.setOffsetMs(61_000);
    assert.match((await browser.open('acr=gold')).text, /id="kc-otp-login-form"/);
    assert.equal((await browser.open('acr=silver')).leadsTo['acr'], 'silver');
  }));

test('loa-max-age of the password: the known user enters it again', () =>
  withLevels({ ...CONDITIONS, ssoSessionIdleTimeout: 99_999 }, async (fixture, browser) => {
    await signIn(browser);
    fixture.clock.setOffsetMs(3_601_000);
    const page = await browser.open();
    assert.match(page.text, /id="kc-attempted-username">alice</);
    assert.equal(
      (await browser.post(formAction(page), { password: 'alice-password' })).leadsTo['acr'],
      'silver',
    );
  }));

test('a session that ends between password and code requires both again', () =>
  withLevels(LEVELS, async (fixture, browser, code) => {
    const { leadsTo } = await signIn(browser);
    const page = await browser.open('acr=gold');
    fixture.store.sessions.remove('r-id', leadsTo['sid'] ?? '');
    const answer = await browser.post(formAction(page, OTP), { otp: code() });
    assert.equal(answer.leadsTo['user'], undefined);
    assert.equal(await browser.session(), null);
  }));
