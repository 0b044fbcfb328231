// What a client's Admin URL is told, the older way of Keycloak's adapters: signed actions.
import { nowInSeconds } from '#protocol/clock.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { signJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { sidOf } from '#protocol/realm/sessions/offline-sessions.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { UserSession } from '#protocol/store/store.ts';
import type { IssueContext } from '#protocol/token/token-issuer.ts';

/** Seconds that an action is good for. */
const LIFESPAN_SECONDS = 30;
/** Compat: adapters verify with the realm's RSA key, whatever signs other tokens. */
const ALGORITHM = 'RS256';

type ActionContext = Pick<IssueContext, 'realm' | 'clock'>;

async function signAction(
  keys: RealmKeys,
  { realm, clock }: ActionContext,
  client: Client,
  members: Readonly<Record<string, unknown>>,
): Promise<string> {
  return signJws(await keys.signingKey(realm.name, ALGORITHM), {
    id: createUuid(),
    expiration: nowInSeconds(clock) + LIFESPAN_SECONDS,
    resource: client.clientId,
    ...members,
  });
}

/** Makes the action `LOGOUT` for one session. Compat: the body of `k_logout`; no specification has it. */
export function createLogoutAction(
  keys: RealmKeys,
  context: ActionContext,
  client: Client,
  session: UserSession,
): Promise<string> {
  const members = { action: 'LOGOUT', notBefore: 0, keycloakSessionIds: [sidOf(session)] };
  return signAction(keys, context, client, members);
}

/** Makes the action `PUSH_NOT_BEFORE` with the later of the realm's and the client's. Compat: the body of `k_push_not_before`; no specification has it. */
export function createNotBeforeAction(
  keys: RealmKeys,
  context: ActionContext,
  client: Client,
): Promise<string> {
  const notBefore = Math.max(context.realm.notBefore, client.notBefore);
  return signAction(keys, context, client, { action: 'PUSH_NOT_BEFORE', notBefore });
}
