// Issues access tokens, ID tokens and refresh tokens for the result of a grant.
import { type Clock, nowInSeconds } from '#protocol/clock.ts';
import type { TokenResponseWire } from '#protocol/contract/token-response.ts';
import { createUuid, hashHalf } from '#protocol/crypto/identifiers.ts';
import { type SigningKey, signJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { sidOf } from '#protocol/realm/sessions/offline-sessions.ts';
import { refreshExpiresAt } from '#protocol/realm/sessions/sessions.ts';
import { memberScopes } from '#protocol/realm/view/organization-scopes.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { effectiveRoles, permittedScopes } from '#protocol/realm/view/roles.ts';
import { storedScopeText, tokenScopeText } from '#protocol/realm/view/scopes.ts';
import { accessTokenExpiresAt, createJti, limitAudience, TOKEN_TYPES } from './access-token.ts';
import { applyMappers, type ClaimSubject, type MapperObserver } from './apply-mappers.ts';
import type { Authorization, TokenConfirmation } from './authorization.ts';
import type { MapperReport } from './mapper-report.ts';
import type { Claims } from './mappers/mapper.ts';
import { mappedSubject, subjectOf } from './mappers/pairwise-subject.ts';
import { signatureAlgorithm } from './signature-algorithms.ts';
import { createTokenEncrypter, type TokenEncrypter, wantsEncryption } from './token-encrypter.ts';

/** The realm, the issuer identifier in tokens, and the realm's clock. */
export interface IssueContext {
  readonly realm: Realm;
  readonly issuer: string;
  readonly clock: Clock;
}

/** An access or ID token with everything that belongs in it, about to be signed. */
export interface UnsignedToken {
  readonly kind: 'access' | 'id';
  readonly key: SigningKey;
  readonly claims: Claims;
  /** Header parameters besides `alg` and `kid`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Writes the compact form of a token. */
export type TokenWriter = (token: UnsignedToken) => Promise<string>;

export interface TokenIssuer {
  /**
   * Signs the tokens of a token response; stores nothing. `write` replaces the signing of access and ID tokens, for
   * tokens that differ from the client's own. RFC 6749 §5.1, OIDC Core §3.1.3.3.
   */
  issue(context: IssueContext, authorization: Authorization, write?: TokenWriter): Promise<TokenResponseWire>;
  /**
   * The claims of the tokens that {@link issue} would sign, without hashes of other tokens. Reads no key, so that none
   * is created for it.
   * @throws {OAuthError} as `issue`.
   */
  describe(context: IssueContext, authorization: Authorization, observers: TokenObservers): DescribedTokens;
  /** Signs the tokens (never refresh tokens) of an authorization response. OIDC Core §3.2.2.5, §3.3.2.5. */
  issueFrontChannel(
    context: IssueContext,
    authorization: Authorization,
    wanted: FrontChannelParts,
  ): Promise<FrontChannelTokens>;
}

/** Each follows one token. */
interface TokenObservers {
  readonly access: MapperObserver;
  readonly id: MapperObserver;
}

interface DescribedTokens {
  readonly access: Claims;
  /** Undefined without scope `openid`. */
  readonly id: Claims | undefined;
  /** `scope` of the token response. */
  readonly scope: string;
}

/** The requested tokens of an authorization response, and the values that its ID token hashes. */
export interface FrontChannelParts {
  readonly accessToken: boolean;
  readonly idToken: boolean;
  /** The code of the hybrid flow; undefined for the implicit flow, which has its own lifespan. */
  readonly code: string | undefined;
  readonly state: string | undefined;
}

/** Members of an authorization response (OIDC Core §3.2.2.5). */
export type FrontChannelTokens = Partial<
  Pick<TokenResponseWire, 'id_token' | 'access_token' | 'token_type' | 'expires_in'>
>;

/** What all tokens of one response share. */
interface Issue {
  readonly context: IssueContext;
  readonly authorization: Authorization;
  readonly subject: ClaimSubject;
  /** Seconds. */
  readonly now: number;
  readonly expiresAt: number;
  readonly write: TokenWriter;
}

export interface TokenIssuerDeps {
  readonly keys: RealmKeys;
  /** For clients that require encrypted ID tokens; by default no client has a key. */
  readonly encrypter?: TokenEncrypter;
  readonly report?: MapperReport;
}

const NO_CLIENT_KEYS = createTokenEncrypter({ find: async () => undefined });

export function createTokenIssuer({
  keys,
  encrypter = NO_CLIENT_KEYS,
  report,
}: TokenIssuerDeps): TokenIssuer {
  return {
    async issue(context, authorization, write) {
      const issue = { ...prepare(context, authorization), ...(write === undefined ? {} : { write }) };
      report?.warnAboutUnsupportedMappers(context.realm, authorization.client, issue.authorization.scopes);
      const accessToken = signAccessToken(issue, keys);
      const [access, id, refresh] = await Promise.all([
        accessToken,
        authorization.openid ? signIdToken(issue, { accessToken }, { keys, encrypter }) : undefined,
        authorization.refreshable && usesRefreshTokens(authorization.client)
          ? signRefreshToken(issue, keys)
          : undefined,
      ]);
      return exchanged(authorization, toResponse(issue, access, id, refresh));
    },
    describe(context, authorization, observers) {
      const issue = prepare(context, authorization);
      const { scopes, openid } = issue.authorization;
      return {
        access: accessClaims(issue, observers.access).claims,
        id: openid ? idClaims(issue, false, observers.id).claims : undefined,
        scope: tokenScopeText(scopes, openid),
      };
    },
    async issueFrontChannel(context, authorization, { accessToken: wantsAccess, idToken, code, state }) {
      const issue = prepare(context, authorization, code === undefined);
      report?.warnAboutUnsupportedMappers(context.realm, authorization.client, issue.authorization.scopes);
      const accessToken = wantsAccess ? signAccessToken(issue, keys) : undefined;
      const bound = { accessToken, code, state };
      const [access, id] = await Promise.all([
        accessToken,
        idToken ? signIdToken(issue, bound, { keys, encrypter }) : undefined,
      ]);
      return {
        ...(id === undefined ? {} : { id_token: id }),
        ...(access === undefined
          ? {}
          : {
              access_token: access,
              token_type: tokenType(authorization),
              expires_in: issue.expiresAt - issue.now,
            }),
      };
    },
  };
}

/** RFC 6749 §7.1, RFC 9449 §5. */
function tokenType(authorization: Authorization): string {
  if (isDpopBound(authorization)) return 'DPoP';
  const lower = authorization.client.attributes['token.response.type.bearer.lower-case'] === 'true';
  return lower ? 'bearer' : 'Bearer';
}

function prepare(context: IssueContext, authorization: Authorization, implicit = false): Issue {
  const { realm, clock, issuer } = context;
  const { client, user, session, acr, authTime, notes = {}, nonce, claimsRequest } = authorization;
  const sid = session === undefined ? undefined : sidOf(session);
  const permitted = permittedScopes(realm, effectiveRoles(realm, user), authorization.scopes);
  const scopes = memberScopes(realm, user, permitted);
  const baseUrl = issuer.slice(0, issuer.lastIndexOf('/realms/'));
  const now = nowInSeconds(clock);
  const audience = authorization.exchange?.audience ?? [];
  const organization = session?.clients[client.id]?.organization;
  const signIn = { acr, authTime, notes, nonce, claimsRequest, organization, sid };
  const subject = { realm, client, user, scopes, ...signIn, baseUrl, audience };
  return {
    context,
    authorization: scopes === authorization.scopes ? authorization : { ...authorization, scopes },
    subject,
    now,
    expiresAt: accessTokenExpiresAt(context, authorization, now, implicit),
    write: ({ key, claims, headers }) => signJws(key, claims, headers),
  };
}

function usesRefreshTokens(client: Client): boolean {
  return client.attributes['use.refresh.tokens'] !== 'false';
}

/** Claims that are complete except for hashes, and the algorithm to sign them with. */
interface CompleteClaims {
  readonly claims: Claims;
  readonly algorithm: string;
}

function accessClaims(issue: Issue, observer?: MapperObserver): CompleteClaims {
  const { context, authorization, subject, now, expiresAt } = issue;
  const { client, session, scopes, openid } = authorization;
  const claims: Claims = {
    exp: expiresAt,
    iat: now,
    jti: createJti(authorization),
    iss: context.issuer,
    typ: isDpopBound(authorization) ? 'DPoP' : 'Bearer',
    azp: client.clientId,
  };
  if (session !== undefined) claims['sid'] = sidOf(session);
  if (session?.amr !== undefined) claims['amr'] = session.amr;
  applyMappers(claims, 'access', subject, observer);
  limitAudience(claims, authorization.exchange?.audience ?? []);
  claims['scope'] = tokenScopeText(scopes, openid);
  if (authorization.confirmation !== undefined) claims['cnf'] = authorization.confirmation;
  return {
    claims,
    algorithm: signatureAlgorithm(context.realm, client, 'access.token.signed.response.alg'),
  };
}

async function signAccessToken(issue: Issue, keys: RealmKeys): Promise<string> {
  const { context, authorization } = issue;
  const { claims, algorithm } = accessClaims(issue);
  const rfc9068 = authorization.client.attributes['access.token.header.type.rfc9068'] === 'true';
  const key = await keys.signingKey(context.realm.name, algorithm);
  return issue.write({ kind: 'access', key, claims, headers: rfc9068 ? { typ: 'at+jwt' } : {} });
}

const ENCRYPTED_ID_TOKEN = 'id.token.encrypted.response';

/** The values that an ID token hashes (OIDC Core §3.3.2.11, Financial-grade API §5.1). */
interface Bound {
  readonly accessToken: Promise<string> | undefined;
  readonly code?: string | undefined;
  readonly state?: string | undefined;
}

async function hashesOf({ accessToken, code, state }: Bound, algorithm: string): Promise<Claims> {
  return {
    ...(accessToken === undefined ? {} : { at_hash: hashHalf(algorithm, await accessToken) }),
    ...(code === undefined ? {} : { c_hash: hashHalf(algorithm, code) }),
    ...(state === undefined ? {} : { s_hash: hashHalf(algorithm, state) }),
  };
}

/** Compat: an ID token with a code may contain no user claims (`id.token.as.detached.signature`). */
function isDetached({ attributes }: Client, { code }: Bound): boolean {
  return code !== undefined && attributes['id.token.as.detached.signature'] === 'true';
}

function idClaims(issue: Issue, isDetachedSignature: boolean, observer?: MapperObserver): CompleteClaims {
  const { context, authorization, subject, now, expiresAt } = issue;
  const { client, session, user, nonce } = authorization;
  const algorithm = signatureAlgorithm(context.realm, client, 'id.token.signed.response.alg');
  const claims: Claims = {
    exp: expiresAt,
    iat: now,
    jti: createUuid(),
    iss: context.issuer,
    aud: client.clientId,
    sub: subjectOf(client, user),
    typ: 'ID',
    azp: client.clientId,
  };
  if (nonce !== undefined) claims['nonce'] = nonce;
  if (session !== undefined) claims['sid'] = sidOf(session);
  if (session?.amr !== undefined) claims['amr'] = session.amr;
  if (!isDetachedSignature) applyMappers(claims, 'id', subject, observer);
  // Mappers must not change the claims of the protocol, except for the subject.
  Object.assign(claims, {
    iss: context.issuer,
    sub: mappedSubject(claims, client, user),
    azp: client.clientId,
  });
  return { claims, algorithm };
}

/** Awaits the access token only for its hash, so that both can be signed at the same time. */
async function signIdToken(
  issue: Issue,
  bound: Bound,
  { keys, encrypter }: Required<Pick<TokenIssuerDeps, 'keys' | 'encrypter'>>,
): Promise<string> {
  const { context, authorization } = issue;
  const { client } = authorization;
  const { claims, algorithm } = idClaims(issue, isDetached(client, bound));
  Object.assign(claims, await hashesOf(bound, algorithm));
  const key = await keys.signingKey(context.realm.name, algorithm);
  const text = await issue.write({ kind: 'id', key, claims, headers: {} });
  if (!wantsEncryption(client, ENCRYPTED_ID_TOKEN)) return text;
  return encrypter.encrypt(client, ENCRYPTED_ID_TOKEN, { text, contentType: 'JWT' }, context.clock.now());
}

/** Compat: HS512 with the realm's secret, so that no client can rely on its content. */
async function signRefreshToken(
  issue: Issue,
  keys: RealmKeys,
): Promise<{ token: string; expiresAt: number | undefined }> {
  const { context, authorization, now } = issue;
  const { client, session, user, scopes, openid, confirmation } = authorization;
  if (session === undefined) throw new TypeError('a refresh token needs a session');
  const endsAtMs = refreshExpiresAt(context.realm, client, session, now * 1000);
  const expiresAt = endsAtMs === undefined ? undefined : Math.floor(endsAtMs / 1000);
  const claims: Claims = {
    ...(expiresAt === undefined ? {} : { exp: expiresAt }),
    iat: now,
    jti: createUuid(),
    iss: context.issuer,
    aud: context.issuer,
    sub: user.id,
    typ: session.offline ? 'Offline' : 'Refresh',
    azp: client.clientId,
    sid: sidOf(session),
    scope: authorization.refreshScope ?? storedScopeText(scopes, openid),
    ...(confirmation !== undefined && bindsRefreshTokens(client, confirmation) ? { cnf: confirmation } : {}),
  };
  return { token: await signJws(await keys.signingKey(context.realm.name, 'HS512'), claims), expiresAt };
}

/** RFC 9449 §5: DPoP binds those of public clients. Compat: a certificate binds those of all clients. */
function bindsRefreshTokens(client: Client, confirmation: TokenConfirmation): boolean {
  return client.kind === 'public' || 'x5t#S256' in confirmation;
}

function isDpopBound({ confirmation }: Authorization): boolean {
  return confirmation !== undefined && 'jkt' in confirmation;
}

/** Compat: a requested ID token is returned as `access_token` with `token_type` `N_A` (RFC 8693 §2.2.1). */
function exchanged({ exchange }: Authorization, answer: TokenResponseWire): TokenResponseWire {
  if (exchange === undefined) return answer;
  const issued_token_type = exchange.issuedTokenType;
  if (issued_token_type !== TOKEN_TYPES.id) return { ...answer, issued_token_type };
  const { id_token = '', ...rest } = answer;
  return { ...rest, access_token: id_token, token_type: 'N_A', issued_token_type };
}

function toResponse(
  { context, authorization, now, expiresAt }: Issue,
  access: string,
  id: string | undefined,
  refresh: { token: string; expiresAt: number | undefined } | undefined,
): TokenResponseWire {
  const { client, user, session, scopes, openid } = authorization;
  return {
    access_token: access,
    expires_in: expiresAt - now,
    refresh_expires_in: refresh?.expiresAt === undefined ? 0 : refresh.expiresAt - now,
    ...(refresh === undefined ? {} : { refresh_token: refresh.token }),
    token_type: tokenType(authorization),
    ...(id === undefined ? {} : { id_token: id }),
    'not-before-policy': Math.max(context.realm.notBefore, client.notBefore, user.notBefore ?? 0),
    ...(session === undefined ? {} : { session_state: sidOf(session) }),
    scope: tokenScopeText(scopes, openid),
  };
}
