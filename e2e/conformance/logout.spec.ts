import { expect, test } from '@playwright/test';
import { createLocalJWKSet, decodeJwt, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { startServer, type TestServer } from '../support/server.ts';
import { PlainBrowser } from '../support/sign-in.ts';
import { createConformanceRealm, FIRST, type Listener, listen, SIGNED_OUT } from './realm.ts';
import { type Fields, type Held, RelyingParty } from './relying-party.ts';

let server: TestServer;
let clients: Listener;
let rp: RelyingParty;

test.beforeAll(async () => {
  server = await startServer();
  clients = await listen('<!doctype html><title>signed out</title>', 'text/html');
  await createConformanceRealm(server.url, {
    attributes: {
      'backchannel.logout.url': `${clients.url}/back`,
      'backchannel.logout.session.required': 'true',
    },
  });
  rp = new RelyingParty(server.url, { responseType: 'code' });
});
test.afterAll(async () => {
  clients.close();
  await server.stop();
});

/** The result of a sign-out: a redirect, or a page with its status. */
interface SignedOut {
  readonly location: string | null;
  readonly status: number;
  readonly html: string;
}

async function signOut(browser: PlainBrowser, fields: Fields): Promise<SignedOut> {
  const response = await browser.request(`${rp.endpoint}/logout?${new URLSearchParams(fields)}`);
  const location = response.headers.get('location');
  return { location, status: response.status, html: location === null ? await response.text() : '' };
}

/** Confirms the sign-out if the page asks for it. */
async function confirm(browser: PlainBrowser, page: SignedOut): Promise<SignedOut> {
  if (!page.html.includes('id="kc-logout"')) return page;
  const action = /<form[^>]*action="([^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const code = /name="session_code" value="([^"]*)"/.exec(page.html)?.[1] ?? '';
  const response = await browser.request(new URL(action, rp.endpoint).href, {
    method: 'POST',
    body: new URLSearchParams({ session_code: code, confirmLogout: 'Logout' }),
  });
  const location = response.headers.get('location');
  return { location, status: response.status, html: location === null ? await response.text() : '' };
}

async function isSignedIn(browser: PlainBrowser): Promise<boolean> {
  const answer = await rp.ask(browser, rp.fields({ prompt: 'none' }));
  return answer.kind === 'callback' && answer.fields.has('code');
}

async function signedIn(): Promise<{ browser: PlainBrowser; held: Held }> {
  const browser = new PlainBrowser();
  const held = await rp.signIn({}, browser);
  expect(await isSignedIn(browser)).toBe(true);
  return { browser, held };
}

const RP = 'RP-Initiated Logout';

test(`${RP}: oidcc-rp-initiated-logout: §2: the user is signed out and redirected to the registered URL with the state`, async () => {
  const { browser, held } = await signedIn();
  const { location } = await signOut(browser, {
    id_token_hint: held.idTokenText,
    post_logout_redirect_uri: SIGNED_OUT,
    state: 'the state',
  });
  const { origin, pathname, searchParams } = new URL(location ?? '');
  expect([`${origin}${pathname}`, [...searchParams]]).toEqual([SIGNED_OUT, [['state', 'the state']]]);
  expect(await isSignedIn(browser)).toBe(false);
});

test(`${RP}: oidcc-rp-initiated-logout-no-state: §3: without a state, none is added`, async () => {
  const { browser, held } = await signedIn();
  const { location } = await signOut(browser, {
    id_token_hint: held.idTokenText,
    post_logout_redirect_uri: SIGNED_OUT,
  });
  expect(location).toBe(SIGNED_OUT);
  expect(await isSignedIn(browser)).toBe(false);
});

const foreignKey = new TextEncoder().encode('a key that the server has never seen, long enough');

/** Requests that must not redirect: the user sees a page and stays signed in until confirming. */
const NOT_FOLLOWED: Readonly<Record<string, { requires: string; fields(held: Held): Promise<Fields> }>> = {
  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': {
    requires: '§3: an unregistered URL is not followed',
    fields: async ({ idTokenText }) => ({
      id_token_hint: idTokenText,
      post_logout_redirect_uri: `${SIGNED_OUT}/other`,
    }),
  },
  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': {
    requires: '§3: a registered URL with an added query is not followed',
    fields: async ({ idTokenText }) => ({
      id_token_hint: idTokenText,
      post_logout_redirect_uri: `${SIGNED_OUT}?foo=bar`,
    }),
  },
  'oidcc-rp-initiated-logout-modified-id-token-hint': {
    requires: '§4: a hint without its signature is ignored',
    fields: async ({ idTokenText }) => ({
      id_token_hint: new UnsecuredJWT(decodeJwt(idTokenText)).encode(),
      post_logout_redirect_uri: SIGNED_OUT,
    }),
  },
  'oidcc-rp-initiated-logout-bad-id-token-hint': {
    requires: '§4: a hint signed by another party is ignored',
    fields: async ({ idTokenText }) => ({
      id_token_hint: await new SignJWT(decodeJwt(idTokenText))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(foreignKey),
      post_logout_redirect_uri: SIGNED_OUT,
    }),
  },
  'oidcc-rp-initiated-logout-no-id-token-hint': {
    requires: '§3: a URL without hint and client is not followed',
    fields: async () => ({ post_logout_redirect_uri: SIGNED_OUT }),
  },
};

for (const [module, { requires, fields }] of Object.entries(NOT_FOLLOWED)) {
  test(`${RP}: ${module}: ${requires}`, async () => {
    const { browser, held } = await signedIn();
    const { location, status, html } = await signOut(browser, await fields(held));
    expect([location, status]).toEqual([null, 400]);
    expect(html).toContain('id="kc-error-message"');
    expect(await isSignedIn(browser)).toBe(true);
  });
}

const ASKED: Readonly<Record<string, Fields>> = {
  'oidcc-rp-initiated-logout-no-params': {},
  'oidcc-rp-initiated-logout-only-state': { state: 'alone' },
};

for (const [module, fields] of Object.entries(ASKED)) {
  test(`${RP}: ${module}: §2: the user must confirm, and a page says that the user is signed out`, async () => {
    const { browser } = await signedIn();
    const asked = await signOut(browser, fields);
    expect(asked.html).toContain('id="kc-logout"');
    expect(await isSignedIn(browser)).toBe(true);
    const done = await confirm(browser, asked);
    expect([done.location, done.status]).toEqual([null, 200]);
    expect(await isSignedIn(browser)).toBe(false);
  });
}

test(`${RP}: oidcc-rp-initiated-logout-no-post-logout-redirect-uri: §2: without a URL, a page says that the user is signed out`, async () => {
  const { browser, held } = await signedIn();
  const done = await confirm(browser, await signOut(browser, { id_token_hint: held.idTokenText }));
  expect([done.location, done.status]).toEqual([null, 200]);
  expect(await isSignedIn(browser)).toBe(false);
});

test('Back-Channel Logout: oidcc-backchannel-rp-initiated-logout: §2.4: the client is notified of the session with a logout token', async () => {
  const { browser, held } = await signedIn();
  const before = clients.received.length;
  const { location } = await signOut(browser, {
    id_token_hint: held.idTokenText,
    post_logout_redirect_uri: SIGNED_OUT,
  });
  expect(location).toBe(SIGNED_OUT);
  await expect.poll(() => clients.received.slice(before).map(({ path }) => path)).toEqual(['/back']);
  const token = new URLSearchParams(clients.received[before]?.body).get('logout_token') ?? '';
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(await rp.keys()), {
    issuer: rp.issuer,
    audience: FIRST.clientId,
    requiredClaims: ['iat', 'jti', 'events', 'sid'],
  });
  expect(protectedHeader.alg).toBe('RS256');
  expect(payload['events']).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} });
  expect([payload.sub, payload['sid']]).toEqual([held.idToken.sub, held.idToken['sid']]);
  expect(payload).not.toHaveProperty('nonce');
  expect(await isSignedIn(browser)).toBe(false);
});
