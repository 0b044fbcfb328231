// Every consent of a realm's users in one list; Keycloak's paths return those of one user at a time.
import type { RealmConsentsWire, RealmConsentWire } from '#protocol/contract/admin-api.ts';
import type { UserConsentRepresentation } from '#protocol/contract/realm-representation.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { ok } from '../admin-route.ts';
import type { EmulatorRequest } from '../emulator-route.ts';

function consentWire(user: StoredUser, consent: UserConsentRepresentation): RealmConsentWire {
  const { clientId, grantedClientScopes = [], createdDate, lastUpdatedDate } = consent;
  return {
    userId: user.id,
    username: user.username,
    clientId,
    grantedClientScopes,
    ...(createdDate === undefined ? {} : { createdDate }),
    ...(lastUpdatedDate === undefined ? {} : { lastUpdatedDate }),
  };
}

/** Ordered by username. */
export async function listConsents({
  store,
  realm,
  query: { first, max, text },
}: EmulatorRequest<'GET /realms/{realm}/consents'>): Promise<Reply> {
  const words = text.toLowerCase();
  const users = await store.users.list(realm.id);
  const found = users
    .flatMap((user) => (user.clientConsents ?? []).map((consent) => consentWire(user, consent)))
    .filter(({ username, clientId }) => `${username} ${clientId}`.toLowerCase().includes(words));
  const page: RealmConsentsWire = { total: found.length, consents: found.slice(first, first + max) };
  return ok(page);
}
