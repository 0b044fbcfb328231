// Creates a session as if the user had signed in with the form, with the cookies for a browser.
import { isIP } from 'node:net';
import { parseInstant, toIsoText } from '#protocol/clock.ts';
import type {
  BrowserCookieWire,
  CreatedSessionWire,
  NewSessionWire,
} from '#protocol/contract/created-sessions.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import {
  type CookieAttributes,
  isSecureContext,
  keepsSecureCookies,
  sentSameSite,
} from '#protocol/http/cookies.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { createSessionCookies } from '#protocol/login/browser-session.ts';
import { acrOf, type Levels } from '#protocol/login/levels.ts';
import { createSession, joinClient, sessionEndsAt } from '#protocol/realm/sessions/sessions.ts';
import { acrLevels, findAcrLevel, OTP_LEVEL, PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { storedScopeText } from '#protocol/realm/view/scopes.ts';
import type { Store, UserSession } from '#protocol/store/store.ts';
import { findClient } from './find-client.ts';
import { checkRealmEnabled, findPerson } from './find-person.ts';
import { KitError } from './kit-error.ts';

export interface CreateSessionDeps {
  readonly store: Pick<Store, 'sessions' | 'users'>;
  readonly keys: RealmKeys;
}

/**
 * The session is saved when it resolves. No password is hashed, and lockout and consent are not looked at.
 * @throws {KitError} 400 naming the member that is wrong, 409 for a user or client that could not take part.
 */
export async function createUserSession(
  { store, keys }: CreateSessionDeps,
  exchange: RealmExchange,
  wanted: NewSessionWire,
  realNow: number,
): Promise<CreatedSessionWire> {
  const { realm, clock } = exchange;
  checkRealmEnabled(realm);
  const now = clock.now();
  const clients = (wanted.clients ?? []).map((clientId) => findClient(realm, clientId, 'clients'));
  const authenticatedAt = readAuthTime(wanted.authTime, now);
  const levels = readLevels(realm, clients, wanted.acr, authenticatedAt);
  const rememberMe = readRememberMe(realm, wanted.rememberMe);
  const ipAddress = readIpAddress(wanted.ipAddress) ?? exchange.remoteAddress;
  const user = await findPerson(store.users, realm, wanted.user, now);
  const { flow } = exchange.activity;
  const begun: UserSession = {
    ...createSession(realm, { user, now, authenticatedAt, levels, rememberMe, ipAddress, flow }),
    ...(wanted.amr === undefined ? {} : { amr: wanted.amr }),
  };
  const session = clients.reduce(
    (joined, client) => joinWithDefaults(realm, client, joined, now, levels),
    begun,
  );
  await store.sessions.create(session);
  const secure = readSecure(exchange, wanted.browser);
  const cookies = await createSessionCookies(keys, { ...exchange, secure }, session);
  return {
    id: session.id,
    userId: user.id,
    username: user.username,
    issuer: issuerOf(exchange),
    authTime: toIsoText(authenticatedAt),
    endsAt: toIsoText(sessionEndsAt(realm, session)),
    cookies: cookies.map((cookie) => cookieWire(cookie, exchange.baseUrl, realNow)),
  };
}

/** As after an authorization request with scope `openid`. */
function joinWithDefaults(
  realm: Realm,
  client: Client,
  session: UserSession,
  now: number,
  levels: Levels,
): UserSession {
  return joinClient(realm, client, session, now, {
    scope: storedScopeText(client.defaultScopes, true),
    acr: acrOf(realm, client, levels, true),
  });
}

/** Milliseconds. */
function readAuthTime(text: string | undefined, now: number): number {
  if (text === undefined) return now;
  const instant = parseInstant(text);
  if (instant === undefined)
    throw new KitError(
      400,
      `authTime is not an instant in ISO 8601 with a time zone: "${text.slice(0, 40)}".`,
      'Send it as 2030-01-31T12:00:00Z.',
    );
  if (instant <= now) return instant;
  throw new KitError(
    400,
    `authTime is in the realm's future: the realm's time is ${toIsoText(now)}.`,
    'Send an earlier time, or move the realm’s clock first.',
  );
}

/** When each level was reached; level 2 includes level 1. */
function readLevels(realm: Realm, clients: readonly Client[], acr: string | undefined, at: number): Levels {
  const owners = [undefined, ...clients];
  const level =
    acr === undefined
      ? PASSWORD_LEVEL
      : owners.map((client) => findAcrLevel(realm, client, acr)).find((found) => found !== undefined);
  if (level === PASSWORD_LEVEL) return { [PASSWORD_LEVEL]: at };
  if (level === OTP_LEVEL) return { [PASSWORD_LEVEL]: at, [OTP_LEVEL]: at };
  const names = owners.flatMap((client) => [...acrLevels(realm, client)]);
  const reachable = names.filter(([, number]) => number === PASSWORD_LEVEL || number === OTP_LEVEL);
  const choices = [...new Set([...reachable.map(([name]) => name), '1', '2'])];
  throw new KitError(
    400,
    `acr: no sign-in reaches "${acr?.slice(0, 40)}" in realm ${realm.name}.`,
    `Send one of ${choices.join(', ')}, or map the name to level 1 or 2 in attribute acr.loa.map of the realm.`,
  );
}

function readRememberMe(realm: Realm, rememberMe = false): boolean {
  if (!rememberMe || realm.rememberMe) return rememberMe;
  throw new KitError(
    409,
    `rememberMe: realm ${realm.name} does not offer to remember users.`,
    `Set rememberMe of realm ${realm.name} to true, or leave the member out.`,
  );
}

function readIpAddress(text: string | undefined): string | undefined {
  if (text === undefined || isIP(text) !== 0) return text;
  throw new KitError(
    400,
    `ipAddress is not an IP address: "${text.slice(0, 40)}".`,
    'Send an IPv4 or IPv6 address, such as 192.0.2.7.',
  );
}

function readSecure(exchange: RealmExchange, browser: NewSessionWire['browser']): boolean {
  if (browser === undefined) return isSecureContext(exchange);
  return keepsSecureCookies(exchange.baseUrl, browser !== 'webkit');
}

function cookieWire(cookie: CookieAttributes, baseUrl: string, realNow: number): BrowserCookieWire {
  const { name, value, path, httpOnly, secure, maxAgeSeconds } = cookie;
  return {
    name,
    value,
    domain: new URL(baseUrl).hostname,
    path,
    expires: maxAgeSeconds === undefined ? -1 : Math.floor(realNow / 1000) + maxAgeSeconds,
    httpOnly,
    secure,
    sameSite: sentSameSite(cookie),
  };
}
