// Action tokens: the signed keys of links that the realm sends by e-mail. In Keycloak's form.
import { nowInSeconds } from '#protocol/clock.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { type DecodedJws, decodeJws, signJws, verifyJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';

const ALGORITHM = 'HS512';
/** Keys longer than this are not decoded; a link with a long list of actions stays far below. */
const MAX_LENGTH = 20_000;

/** The claim `typ`, and Keycloak's name of the action in lifespan settings. */
export const ACTION_TOKEN_TYPES = [
  'reset-credentials',
  'verify-email',
  'execute-actions',
  'update-email',
  'idp-verify-account-via-email',
] as const;
export type ActionTokenType = (typeof ACTION_TOKEN_TYPES)[number];

/** An account at an identity provider. */
interface TokenIdentity {
  /** Alias of the provider. */
  readonly provider: string;
  /** The person's name at the provider. */
  readonly username: string;
  /** The person's id at the provider. */
  readonly id: string;
}

/** What a link does; members that a type does not use are absent. */
export interface ActionToken {
  readonly type: ActionTokenType;
  /** `jti` and `nonce` */
  readonly id: string;
  readonly userId: string;
  /** Seconds. */
  readonly issuedAt: number;
  /** Seconds. */
  readonly expiresAt: number;
  /** `azp`: the client of the sign-in that asked for the link, or that the administrator named. */
  readonly clientId?: string | undefined;
  /** `asid`: the browser tab that asked for the link, or that confirmed it. */
  readonly tab?: string | undefined;
  /** `eml`: the address that the link was sent to; for `update-email` the user's earlier one. */
  readonly email?: string | undefined;
  readonly newEmail?: string | undefined;
  /** Whether the new address ends the user's other sessions. */
  readonly logoutSessions?: boolean | undefined;
  /** `rqac` */
  readonly actions?: readonly string[] | undefined;
  /** `idpa`, `idpu`, `idpi`: the account that is linked. */
  readonly identity?: TokenIdentity | undefined;
  /** `oasid`: the tab that asked for the link, if another browser has confirmed it. */
  readonly originalTab?: string | undefined;
  /** `reduri`: where the last page leads. */
  readonly redirectUri?: string | undefined;
}

/** `none`: not a token of this realm; `reason` says why, for Activity. */
export type ReadActionToken =
  | { readonly state: 'valid' | 'expired'; readonly token: ActionToken }
  | { readonly state: 'none'; readonly reason: string };

/** A new token's identity and times, at the realm's clock. */
export function startActionToken(
  { clock }: Pick<RealmExchange, 'clock'>,
  lifespanSeconds: number,
): Pick<ActionToken, 'id' | 'issuedAt' | 'expiresAt'> {
  const issuedAt = nowInSeconds(clock);
  return { id: createUuid(), issuedAt, expiresAt: issuedAt + lifespanSeconds };
}

/** Signs the key of a link. RFC 7519. */
export async function signActionToken(
  { realm, baseUrl }: Pick<RealmExchange, 'realm' | 'baseUrl'>,
  keys: Pick<RealmKeys, 'signingKey'>,
  token: ActionToken,
): Promise<string> {
  const issuer = `${baseUrl}/realms/${encodeURIComponent(realm.name)}`;
  const isUpdate = token.type === 'update-email';
  const claims = {
    exp: token.expiresAt,
    iat: token.issuedAt,
    jti: token.id,
    iss: issuer,
    aud: issuer,
    sub: token.userId,
    typ: token.type,
    azp: token.clientId,
    nonce: token.id,
    asid: token.tab,
    ...(isUpdate
      ? { oldEmail: token.email, newEmail: token.newEmail, logoutSessions: token.logoutSessions || undefined }
      : { eml: token.email }),
    rqac: token.actions,
    idpa: token.identity?.provider,
    idpu: token.identity?.username,
    idpi: token.identity?.id,
    oasid: token.originalTab,
    reduri: token.redirectUri,
  };
  return signJws(await keys.signingKey(realm.name, ALGORITHM), claims);
}

/**
 * Reads the key of a link. Choice: the issuer is not compared. The key belongs to one realm, and this server may
 * have several names.
 */
export async function readActionToken(
  exchange: Pick<RealmExchange, 'realm' | 'clock'>,
  keys: Pick<RealmKeys, 'verificationKey'>,
  value: string,
): Promise<ReadActionToken> {
  const jws = value.length > MAX_LENGTH ? undefined : decodeJws(value);
  if (jws === undefined) return { state: 'none', reason: 'The parameter key is no signed token.' };
  if (jws.header.alg !== ALGORITHM)
    return { state: 'none', reason: `The token is not signed with ${ALGORITHM}.` };
  const kid = typeof jws.header.kid === 'string' ? jws.header.kid : undefined;
  const key = await keys.verificationKey(exchange.realm.name, kid, ALGORITHM);
  if (key === undefined || !verifyJws(jws, key))
    return { state: 'none', reason: explainSignature(exchange, jws) };
  const token = toActionToken(jws.claims);
  if (token === undefined)
    return {
      state: 'none',
      reason: `A token of type ${String(jws.claims['typ'])} is not the key of a link.`,
    };
  return { state: token.expiresAt <= nowInSeconds(exchange.clock) ? 'expired' : 'valid', token };
}

function explainSignature({ realm }: Pick<RealmExchange, 'realm'>, { claims }: DecodedJws): string {
  const issuer = typeof claims['iss'] === 'string' ? claims['iss'] : '';
  const isOwn = issuer.endsWith(`/realms/${encodeURIComponent(realm.name)}`);
  return isOwn
    ? `The signature does not fit: the link was changed, or realm ${realm.name} has other keys by now.`
    : `The link was issued by "${issuer.slice(0, 200)}", not by realm ${realm.name}.`;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function identityOf({ idpa, idpu, idpi }: DecodedJws['claims']): TokenIdentity | undefined {
  const [provider, username, id] = [textOf(idpa), textOf(idpu), textOf(idpi)];
  return provider === undefined || username === undefined || id === undefined
    ? undefined
    : { provider, username, id };
}

function toActionToken(claims: DecodedJws['claims']): ActionToken | undefined {
  const type = ACTION_TOKEN_TYPES.find((name) => name === claims['typ']);
  const { jti, sub, iat, exp, rqac } = claims;
  if (type === undefined || typeof jti !== 'string' || typeof sub !== 'string') return undefined;
  if (typeof iat !== 'number' || typeof exp !== 'number') return undefined;
  const actions = Array.isArray(rqac) ? rqac.filter((name) => typeof name === 'string') : undefined;
  return {
    type,
    id: jti,
    userId: sub,
    issuedAt: iat,
    expiresAt: exp,
    clientId: textOf(claims['azp']),
    tab: textOf(claims['asid']),
    email: textOf(claims['eml']) ?? textOf(claims['oldEmail']),
    newEmail: textOf(claims['newEmail']),
    logoutSessions: claims['logoutSessions'] === true,
    actions,
    redirectUri: textOf(claims['reduri']),
    identity: identityOf(claims),
    originalTab: textOf(claims['oasid']),
  };
}
