// The logout token, which notifies a client that a session of its user has ended.
import { nowInSeconds } from '#protocol/clock.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { signJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { sidOf } from '#protocol/realm/sessions/offline-sessions.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { subjectOf } from '#protocol/token/mappers/pairwise-subject.ts';
import { signatureAlgorithm } from '#protocol/token/signature-algorithms.ts';
import { type TokenEncrypter, wantsEncryption } from '#protocol/token/token-encrypter.ts';
import type { IssueContext } from '#protocol/token/token-issuer.ts';

/** Member of `events` that identifies a logout token (OIDC Back-Channel Logout §2.4). */
export const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Compat: member of `events` that also revokes offline sessions. */
export const REVOKE_OFFLINE_EVENT = 'revoke_offline_access';

/** Lifespan of a logout token, in seconds. */
const LIFESPAN_SECONDS = 120;
const ENCRYPTION = 'id.token.encrypted.response';

export interface LogoutTokenDeps {
  readonly keys: RealmKeys;
  readonly encrypter: TokenEncrypter;
}

/**
 * A client's logout token, signed (and encrypted) like its ID tokens. OIDC Back-Channel Logout §2.4.
 * @throws {OAuthError} `invalid_client` for an unusable algorithm or key setting.
 */
export async function createLogoutToken(
  { keys, encrypter }: LogoutTokenDeps,
  { realm, issuer, clock }: IssueContext,
  client: Client,
  session: UserSession,
): Promise<string> {
  const { attributes, clientId } = client;
  const now = nowInSeconds(clock);
  const claims = {
    exp: now + LIFESPAN_SECONDS,
    iat: now,
    jti: createUuid(),
    iss: issuer,
    aud: clientId,
    sub: subjectOf(client, { id: session.userId }),
    typ: 'Logout',
    ...(attributes['backchannel.logout.session.required'] === 'false' ? {} : { sid: sidOf(session) }),
    events: {
      [LOGOUT_EVENT]: {},
      ...(attributes['backchannel.logout.revoke.offline.tokens'] === 'true'
        ? { [REVOKE_OFFLINE_EVENT]: true }
        : {}),
    },
  };
  const algorithm = signatureAlgorithm(realm, client, 'id.token.signed.response.alg');
  const key = await keys.signingKey(realm.name, algorithm);
  const text = await signJws(key, claims, { typ: 'logout+jwt' });
  if (!wantsEncryption(client, ENCRYPTION)) return text;
  return encrypter.encrypt(client, ENCRYPTION, { text, contentType: 'JWT' }, clock.now());
}
