// Users' consents to clients: which are missing, granted or revoked.
import type { UserConsentRepresentation } from '#protocol/contract/realm-representation.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Client, ClientScope } from '../view/realm.ts';

function consentOf(user: StoredUser, client: Client): UserConsentRepresentation | undefined {
  return user.clientConsents?.find((consent) => consent.clientId === client.clientId);
}

/** Compat: the consent to a scope is one to each of its values, such as an organization. */
function nameOf({ name, base }: ClientScope): string {
  return base?.name ?? name;
}

/** Whether the consent page lists the client itself in addition to its scopes. */
export function isClientShown(client: Client): boolean {
  return client.attributes['display.on.consent.screen'] === 'true';
}

/** Scopes that are shown on the consent page and that the user has not granted to the client. */
export function missingConsents(
  user: StoredUser,
  client: Client,
  scopes: readonly ClientScope[],
): readonly ClientScope[] {
  const granted = new Set(consentOf(user, client)?.grantedClientScopes);
  return scopes.filter((scope) => scope.shownOnConsent && !granted.has(nameOf(scope)));
}

/** Whether the user has granted everything that the consent page shows for the client. */
export function hasConsented(user: StoredUser, client: Client, scopes: readonly ClientScope[]): boolean {
  if (missingConsents(user, client, scopes).length > 0) return false;
  return !isClientShown(client) || consentOf(user, client) !== undefined;
}

/** The user after granting the client these scopes at `now` (milliseconds), in addition to earlier ones. */
export function withConsent(
  user: StoredUser,
  client: Client,
  scopes: readonly ClientScope[],
  now: number,
): StoredUser {
  const before = consentOf(user, client);
  const shown = scopes.filter((scope) => scope.shownOnConsent).map(nameOf);
  const consent: UserConsentRepresentation = {
    ...before,
    clientId: client.clientId,
    grantedClientScopes: [...new Set([...(before?.grantedClientScopes ?? []), ...shown])],
    createdDate: before?.createdDate ?? now,
    lastUpdatedDate: now,
  };
  const others = (user.clientConsents ?? []).filter((known) => known.clientId !== client.clientId);
  return { ...user, clientConsents: [...others, consent] };
}

/** Checks that the consent has not been revoked since. @throws {OAuthError} `invalid_scope` if it has. */
export function checkConsent(user: StoredUser, client: Client, scopes: readonly ClientScope[]): void {
  if (!client.consentRequired || hasConsented(user, client, scopes)) return;
  const names = missingConsents(user, client, scopes).map((scope) => scope.name);
  throw new OAuthError('invalid_scope', {
    description: 'Client no longer has requested consent from user',
    reason: `User ${user.username} revoked the consent for client ${client.clientId} (${names.join(', ')}).`,
    remedy: `Sign in again and consent, or set consentRequired of client ${client.clientId} to false.`,
    section: 'OIDC Core §3.1.2.4',
  });
}
