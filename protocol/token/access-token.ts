// What is particular to access tokens: how long they live, their identifier, whom they are for.
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

/** When a token that is issued at `now` expires, both in seconds: never past the end of the session; -1 as the client's own lifespan means just that. */
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
  // Compat: the implicit flow has the realm's setting alone.
  if (implicit) return Math.min(now + realm.lifespans.accessTokenImplicit, sessionEndsAt);
  if (own === -1 && Number.isFinite(sessionEndsAt)) return sessionEndsAt;
  return Math.min(now + (own > 0 ? own : realm.lifespans.accessToken), sessionEndsAt);
}

/** The second pair is of a client that is no part of the session: its tokens live as long as the session. */
function sessionKind({ offline, clients }: UserSession, { id }: Client): string {
  if (Object.hasOwn(clients, id)) return offline ? 'of' : 'on';
  return offline ? 'ft' : 'nt';
}

/** Compat: six letters tell session, token and grant, as Keycloak's since 26.2; e.g. `onrtac:`. */
export function createJti({ session, client, tokenIdPrefix }: Authorization): string {
  const kind = session === undefined ? 'tr' : sessionKind(session, client);
  const weight = client.attributes['client.use.lightweight.access.token.enabled'] === 'true' ? 'lt' : 'rt';
  return `${kind}${weight}${tokenIdPrefix}:${createUuid()}`;
}

/** Leaves the audiences that were asked for. @throws {OAuthError} `invalid_request`: no mapper gives one of them. RFC 8693 §2.2.2. */
export function limitAudience(claims: Claims, audience: readonly string[]): void {
  if (audience.length === 0) return;
  const given = [claims['aud'] ?? []].flat();
  const missing = audience.filter((name) => !given.includes(name));
  if (missing.length > 0) {
    const names = missing.join(' ');
    throw new OAuthError('invalid_request', {
      description: `Requested audience not available: ${names}`,
      reason: `No mapper adds ${names} to aud; the audience parameter can only remove audiences.`,
      remedy: `Add an audience mapper for ${names} to the client or to a scope that is asked for, or give the user a client role of it.`,
      section: 'RFC 8693 §2.2.2',
    });
  }
  claims['aud'] = audience.length === 1 ? audience[0] : [...audience];
}
