// What a client's Admin URL is told, the older way of Keycloak's adapters: signed actions.
import { nowInSeconds } from '#protocol/clock.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { signJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { sidOf } from '#protocol/realm/offline-sessions.ts';
import type { Client } from '#protocol/realm/realm.ts';
import type { UserSession } from '#protocol/store/store.ts';
import type { IssueContext } from '#protocol/token/token-issuer.ts';

/** Seconds that an action is good for. */
const LIFESPAN_SECONDS = 30;
/** Compat: adapters verify with the realm's RSA key, whatever signs other tokens. */
const ALGORITHM = 'RS256';

/** Makes the action `LOGOUT` for one session. Compat: the body of `k_logout`; no specification has it. */
export async function createLogoutAction(
  keys: RealmKeys,
  { realm, clock }: Pick<IssueContext, 'realm' | 'clock'>,
  client: Client,
  session: UserSession,
): Promise<string> {
  const now = nowInSeconds(clock);
  return signJws(await keys.signingKey(realm.name, ALGORITHM), {
    id: createUuid(),
    expiration: now + LIFESPAN_SECONDS,
    resource: client.clientId,
    action: 'LOGOUT',
    notBefore: 0,
    keycloakSessionIds: [sidOf(session)],
  });
}
