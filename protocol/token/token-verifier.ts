// Verifies our own tokens: access tokens, refresh tokens, and ID tokens as hints.

import { nowInSeconds } from '#protocol/clock.ts';
import type { FixWire } from '#protocol/contract/fixes.ts';
import type { DecodedJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { type OAuthError, type Refuse, refusing } from '#protocol/errors/oauth-error.ts';
import { fixable, secondsNeeded } from '#protocol/errors/remedy.ts';
import { offlineSessionId } from '#protocol/realm/sessions/offline-sessions.ts';
import { isClientSessionActive, isSessionActive } from '#protocol/realm/sessions/sessions.ts';
import { isServiceAccount, isUserEnabled } from '#protocol/realm/users/users.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { FoundSession } from '#protocol/store/session-change.ts';
import type { Store, StoredUser, UserSession } from '#protocol/store/store.ts';
import { subjectType } from './mappers/pairwise-subject.ts';
import { createSignedTokens, type SignedTokens } from './signed-tokens.ts';
import type { IssueContext } from './token-issuer.ts';

/** A valid token with its client, user and session. */
export interface VerifiedToken {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly client: Client;
  readonly user: StoredUser;
  /** Undefined for a service account. */
  readonly session: UserSession | undefined;
}

interface TokenUse {
  /** The caller checks `cnf` against the sender, or does not act for the sender (RFC 9449 §7.1). */
  readonly boundToKey?: boolean;
}

export interface TokenVerifier {
  /**
   * Rejects bound tokens unless `use` says that the caller checks them.
   * @throws {OAuthError} `invalid_token` 401. RFC 6750 §3.1.
   */
  verifyAccessToken(context: IssueContext, token: string, use?: TokenUse): Promise<VerifiedToken>;
  /** @throws {OAuthError} `invalid_grant` 400 with Keycloak's descriptions. RFC 6749 §6. */
  verifyRefreshToken(context: IssueContext, token: string, client: Client): Promise<VerifiedToken>;
  /**
   * For logout: checks signature, type and client only; the token or its session may have expired. `sid` is
   * the id under which the session is stored. @throws {OAuthError} `invalid_grant`.
   */
  verifyLogoutRefreshToken(
    context: IssueContext,
    token: string,
    client: Client,
  ): Promise<{ readonly sid: string }>;
  /**
   * Claims of an ID token, which may have expired.
   * @throws {OAuthError} `invalid_request`. OIDC RP-Initiated Logout §2.
   */
  verifyIdTokenHint(context: IssueContext, token: string): Promise<Readonly<Record<string, unknown>>>;
}

/** The `aud` of tokens that nobody may accept, made for tests. RFC 2606 §2: the name never exists. */
export const WRONG_AUDIENCE = 'https://wrong-audience.invalid';

type Claims = DecodedJws['claims'];

interface VerifierParts {
  readonly keys: RealmKeys;
  readonly store: Store;
}

interface Deps {
  readonly signed: SignedTokens;
  readonly store: Store;
}

const refuseAccess = refusing('invalid_token', { section: 'RFC 6750 §3.1' });
const refuseRefresh = refusing('invalid_grant', { section: 'RFC 6749 §6' });
const refuseHint = refusing('invalid_request', { section: 'OIDC RP-Initiated Logout §2' });

export function createTokenVerifier({ keys, store }: VerifierParts): TokenVerifier {
  const deps: Deps = { signed: createSignedTokens(keys), store };
  return {
    verifyAccessToken: (context, token, use = {}) => verifyAccessToken(context, token, use, deps),
    verifyRefreshToken: (context, token, client) => verifyRefreshToken(context, token, client, deps),
    async verifyLogoutRefreshToken(context, token, client) {
      const { claims } = await readRefreshToken(context, token, client, deps);
      return { sid: storedSessionId(claims) };
    },
    async verifyIdTokenHint(context, token) {
      const decoded = await deps.signed.read(context.realm.name, token);
      if (decoded === undefined)
        throw refuseHint('Invalid token', 'The token is not signed by a key of this realm.');
      if (decoded.claims['typ'] !== 'ID')
        throw refuseHint(
          'Invalid token',
          `The token is not an ID token but of type "${String(decoded.claims['typ'])}".`,
        );
      return decoded.claims;
    },
  };
}

const TOKEN_FAILED = 'Token verification failed';

async function verifyAccessToken(
  context: IssueContext,
  token: string,
  use: TokenUse,
  deps: Deps,
): Promise<VerifiedToken> {
  const { realm } = context;
  const decoded = await deps.signed.read(context.realm.name, token);
  if (decoded === undefined)
    throw refuseAccess(
      TOKEN_FAILED,
      `The token is not signed by a key of realm ${realm.name}.`,
      'Send an access token of this realm; check its kid and iss.',
    );
  const { claims } = decoded;
  checkType(claims, use);
  checkAccessClaims(context, claims);
  const found = await findNamedIn(context, claims, deps);
  if (found.isRevoked) throw refuseAccess(TOKEN_FAILED, 'The token was revoked.', 'Get a new token.');
  const client = realm.clients.get(String(claims['azp']));
  if (client === undefined)
    throw refuseAccess('Client not found', `Client ${String(claims['azp'])} was removed.`);
  if (!client.enabled)
    throw refuseAccess(
      'Client disabled',
      `Client ${client.clientId} is disabled.`,
      fixable({ kind: 'enable-client', client: client.clientId }),
    );
  if (client.protocol !== 'openid-connect')
    throw refuseAccess(
      'Wrong client protocol',
      `Client ${client.clientId} is a client of ${client.protocol}.`,
    );
  const session = checkAccessSession(context, claims, client, found.session);
  const user = session === undefined ? await findSubject(context, claims, client, deps) : found.user;
  if (user === undefined) throw refuseAccess('User not found', 'The user was removed.');
  checkUserEnabled(user, refuseAccess);
  if (isStale(realm, claims, client, user)) throw refuseAccess(TOKEN_FAILED, STALE, 'Get a new token.');
  return { claims, client, user, session };
}

function checkUserEnabled(user: StoredUser, refuse: Refuse): void {
  const { username } = user;
  if (!isUserEnabled(user))
    throw refuse(
      'User disabled',
      `User ${username} is disabled.`,
      fixable({ kind: 'enable-user', user: username }),
    );
}

function isCertificateBound({ cnf }: Claims): boolean {
  return typeof cnf === 'object' && cnf !== null && 'x5t#S256' in cnf;
}

function checkType(claims: Claims, { boundToKey = false }: TokenUse): void {
  const { typ } = claims;
  if (isCertificateBound(claims) && !boundToKey) {
    throw refuseAccess(
      TOKEN_FAILED,
      'The token is bound to a certificate, which this endpoint does not check (RFC 8705 §3).',
      'Use a token of a client without tls.client.certificate.bound.access.tokens.',
    );
  }
  if (typ === 'Bearer' || (typ === 'DPoP' && boundToKey)) return;
  const [reason, remedy] =
    typ === 'DPoP'
      ? [
          'The token is bound to a key, but this endpoint accepts no proof of possession.',
          'Use a token of a client without dpop.bound.access.tokens, requested without a DPoP header.',
        ]
      : [`The token is of type "${String(typ)}", not an access token.`, 'Send the access token.'];
  throw refuseAccess(TOKEN_FAILED, reason, remedy);
}

/** The client's own lifespan overrides the realm's. */
function raiseTokenLifespan(realm: Realm, { azp, iat }: Claims, now: number): FixWire {
  const client = realm.clients.get(String(azp));
  const seconds = secondsNeeded(0, Number(iat) * 1000, now);
  return client?.attributes['access.token.lifespan']
    ? { kind: 'raise-access-token-lifespan-of-client', client: client.clientId, seconds }
    : { kind: 'raise-access-token-lifespan', realm: realm.name, seconds };
}

function checkAccessClaims({ realm, issuer, clock }: IssueContext, claims: Claims): void {
  if (claims['iss'] !== issuer) {
    throw refuseAccess(
      TOKEN_FAILED,
      `The token's issuer is ${String(claims['iss'])}, this server's is ${issuer}.`,
      'Use one address for the server everywhere, or fix it with --hostname.',
    );
  }
  const expiresAt = Number(claims['exp']);
  if (!(nowInSeconds(clock) < expiresAt)) {
    throw refuseAccess(
      TOKEN_FAILED,
      'The token has expired.',
      fixable(
        raiseTokenLifespan(realm, claims, clock.now()),
        `Refresh it, or raise accessTokenLifespan of realm ${realm.name}.`,
      ),
      { rule: 'check-token-lifespan' },
    );
  }
  if (nowInSeconds(clock) < Number(claims['nbf'] ?? 0)) {
    throw refuseAccess(
      TOKEN_FAILED,
      'The token is not valid yet (nbf).',
      `Use it later, or move the clock of realm ${realm.name}.`,
    );
  }
  if (claims['aud'] === WRONG_AUDIENCE) {
    throw refuseAccess(
      TOKEN_FAILED,
      `The token's audience is ${WRONG_AUDIENCE}, which stands for nobody: a test asked for it.`,
      'Ask for a token without broken.',
    );
  }
}

/** The first letters of the jti encode the kind of session (see `createJti`). */
const kindOf = (claims: Claims): string => String(claims['jti']).slice(0, 2);

/** The session that the token names, its user, and whether the token is revoked: one look into the store. */
async function findNamedIn({ realm }: IssueContext, claims: Claims, { store }: Deps): Promise<FoundSession> {
  const jti = String(claims['jti']);
  const sid = claims['sid'];
  if (sid !== undefined) return store.findSession(realm.id, accessSessionId(claims, String(sid)), jti);
  const isRevoked = await store.sessions.isTokenRevoked(realm.id, jti);
  return { session: undefined, user: undefined, isRevoked };
}

const accessSessionId = (claims: Claims, sid: string): string =>
  ['of', 'ft'].includes(kindOf(claims)) ? offlineSessionId(sid) : sid;

/** A token with a session is valid while the session and the client session are. */
function checkAccessSession(
  { realm, clock }: IssueContext,
  claims: Claims,
  client: Client,
  session: UserSession | undefined,
): UserSession | undefined {
  if (claims['sid'] === undefined) return undefined;
  const isGuest = ['nt', 'ft'].includes(kindOf(claims));
  const part = session?.clients[client.id];
  // A token from before the client was detached stays invalid when the client rejoins the session.
  if (
    session === undefined ||
    (!isGuest && (part === undefined || Number(claims['iat']) < Math.floor(part.startedAt / 1000)))
  ) {
    throw refuseAccess(
      'user_session_not_found',
      'The session has ended, or the client was removed from it.',
      'Sign in again.',
    );
  }
  if (isSessionActive(realm, session, clock.now())) return session;
  throw refuseAccess(
    'session_expired',
    'The session has expired.',
    `Sign in again, or raise ssoSessionIdleTimeout of realm ${realm.name}.`,
  );
}

/** The user of a token without a session. */
async function findSubject(
  { realm }: IssueContext,
  claims: Claims,
  client: Client,
  { store }: Deps,
): Promise<StoredUser | undefined> {
  const sub = claims['sub'];
  const named = typeof sub === 'string' ? await store.users.find(realm.id, sub) : undefined;
  if (named !== undefined && !isServiceAccount(named)) throw refuseWithoutSession(named);
  const isPairwise = subjectType(client) === 'pairwise';
  if (named !== undefined || (typeof sub === 'string' && !isPairwise)) return named;
  // A token with neither session nor `sub` (no scope `basic`), or a pairwise one, is the service account's.
  return store.users.findServiceAccount(realm.id, client.clientId);
}

/** This server issues no such tokens; another party with a key of the realm did. */
function refuseWithoutSession({ username }: StoredUser): OAuthError {
  return refuseAccess(
    'user_session_not_found',
    `The token is for user ${username} but names no session (sid); only service accounts have tokens without one.`,
    'Sign the user in, and send the token from there.',
  );
}

const STALE = 'The token was issued before the not-before time of realm, client or user.';

function isStale(realm: Realm, { iat }: Claims, client: Client, user: StoredUser): boolean {
  return Number(iat) < Math.max(realm.notBefore, client.notBefore, user.notBefore ?? 0);
}

/** The id under which the session of a refresh token is stored. */
function storedSessionId(claims: Claims): string {
  const sid = String(claims['sid'] ?? '');
  return claims['typ'] === 'Offline' ? offlineSessionId(sid) : sid;
}

/** Checks signature, type, issuer and client, which every use of a refresh token requires. */
async function readRefreshToken(
  context: IssueContext,
  token: string,
  client: Client,
  deps: Deps,
): Promise<DecodedJws> {
  const decoded = await deps.signed.read(context.realm.name, token);
  const typ = decoded?.claims['typ'];
  if (decoded === undefined || (typ !== 'Refresh' && typ !== 'Offline')) {
    const reason =
      decoded === undefined
        ? 'The token is not signed by this realm.'
        : `The token is of type "${String(typ)}".`;
    throw refuseRefresh('Invalid refresh token', reason, 'Send the refresh token of the last answer.');
  }
  if (decoded.claims['iss'] !== context.issuer) {
    throw refuseRefresh(
      `Invalid token issuer. Expected '${context.issuer}'`,
      `The token's issuer is ${String(decoded.claims['iss'])}.`,
      'Use one address for the server everywhere, or fix it with --hostname.',
    );
  }
  if (decoded.claims['azp'] === client.clientId) return decoded;
  const text = "Invalid refresh token. Token client and authorized client don't match";
  throw refuseRefresh(
    text,
    `The token was issued to ${String(decoded.claims['azp'])}, not to ${client.clientId}.`,
    'Refresh as the client that received the token.',
  );
}

async function verifyRefreshToken(
  context: IssueContext,
  token: string,
  client: Client,
  deps: Deps,
): Promise<VerifiedToken> {
  const { realm, clock } = context;
  const { claims } = await readRefreshToken(context, token, client, deps);
  const expiresAt = claims['exp'];
  if (expiresAt !== undefined && !(nowInSeconds(clock) < Number(expiresAt))) {
    throw refuseRefresh(
      'Token is not active',
      'The refresh token has expired.',
      `Sign in again, or raise ssoSessionIdleTimeout of realm ${realm.name}.`,
    );
  }
  const { session, user } = await deps.store.findSession(realm.id, storedSessionId(claims));
  if (session === undefined || !isSessionActive(realm, session, clock.now()))
    throw refuseEndedSession(claims, session);
  if (user === undefined) throw refuseRefresh('Unknown user', 'The user was removed.');
  checkUserEnabled(user, refuseRefresh);
  if (isStale(realm, claims, client, user)) throw refuseRefresh('Stale token', STALE, 'Sign in again.');
  checkClientPart(context, claims, client, session);
  return { claims, client, user, session };
}

/** Compat: for offline sessions the description distinguishes removed from expired ones. */
function refuseEndedSession(claims: Claims, session: UserSession | undefined): OAuthError {
  const [gone, expired] =
    claims['typ'] === 'Offline'
      ? ['Offline user session not found', 'Offline session not active']
      : ['Session not active', 'Session not active'];
  return session === undefined
    ? refuseRefresh(gone, 'The session has ended.', 'Sign in again.')
    : refuseRefresh(expired, 'The session has expired.', 'Sign in again.');
}

function checkClientPart(
  { realm, clock }: IssueContext,
  claims: Claims,
  client: Client,
  session: UserSession,
): void {
  const part = session.clients[client.id];
  if (part === undefined) {
    throw refuseRefresh(
      "Session doesn't have required client",
      `Client ${client.clientId} was removed from the session: its tokens were revoked, or a code was used twice.`,
      'Sign in again.',
    );
  }
  if (Number(claims['iat']) < Math.floor(part.startedAt / 1000)) {
    throw refuseRefresh(
      'refresh token issued before the client session started',
      'The token belongs to an earlier client session.',
      'Sign in again.',
    );
  }
  if (isClientSessionActive(realm, client, session, clock.now())) return;
  throw refuseRefresh(
    'Client session not active',
    'The client session has expired.',
    `Sign in again, or raise client.session.idle.timeout of client ${client.clientId}.`,
  );
}
