import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { TestBrowser, type TestPage } from '#protocol/login/testing/browser.ts';
import { callbackOf, type LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import type { LoginFixture } from '#protocol/login/testing/login-fixture.ts';
import { chooseAt, LINKERS, provider, signInAt, withProviders } from './testing/brokering.ts';

const STORING = { storeToken: true, addReadTokenRoleOnCreate: true, trustEmail: true };

const withGoogle = (
  run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
  members: Readonly<Record<string, unknown>> = STORING,
  changes: Partial<RealmRepresentation> = {},
) => withProviders([provider('google', 'google', {}, members)], run, { users: LINKERS, ...changes });

/** The access token of a sign-in. */
async function redeem({ baseUrl }: LoginFixture, answer: TestPage): Promise<string> {
  const tokens = await new TestBrowser(baseUrl).post('/realms/r/protocol/openid-connect/token', {
    grant_type: 'authorization_code',
    client_id: 'shop',
    redirect_uri: callbackOf('shop'),
    code: answer.leadsTo['code'] ?? '',
  });
  return String(JSON.parse(tokens.text).access_token);
}

async function read({ baseUrl }: LoginFixture, token: string | undefined, alias = 'google') {
  const response = await fetch(`${baseUrl}/realms/r/broker/${alias}/token`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: await response.text(), headers: response.headers };
}

const errorOf = ({ body }: { readonly body: string }) => String(JSON.parse(body).errorMessage);

test('Keycloak broker token: the token response of a new user is returned, and Activity masks it', () =>
  withGoogle(async (fixture, browser) => {
    const token = await redeem(fixture, await signInAt(browser, 'google', 'ada@example.com'));
    const answer = await read(fixture, token);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
    const stored = JSON.parse(answer.body);
    assert.equal(typeof stored.access_token, 'string');
    const { id = '' } = fixture.activity.list({}).records[0] ?? {};
    const recorded = JSON.stringify(fixture.activity.find(id, { reveal: false }));
    assert.ok(!recorded.includes(stored.access_token));
    assert.ok(!recorded.includes(token));
  }));

test('Keycloak addReadTokenRoleOnCreate: an existing user gets the role when the account is linked', () =>
  withGoogle(async (fixture, browser) => {
    const page = await chooseAt(browser, await signInAt(browser, 'google', 'alice@example.test'));
    const answer = await browser.follow(
      await browser.post(/action="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '', {
        password: 'alice-password',
      }),
    );
    const token = await redeem(fixture, answer);
    assert.equal((await read(fixture, token)).status, 200);
  }));

test('Keycloak broker token: without the role, 403 with its message', () =>
  withGoogle(
    async (fixture, browser) => {
      const token = await redeem(fixture, await signInAt(browser, 'google', 'ada@example.com'));
      const answer = await read(fixture, token);
      assert.equal(answer.status, 403);
      assert.equal(
        errorOf(answer),
        'Client [shop] not authorized to retrieve tokens from identity provider [google].',
      );
    },
    { storeToken: true },
  ));

test('Keycloak broker token: a realm that stores no tokens, or an unknown provider, is refused', () =>
  withGoogle(
    async (fixture, browser) => {
      const token = await redeem(fixture, await signInAt(browser, 'google', 'ada@example.com'));
      const answer = await read(fixture, token);
      assert.equal(answer.status, 400);
      assert.equal(errorOf(answer), 'Identity Provider [google] does not support this operation.');
      const unknown = await read(fixture, token, 'none');
      assert.deepEqual([unknown.status, errorOf(unknown)], [404, 'Identity Provider [none] not found.']);
    },
    { addReadTokenRoleOnCreate: true },
  ));

test('Keycloak broker token: a user without a link, or without a token, is refused with its messages', () =>
  withGoogle(async (fixture, browser) => {
    const { users } = fixture.store;
    const token = await redeem(fixture, await signInAt(browser, 'google', 'ada@example.com'));
    const { id = '' } = (await users.findByEmail('r-id', 'ada@example.com')) ?? {};
    await users.update('r-id', id, (user) => ({
      ...user,
      federatedIdentities: [{ identityProvider: 'google', userId: '1', userName: 'ada' }],
    }));
    const none = await read(fixture, token);
    assert.equal(none.status, 404);
    assert.equal(
      errorOf(none),
      `No token stored for user [${id}] with associated identity provider [google].`,
    );
    await users.update('r-id', id, (user) => ({ ...user, federatedIdentities: [] }));
    const unlinked = await read(fixture, token);
    assert.equal(unlinked.status, 400);
    assert.equal(errorOf(unlinked), `User [${id}] is not associated with identity provider [google].`);
  }));

test('Keycloak broker token: what a provider of SAML has sent is returned as text', () =>
  withGoogle(async (fixture, browser) => {
    const { users } = fixture.store;
    const token = await redeem(fixture, await signInAt(browser, 'google', 'ada@example.com'));
    const { id = '' } = (await users.findByEmail('r-id', 'ada@example.com')) ?? {};
    const link = { identityProvider: 'google', userId: '1', userName: 'ada', token: '<Assertion/>' };
    await users.update('r-id', id, (user) => ({ ...user, federatedIdentities: [link] }));
    const answer = await read(fixture, token);
    assert.deepEqual([answer.status, answer.body], [200, '<Assertion/>']);
    assert.match(answer.headers.get('content-type') ?? '', /text\/plain/);
  }));

for (const [name, token] of [
  ['no access token', undefined],
  ['a token of nobody', 'abc.def.ghi'],
  ['an empty token', ''],
] as const)
  test(`Keycloak broker token: ${name} is 400 Invalid token`, () =>
    withGoogle(async (fixture) => {
      const answer = await read(fixture, token);
      assert.equal(answer.status, 400);
      assert.equal(errorOf(answer), 'Invalid token.');
    }));
