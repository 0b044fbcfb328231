// Signed actions for a client's Admin URL, as used by Keycloak's legacy adapters.
import { nowInSeconds } from '#protocol/clock.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { signJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { sidOf } from '#protocol/realm/sessions/offline-sessions.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { AdapterSession, UserSession } from '#protocol/store/store.ts';
import type { IssueContext } from '#protocol/token/token-issuer.ts';

/** Lifespan of an action, in seconds. */
const LIFESPAN_SECONDS = 30;
/** Compat: adapters verify with the realm's RSA key, whatever algorithm other tokens use. */
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

/**
 * The action `LOGOUT` for one session: the adapter removes `adapterSessionIds` from its own session store.
 * Compat: the body of `k_logout`; not part of any specification.
 */
export function createLogoutAction(
  keys: RealmKeys,
  context: ActionContext,
  client: Client,
  ended: { readonly session: UserSession; readonly adapterSession: AdapterSession },
): Promise<string> {
  return signAction(keys, context, client, {
    action: 'LOGOUT',
    notBefore: 0,
    adapterSessionIds: [ended.adapterSession.id],
    keycloakSessionIds: [sidOf(ended.session)],
  });
}

/**
 * The action `LOGOUT` for all sessions: the adapter empties its session store and rejects tokens issued before
 * the realm's not-before time. Compat: an action without `adapterSessionIds`.
 */
export function createLogoutAllAction(
  keys: RealmKeys,
  context: ActionContext,
  client: Client,
): Promise<string> {
  return signAction(keys, context, client, { action: 'LOGOUT', notBefore: context.realm.notBefore });
}

/** Compat: `PUSH_NOT_BEFORE`, the body of `k_push_not_before`, with the later of realm and client values. */
export function createNotBeforeAction(
  keys: RealmKeys,
  context: ActionContext,
  client: Client,
): Promise<string> {
  const notBefore = Math.max(context.realm.notBefore, client.notBefore);
  return signAction(keys, context, client, { action: 'PUSH_NOT_BEFORE', notBefore });
}
