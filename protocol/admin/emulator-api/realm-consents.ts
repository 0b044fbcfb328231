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
  const consents: RealmConsentWire[] = [];
  let total = 0;
  for await (const user of store.users.each(realm.id, { hasConsents: true })) {
    for (const consent of user.clientConsents ?? []) {
      if (!`${user.username} ${consent.clientId}`.toLowerCase().includes(words)) continue;
      if (total >= first && consents.length < max) consents.push(consentWire(user, consent));
      total += 1;
    }
  }
  const page: RealmConsentsWire = { total, consents };
  return ok(page);
}
