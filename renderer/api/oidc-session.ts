// The administrator's sign-in in a browser: authorization code with PKCE (RFC 7636), tokens in memory only.

import { text } from '../texts/text.ts';
import { fetchAnswer, readBody } from './fetch-answer.ts';
import { serverUrl } from './server-url.ts';
import type { Session } from './session.ts';
import { type PendingSignIn, readCallback, signInUrl } from './sign-in-callback.ts';

const CLIENT_ID = 'security-admin-console';
const PROTOCOL_PATH = '/realms/master/protocol/openid-connect';
const PENDING_KEY = 'understudy.console.sign-in';
/** A token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 10_000;

interface TokenResponseWire {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly id_token?: string;
  readonly expires_in: number;
}

interface Tokens {
  readonly wire: TokenResponseWire;
  readonly validUntil: number;
}

function redirectUri(): string {
  return `${location.origin}${location.pathname}`;
}

function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Redirects the browser to the sign-in page; never returns. */
async function beginSignIn(): Promise<never> {
  // Secure Contexts §2.1, Web Cryptography §10: SHA-256 for the code challenge requires a secure context.
  if (!isSecureContext) throw new Error(text('api:signIn.insecure'));
  const pending: PendingSignIn = { state: randomText(), verifier: randomText(), hash: location.hash };
  sessionStorage.setItem(PENDING_KEY, JSON.stringify(pending));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.verifier));
  const url = signInUrl({
    endpoint: serverUrl(`${PROTOCOL_PATH}/auth`),
    clientId: CLIENT_ID,
    redirectUri: redirectUri(),
    state: pending.state,
    challenge: base64Url(new Uint8Array(digest)),
  });
  location.assign(url);
  return new Promise<never>(() => undefined);
}

async function requestTokens(form: Record<string, string>): Promise<Tokens | undefined> {
  const sentAt = performance.now();
  const response = await fetchAnswer(`${PROTOCOL_PATH}/token`, {
    method: 'POST',
    headers: { 'x-understudy-console': '1' },
    body: new URLSearchParams({ client_id: CLIENT_ID, ...form }),
  });
  if (!response.ok) return undefined;
  const wire = (await readBody(response.json(), undefined)) as TokenResponseWire;
  return { wire, validUntil: sentAt + wire.expires_in * 1000 - RENEW_BEFORE_MS };
}

function takePending(): PendingSignIn | undefined {
  const stored = sessionStorage.getItem(PENDING_KEY);
  sessionStorage.removeItem(PENDING_KEY);
  return stored === null ? undefined : (JSON.parse(stored) as PendingSignIn);
}

async function firstTokens(): Promise<Tokens> {
  if (!new URLSearchParams(location.search).has('state')) return beginSignIn();
  const pending = takePending();
  const callback = readCallback(location.search, pending);
  history.replaceState(null, '', `${location.pathname}${pending?.hash ?? ''}`);
  // A bookmark or the back button: start a new sign-in.
  if (callback.kind === 'stale') return beginSignIn();
  if (callback.kind === 'refused') throw new Error(callback.message);
  const tokens = await requestTokens({
    grant_type: 'authorization_code',
    code: callback.code,
    code_verifier: callback.verifier,
    redirect_uri: redirectUri(),
  });
  if (tokens === undefined) throw new Error(text('api:signIn.expired'));
  return tokens;
}

/**
 * Signs in, or completes the sign-in that the browser has just returned from.
 *
 * @throws Error with a message for the user if the server rejected the sign-in.
 */
export async function createOidcSession(): Promise<Session> {
  let tokens = await firstTokens();
  let renewal: Promise<boolean> | undefined;

  async function refresh(): Promise<boolean> {
    const refreshToken = tokens.wire.refresh_token;
    const next =
      refreshToken === undefined
        ? undefined
        : await requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken });
    if (next === undefined) return beginSignIn();
    tokens = next;
    return true;
  }

  /** Concurrent callers share one refresh, so that no refresh token is used twice. */
  function renew(): Promise<boolean> {
    renewal ??= refresh().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  return {
    headers: async ({ mayRenew }) => {
      if (mayRenew && performance.now() > tokens.validUntil) await renew();
      return { authorization: `Bearer ${tokens.wire.access_token}` };
    },
    renew,
    signOut: async () => {
      const parameters = new URLSearchParams({
        client_id: CLIENT_ID,
        post_logout_redirect_uri: redirectUri(),
      });
      if (tokens.wire.id_token !== undefined) parameters.set('id_token_hint', tokens.wire.id_token);
      location.assign(serverUrl(`${PROTOCOL_PATH}/logout?${parameters}`));
    },
  };
}
