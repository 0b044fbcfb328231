// Details of access tokens: lifetime, identifier and audience.
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { clientSessionMaxEndsAt } from '#protocol/realm/sessions/sessions.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { UserSession } from '#protocol/store/store.ts';
import type { Authorization } from './authorization.ts';
import type { Claims } from './mappers/mapper.ts';
import type { IssueContext } from './token-issuer.ts';

/** Token type identifiers (RFC 8693 §3). */
export const TOKEN_TYPES = {
  access: 'urn:ietf:params:oauth:token-type:access_token',
  refresh: 'urn:ietf:params:oauth:token-type:refresh_token',
  id: 'urn:ietf:params:oauth:token-type:id_token',
} as const;

/** Expiry of a token issued at `now`, in seconds: at most the session's end, which -1 as lifespan selects. */
export function accessTokenExpiresAt(
  { realm }: IssueContext,
  { client, session }: Authorization,
  now: number,
  implicit: boolean,
): number {
  const own = Number(client.attributes['access.token.lifespan'] ?? Number.NaN);
  const sessionEndsAt =
    session === undefined
      ? Number.POSITIVE_INFINITY
      : Math.floor(clientSessionMaxEndsAt(realm, client, session) / 1000);
  // Compat: the implicit flow uses the realm's setting only.
  if (implicit) return Math.min(now + realm.lifespans.accessTokenImplicit, sessionEndsAt);
  if (own === -1 && Number.isFinite(sessionEndsAt)) return sessionEndsAt;
  return Math.min(now + (own > 0 ? own : realm.lifespans.accessToken), sessionEndsAt);
}

/** `ft` and `nt`: the client is not part of the session; its tokens live as long as the session. */
function sessionKind({ offline, clients }: UserSession, { id }: Client): string {
  if (Object.hasOwn(clients, id)) return offline ? 'of' : 'on';
  return offline ? 'ft' : 'nt';
}

/** Compat: as in Keycloak since 26.2, six letters encode session, token and grant, e.g. `onrtac:`. */
export function createJti({ session, client, tokenIdPrefix }: Authorization): string {
  const kind = session === undefined ? 'tr' : sessionKind(session, client);
  const weight = client.attributes['client.use.lightweight.access.token.enabled'] === 'true' ? 'lt' : 'rt';
  return `${kind}${weight}${tokenIdPrefix}:${createUuid()}`;
}

/**
 * Keeps only requested audiences.
 * @throws {OAuthError} `invalid_request` for one that no mapper adds. RFC 8693 §2.2.2.
 */
export function limitAudience(claims: Claims, audience: readonly string[]): void {
  if (audience.length === 0) return;
  const given = [claims['aud'] ?? []].flat();
  const missing = audience.filter((name) => !given.includes(name));
  if (missing.length > 0) {
    const names = missing.join(' ');
    throw new OAuthError('invalid_request', {
      description: `Requested audience not available: ${names}`,
      reason: `No mapper adds ${names} to aud; the audience parameter can only remove audiences.`,
      remedy: `Add an audience mapper for ${names} to the client or to a requested scope, or give the user a client role of it.`,
      section: 'RFC 8693 §2.2.2',
    });
  }
  claims['aud'] = audience.length === 1 ? audience[0] : [...audience];
}
