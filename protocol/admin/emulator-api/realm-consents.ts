// Every consent of a realm's users in one list; Keycloak's paths return those of one user at a time.
import type { RealmConsentsWire, RealmConsentWire } from '#protocol/contract/admin-api.ts';
import type { UserConsentRepresentation } from '#protocol/contract/realm-representation.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { badRequest } from '../admin-error.ts';
import { type AdminRequest, emulatorRow, namedRealm, ok, readPage, type ServerRow } from '../admin-route.ts';

const DEFAULT_MAX = 100;
const MAX_MAX = 1000;

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

async function list(request: AdminRequest): Promise<Reply> {
  const realm = namedRealm(request);
  const { first, max } = readPage(request.exchange, DEFAULT_MAX);
  if (max < 1 || max > MAX_MAX) throw badRequest(`max must be a whole number from 1 to ${MAX_MAX}`);
  const words = (request.exchange.query.get('text') ?? '').toLowerCase();
  const users = await request.store.users.list(realm.id);
  const found = users
    .flatMap((user) => (user.clientConsents ?? []).map((consent) => consentWire(user, consent)))
    .filter(({ username, clientId }) => `${username} ${clientId}`.toLowerCase().includes(words));
  const page: RealmConsentsWire = { total: found.length, consents: found.slice(first, first + max) };
  return ok(page);
}

export const REALM_CONSENT_ROWS: readonly ServerRow[] = [emulatorRow('GET', '/realms/:realm/consents', list)];
