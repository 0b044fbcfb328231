// Creates tokens of a client for a user or its service account without a flow: good ones, or broken on purpose.
import type { NewTokensWire } from '#protocol/contract/created-tokens.ts';
import type { TokenResponseWire } from '#protocol/contract/token-response.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { createSession, isSessionActive } from '#protocol/realm/sessions/sessions.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { resolveScopes } from '#protocol/realm/view/scopes.ts';
import type { Store, StoredUser, UserSession } from '#protocol/store/store.ts';
import type { TokenIssuer, TokenWriter } from '#protocol/token/token-issuer.ts';
import {
  type AssumedGrant,
  assumeServiceAccountGrant,
  assumeUserGrant,
  type ChooseSession,
  type GrantParties,
} from './assumed-grant.ts';
import { createBrokenWriter } from './broken-tokens.ts';
import { findClient } from './find-client.ts';
import { checkCanSignIn, checkRealmEnabled, findPerson } from './find-person.ts';
import type { ForeignKeys } from './foreign-keys.ts';
import { KitError, refusedByProtocol } from './kit-error.ts';

export interface CreateTokensDeps {
  readonly store: Pick<Store, 'sessions' | 'users'>;
  readonly issuer: TokenIssuer;
  readonly foreignKeys: ForeignKeys;
  readonly chooseSession: ChooseSession;
}

/** Claims that make a token what it is; a test asks for other ones with a member of their own, or with `broken`. */
const RESERVED = [
  ...['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti', 'azp', 'typ', 'sid'],
  ...['scope', 'nonce', 'cnf', 'at_hash', 'c_hash', 's_hash'],
];

const MAX_CLAIMS_CHARACTERS = 16 * 1024;

/**
 * Answers like the token endpoint. Sessions are saved when it resolves.
 * @throws {KitError} 400 naming the member that is wrong, 409 for a user or client that could not get these tokens.
 */
export async function createTokens(
  deps: CreateTokensDeps,
  exchange: RealmExchange,
  wanted: NewTokensWire,
): Promise<TokenResponseWire> {
  const { realm, clock } = exchange;
  checkRealmEnabled(realm);
  checkClaims(wanted.claims ?? {});
  const client = findClient(realm, wanted.client, 'client');
  try {
    const scopes = resolveScopes(client, wanted.scope);
    const grant = isForUser(wanted)
      ? await grantUser(deps, exchange, wanted, { realm, client, scopes, nonce: wanted.nonce })
      : await grantServiceAccount(deps, exchange, { realm, client, scopes, nonce: wanted.nonce });
    const session = await chooseSession(deps, grant, { realm, client, clock });
    const context = { realm, issuer: issuerOf(exchange), clock };
    const authorization = { ...grant.decision, client, session, tokenIdPrefix: grant.tokenIdPrefix };
    exchange.activity.client(client.clientId);
    const tokens = await deps.issuer.issue(context, authorization, createWriter(deps, wanted));
    return { ...tokens, expires_in: lifespanOf(tokens) };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw refusedByProtocol(error);
  }
}

/** @throws {OAuthError} when the user may not have an offline session; a session made for it is gone then. */
async function chooseSession(
  { store, chooseSession: choose }: CreateTokensDeps,
  { decision, rule }: AssumedGrant,
  context: Parameters<ChooseSession>[2],
): Promise<UserSession | undefined> {
  try {
    return await choose(decision, rule, context, store.sessions);
  } catch (error) {
    if (rule === 'instead' && decision.session !== undefined) await store.sessions.discard(decision.session);
    throw error;
  }
}

function checkClaims(claims: Readonly<Record<string, unknown>>): void {
  if (JSON.stringify(claims).length > MAX_CLAIMS_CHARACTERS)
    throw new KitError(
      400,
      `claims are longer than ${MAX_CLAIMS_CHARACTERS} characters of JSON.`,
      'Send fewer or shorter claims: servers refuse longer headers than this.',
    );
  const reserved = RESERVED.find((name) => Object.hasOwn(claims, name));
  if (reserved === undefined) return;
  throw new KitError(
    400,
    `claims must not contain ${reserved}, which the server sets.`,
    'Use audience, expiresInSeconds, nonce, scope or session, or broken for a token that must be refused.',
  );
}

function isForUser({ user, session }: NewTokensWire): boolean {
  return user !== undefined || session !== undefined;
}

/** In a live session, or in a new one. */
async function grantUser(
  { store }: CreateTokensDeps,
  exchange: RealmExchange,
  wanted: NewTokensWire,
  parties: GrantParties,
): Promise<AssumedGrant> {
  const { realm, clock } = exchange;
  const now = clock.now();
  const id = wanted.session;
  const known =
    id === undefined ? undefined : checkSession(realm, await store.sessions.find(realm.id, id), id, now);
  const user = await findUser(store, realm, wanted, known, now);
  const grant =
    id === undefined
      ? await grantNewSession(store, exchange, parties, user)
      : await store.sessions.update({ realmId: realm.id, id }, (current) => {
          // Again, because it may have ended in the meantime.
          const session = checkSession(realm, current, id, now);
          if (session.userId !== user.id) throw refuseUser(session, user);
          const joined = assumeUserGrant(parties, user, session, { now, isNew: false });
          return { session: joined.decision.session, result: joined };
        });
  exchange.activity.user(user.username);
  return grant;
}

async function grantNewSession(
  { sessions }: CreateTokensDeps['store'],
  { realm, clock, remoteAddress: ipAddress, activity: { flow } }: RealmExchange,
  parties: GrantParties,
  user: StoredUser,
): Promise<AssumedGrant> {
  const now = clock.now();
  const begun = createSession(realm, { user, now, ipAddress, flow });
  const grant = assumeUserGrant(parties, user, begun, { now, isNew: true });
  await sessions.create(grant.decision.session);
  return grant;
}

function refuseUser(session: UserSession, { username }: StoredUser): KitError {
  return new KitError(
    400,
    `session: it is a session of ${session.username}, not of ${username}.`,
    'Leave out user, or name a session of that user.',
  );
}

async function grantServiceAccount(
  { store }: CreateTokensDeps,
  { remoteAddress, activity }: RealmExchange,
  parties: GrantParties,
): Promise<AssumedGrant> {
  const grant = await assumeServiceAccountGrant(store.users, parties, remoteAddress);
  activity.user(grant.decision.user.username);
  return grant;
}

/** @throws {KitError} 400 unless the session is one that a client can join. */
function checkSession(realm: Realm, session: UserSession | undefined, id: string, now: number): UserSession {
  if (session !== undefined && !session.offline && isSessionActive(realm, session, now)) return session;
  throw new KitError(
    400,
    session?.offline === true
      ? 'session: it is an offline session, which no client can join.'
      : `session: realm ${realm.name} has no live session "${id.slice(0, 60)}".`,
    'Create one with POST …/sessions, or leave session out.',
  );
}

async function findUser(
  { users }: CreateTokensDeps['store'],
  realm: Realm,
  wanted: NewTokensWire,
  session: UserSession | undefined,
  now: number,
): Promise<StoredUser> {
  if (wanted.user !== undefined || session === undefined)
    return findPerson(users, realm, wanted.user ?? '', now);
  const user = await users.find(realm.id, session.userId);
  if (user === undefined)
    throw new KitError(409, `session: its user ${session.username} was removed.`, 'Create another session.');
  checkCanSignIn(realm, user, now);
  return user;
}

/** Claims, audience and lifespan first: a fault must be the only thing wrong with the token that was asked for. */
function createWriter({ foreignKeys }: CreateTokensDeps, wanted: NewTokensWire): TokenWriter {
  const { claims = {}, audience, expiresInSeconds } = wanted;
  const write = createBrokenWriter(wanted.broken, foreignKeys);
  return (token) => {
    const isAccess = token.kind === 'access';
    const aud = audience?.length === 1 ? audience[0] : audience;
    return write({
      ...token,
      claims: {
        ...token.claims,
        ...claims,
        ...(isAccess && aud !== undefined ? { aud } : {}),
        ...(expiresInSeconds === undefined ? {} : { exp: Number(token.claims['iat']) + expiresInSeconds }),
      },
    });
  };
}

/** Seconds; what the server would have answered when it issued the token. */
function lifespanOf({ access_token: token, expires_in: usual }: TokenResponseWire): number {
  const { exp, iat } = decodeJws(token)?.claims ?? {};
  return typeof exp === 'number' && typeof iat === 'number' ? exp - iat : usual;
}
