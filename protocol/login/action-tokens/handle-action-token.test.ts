import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { formAction, linkTarget } from '../testing/browser.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import { type LoginFixture, withLogin } from '../testing/login-fixture.ts';
import { newestLink } from '../testing/sent-links.ts';

const ALLOWED = { resetPasswordAllowed: true };
const ALICE = 'alice@example.test';

/** Asks for a link for alice's forgotten password in `browser`. */
async function ask(fixture: LoginFixture, browser: LoginBrowser): Promise<string> {
  const page = await browser.get(linkTarget(await browser.open(), 'kc-forgot-password'));
  await browser.post(formAction(page, 'kc-reset-password-form'), { username: 'alice' });
  return await newestLink(fixture, ALICE);
}

const refusalOf = ({ activity }: LoginFixture) =>
  activity.list({}).records.find(({ refusal }) => refusal !== undefined)?.refusal;

test('Keycloak action token: a JWT with HS512 and the claims of a forgotten password', () =>
  withLogin(async (fixture, browser) => {
    const link = new URL(await ask(fixture, browser));
    assert.equal(link.pathname, '/realms/r/login-actions/action-token');
    assert.equal(link.searchParams.get('client_id'), 'shop');
    const jws = decodeJws(link.searchParams.get('key') ?? '');
    assert.ok(jws !== undefined);
    const { header, claims } = jws;
    const issuer = `${fixture.baseUrl}/realms/r`;
    const { iss, aud, sub, typ, azp, eml, nonce, jti, exp, iat, asid }: Record<string, unknown> = claims;
    assert.equal(header.alg, 'HS512');
    assert.deepEqual(
      [iss, aud, sub, typ, azp, eml],
      [issuer, issuer, 'alice-id', 'reset-credentials', 'shop', ALICE],
    );
    assert.equal(nonce, jti);
    assert.equal(Number(exp) - Number(iat), 300);
    assert.equal(String(asid).split('.')[1], link.searchParams.get('tab_id'));
  }, ALLOWED));

for (const [name, change, message, why] of [
  ['no key', () => '', /login again through your application/, /no signed token/],
  ['a key that is no token', () => 'abc.def.ghi', /login again through your application/, /no signed token/],
  ['a very long key', () => 'x'.repeat(6000), /login again through your application/, /no signed token/],
  ['a changed signature', (key: string) => `${key.slice(0, -4)}AAAA`, /login again/, /the link was changed/],
  [
    'changed claims',
    (key: string) => {
      const [header, body = '', signature] = key.split('.');
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
      const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'bob-id' })).toString('base64url');
      return `${header}.${changed}.${signature}`;
    },
    /login again/,
    /the link was changed/,
  ],
  [
    'an unsigned token',
    (key: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${key.split('.')[1]}.`,
    /login again/,
    /not signed with HS512|no signed token/,
  ],
] as const)
  test(`action token: ${name} is refused with a page, and Activity says why`, () =>
    withLogin(async (fixture, browser) => {
      const link = new URL(await ask(fixture, browser));
      link.searchParams.set('key', change(link.searchParams.get('key') ?? ''));
      const page = await browser.get(link.href);
      assert.equal(page.status, 400);
      assert.match(page.text, message);
      assert.match(refusalOf(fixture)?.reason ?? '', why);
      assert.equal((await browser.post(link.href, { x: 'y' })).status, 400);
    }, ALLOWED));

test('action token: a token of another type is no key of a link', () =>
  withLogin(async (fixture, browser) => {
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const identity = browser.cookies.get('KEYCLOAK_IDENTITY');
    const page = await browser.get(`/realms/r/login-actions/action-token?key=${identity}`);
    assert.equal(page.status, 400);
    assert.match(refusalOf(fixture)?.reason ?? '', /Serialized-ID is not the key of a link/);
  }, ALLOWED));

test('action token: a link of another realm names the realm that issued it', () =>
  withLogin(async (fixture, browser) => {
    const link = await ask(fixture, browser);
    const page = await browser.get(link.replace('/realms/r/', '/realms/other/'));
    assert.equal(page.status, 400);
    assert.match(refusalOf(fixture)?.reason ?? '', /issued by ".*\/realms\/r", not by realm other/);
  }, ALLOWED));

test('action token: an expired link starts the sign-in again in its browser, and is explained in every other', () =>
  withLogin(async (fixture, browser) => {
    const link = await ask(fixture, browser);
    fixture.clock.setOffsetMs(299_000);
    assert.equal((await fixture.browser().get(link)).status, 302);
    fixture.clock.setOffsetMs(300_000);
    const other = await fixture.browser().get(link);
    assert.equal(other.status, 400);
    assert.match(other.text, /Action expired\./);
    assert.match(refusalOf(fixture)?.remedy ?? '', /actionTokenGeneratedByUserLifespan\.reset-credentials/);
    const own = await browser.get(link);
    assert.match(own.text, /Action expired\. Please start again\./);
    const answer = await browser.signIn(own, 'alice', 'alice-password');
    assert.equal(await browser.usernameOf(answer), 'alice');
  }, ALLOWED));

test('action token: links of deleted and disabled users and to a changed address are refused', () =>
  withLogin(async (fixture, browser) => {
    const link = await ask(fixture, browser);
    const { users } = fixture.store;
    await users.update('r-id', 'alice-id', (user) => ({ ...user, email: 'new@example.test' }));
    assert.match((await browser.get(link)).text, /old stale link/);
    assert.match(refusalOf(fixture)?.reason ?? '', /address of user alice is new@example\.test now/);
    await users.update('r-id', 'alice-id', (user) => ({ ...user, email: ALICE, enabled: false }));
    assert.match((await browser.get(link)).text, /Account is disabled/);
    await users.remove('r-id', 'alice-id');
    assert.equal((await browser.get(link)).status, 400);
    assert.match(refusalOf(fixture)?.reason ?? '', /was deleted/);
  }, ALLOWED));

test('action token: a disabled realm refuses links', () =>
  withLogin(async (fixture, browser) => {
    const link = await ask(fixture, browser);
    await fixture.store.realms.update('r', (realm) => ({ ...realm, enabled: false }));
    assert.equal((await browser.get(link)).status, 403);
  }, ALLOWED));
