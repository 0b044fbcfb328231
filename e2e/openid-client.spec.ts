import { expect, test } from '@playwright/test';
import * as oidc from 'openid-client';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { CALLBACK, person, secretOf } from './support/clients.ts';
import { realmOf } from './support/kit.ts';
import { startServer, type TestServer } from './support/server.ts';
import { PlainBrowser, signIn } from './support/sign-in.ts';

let server: TestServer;
let idp: IdentityProvider;
let issuer: URL;
const alice = person('alice');

test.beforeAll(async () => {
  server = await startServer();
  idp = await realmOf(server);
  issuer = new URL(`${server.url}/realms/demo`);
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

function discover(clientId: string, authentication?: oidc.ClientAuth): Promise<oidc.Configuration> {
  const secret = clientId === 'demo-spa' || authentication !== undefined ? undefined : secretOf(clientId);
  return oidc.discovery(issuer, clientId, secret, authentication, { execute: [oidc.allowInsecureRequests] });
}

interface Ready {
  url: URL;
  checks: { expectedState: string; expectedNonce: string; pkceCodeVerifier: string };
}

async function authorizationUrl(
  client: oidc.Configuration,
  extra: Record<string, string> = {},
): Promise<Ready> {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const checks = { expectedState: oidc.randomState(), expectedNonce: oidc.randomNonce(), pkceCodeVerifier };
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: CALLBACK,
    scope: 'openid profile email',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...extra,
  });
  return { url, checks };
}

async function codeFlow(client: oidc.Configuration, browser = new PlainBrowser()) {
  const { url, checks } = await authorizationUrl(client);
  const callback = await signIn(browser, url, alice.username, alice.password);
  return { browser, callback, checks, tokens: await oidc.authorizationCodeGrant(client, callback, checks) };
}

/** The error code of a refused library call. */
async function refusal(
  call: Promise<unknown>,
): Promise<{ error: string; error_description?: string; status: number }> {
  return call.then(
    () => ({ error: 'accepted', status: 200 }),
    (error) => ({
      error: error.error ?? error.code,
      error_description: error.error_description,
      status: error.status,
    }),
  );
}

test('OIDC Core §3.1: a confidential client signs a user in with code, PKCE, nonce and iss, all checked by openid-client', async () => {
  const client = await discover('demo-web');
  const { tokens, callback } = await codeFlow(client);
  expect(callback.searchParams.get('iss')).toBe(issuer.href);
  const claims = tokens.claims();
  expect(claims).toMatchObject({
    preferred_username: 'alice',
    email: alice.email,
    name: alice.name,
    aud: 'demo-web',
  });
  expect(claims?.['sid']).toBe(callback.searchParams.get('session_state'));
  const userInfo = await oidc.fetchUserInfo(client, tokens.access_token, claims?.sub ?? '');
  expect(userInfo.email).toBe(alice.email);
});

test('OAuth 2.0 for browser-based apps: a public client signs a user in with PKCE and without a secret', async () => {
  const { tokens } = await codeFlow(await discover('demo-spa', oidc.None()));
  expect(tokens.token_type).toBe('bearer');
  expect(tokens.refresh_token).toBeDefined();
});

for (const [name, method] of [
  ['client_secret_basic', oidc.ClientSecretBasic],
  ['client_secret_post', oidc.ClientSecretPost],
] as const) {
  test(`RFC 6749 §2.3.1: ${name} authenticates a client at the token endpoint`, async () => {
    const client = await discover('demo-service', method(secretOf('demo-service')));
    const tokens = await oidc.clientCredentialsGrant(client);
    expect(tokens.expires_in).toBe(300);
    expect(tokens.refresh_token).toBeUndefined();
  });

  test(`RFC 6749 §5.2: ${name} with a wrong secret is refused`, async () => {
    const client = await discover('demo-service', method('wrong'));
    expect(await refusal(oidc.clientCredentialsGrant(client))).toMatchObject({
      error: 'unauthorized_client',
      status: 401,
    });
  });
}

test('RFC 6749 §4.1.2: a code is accepted once; its second use is refused and revokes the tokens of the first', async () => {
  const client = await discover('demo-web');
  const { callback, checks, tokens } = await codeFlow(client);
  expect(await refusal(oidc.authorizationCodeGrant(client, callback, checks))).toMatchObject({
    error: 'invalid_grant',
    error_description: 'Code not valid',
  });
  expect(await refusal(oidc.refreshTokenGrant(client, tokens.refresh_token ?? ''))).toMatchObject({
    error: 'invalid_grant',
  });
  const subject = tokens.claims()?.sub ?? '';
  expect((await refusal(oidc.fetchUserInfo(client, tokens.access_token, subject))).status).toBe(401);
});

test('RFC 7636 §4.6: a code with another verifier is refused', async () => {
  const client = await discover('demo-web');
  const { url, checks } = await authorizationUrl(client);
  const callback = await signIn(new PlainBrowser(), url, alice.username, alice.password);
  const wrong = { ...checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() };
  expect(await refusal(oidc.authorizationCodeGrant(client, callback, wrong))).toMatchObject({
    error: 'invalid_grant',
    error_description: 'PKCE verification failed: Code mismatch',
  });
});

test('OIDC Core §3.1.2.1: prompt=none signs in silently with a session and returns login_required without one', async () => {
  const client = await discover('demo-web');
  const { browser } = await codeFlow(client);
  const silent = await authorizationUrl(client, { prompt: 'none' });
  const withSession = await browser.request(silent.url.href);
  const callback = new URL(withSession.headers.get('location') ?? '');
  const tokens = await oidc.authorizationCodeGrant(client, callback, silent.checks);
  expect(tokens.claims()?.['preferred_username']).toBe('alice');
  const without = await new PlainBrowser().request(silent.url.href);
  const refused = new URL(without.headers.get('location') ?? '');
  expect(refused.searchParams.get('error')).toBe('login_required');
  expect(refused.searchParams.get('state')).toBe(silent.checks.expectedState);
});

test('RFC 6749 §6: a refresh token returns new tokens, with a narrower scope if requested', async () => {
  const client = await discover('demo-web');
  const { tokens } = await codeFlow(client);
  const fresh = await oidc.refreshTokenGrant(client, tokens.refresh_token ?? '', { scope: 'openid email' });
  expect(fresh.scope?.split(' ').sort()).toEqual(['email', 'openid']);
  expect(fresh.access_token).not.toBe(tokens.access_token);
  expect(fresh.claims()?.sub).toBe(tokens.claims()?.sub);
});

test('RFC 7662 §2.2: introspection distinguishes an active token from a revoked one', async () => {
  const client = await discover('demo-web');
  const { tokens } = await codeFlow(client);
  expect(await oidc.tokenIntrospection(client, tokens.access_token)).toMatchObject({
    active: true,
    client_id: 'demo-web',
    username: 'alice',
  });
  await oidc.tokenRevocation(client, tokens.access_token);
  expect(await oidc.tokenIntrospection(client, tokens.access_token)).toEqual({ active: false });
});

test('RFC 7009 §2.1: a revoked refresh token no longer returns tokens', async () => {
  const client = await discover('demo-web');
  const { tokens } = await codeFlow(client);
  await oidc.tokenRevocation(client, tokens.refresh_token ?? '');
  expect(await refusal(oidc.refreshTokenGrant(client, tokens.refresh_token ?? ''))).toMatchObject({
    error: 'invalid_grant',
  });
});

test('OIDC RP-Initiated Logout §2: with an ID token as hint, the user is redirected with state, and the session has ended', async () => {
  const client = await discover('demo-web');
  const { browser, tokens } = await codeFlow(client);
  const url = oidc.buildEndSessionUrl(client, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: CALLBACK,
    state: 'bye',
  });
  const answer = await browser.request(url.href);
  expect(answer.headers.get('location')).toBe(`${CALLBACK}?state=bye`);
  const silent = await browser.request((await authorizationUrl(client, { prompt: 'none' })).url.href);
  expect(new URL(silent.headers.get('location') ?? '').searchParams.get('error')).toBe('login_required');
  expect(await refusal(oidc.refreshTokenGrant(client, tokens.refresh_token ?? ''))).toMatchObject({
    error: 'invalid_grant',
  });
});

test("OIDC Core §3.1.2.1: after max_age on the realm's clock, the password is required again", async () => {
  const client = await discover('demo-web');
  const { browser } = await codeFlow(client);
  await idp.clock.advance({ minutes: 2 });
  try {
    const aged = await browser.request((await authorizationUrl(client, { max_age: '60' })).url.href);
    expect(aged.status).toBe(200);
    expect(await aged.text()).toContain('id="kc-login"');
    const young = await browser.request((await authorizationUrl(client, { max_age: '600' })).url.href);
    expect(young.status).toBe(302);
  } finally {
    await idp.clock.reset();
  }
});

test("RFC 6749 §4.2.2: an access token expires on the realm's clock", async () => {
  const client = await discover('demo-web');
  const { tokens } = await codeFlow(client);
  await idp.clock.advance({ seconds: 301 });
  try {
    expect(await oidc.tokenIntrospection(client, tokens.access_token)).toEqual({ active: false });
    expect((await oidc.refreshTokenGrant(client, tokens.refresh_token ?? '')).expires_in).toBe(300);
  } finally {
    await idp.clock.reset();
  }
});
