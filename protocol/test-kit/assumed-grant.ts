// What a grant would decide for a user or a service account if one were made, for tokens without a flow.
import { acrOf, sessionLevels } from '#protocol/login/levels.ts';
import { joinClient } from '#protocol/realm/sessions/sessions.ts';
import { isUserEnabled } from '#protocol/realm/users/users.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { type ResolvedScopes, storedScopeText } from '#protocol/realm/view/scopes.ts';
import type { SessionStore, StoredUser, UserSession, UserStore } from '#protocol/store/store.ts';
import type { Authorization } from '#protocol/token/authorization.ts';
import type { IssueContext } from '#protocol/token/token-issuer.ts';
import { KitError } from './kit-error.ts';

/**
 * The session in which the tokens of a grant are issued: an offline session where scope and user allow one.
 * `instead` replaces a session that exists for these tokens only.
 * @throws {OAuthError}
 */
export type ChooseSession = (
  decision: AssumedGrant['decision'],
  rule: AssumedGrant['rule'],
  context: Pick<IssueContext, 'realm' | 'clock'> & { readonly client: Client },
  sessions: Pick<SessionStore, 'update' | 'discard'>,
) => Promise<UserSession | undefined>;

export interface AssumedGrant {
  readonly decision: Omit<Authorization, 'client' | 'tokenIdPrefix'>;
  readonly rule: 'beside' | 'instead' | 'none';
  readonly tokenIdPrefix: Authorization['tokenIdPrefix'];
}

/** Who asks for which scopes. */
export interface GrantParties {
  readonly realm: Realm;
  readonly client: Client;
  readonly scopes: ResolvedScopes;
  readonly nonce?: string | undefined;
}

/**
 * As after an authorization code at `now` (milliseconds). The decision's session is `begun` with the client, not saved.
 * `isNew`: the session begins with this sign-in.
 */
export function assumeUserGrant(
  { realm, client, scopes: { scopes, openid }, nonce }: GrantParties,
  user: StoredUser,
  begun: UserSession,
  { now, isNew }: { readonly now: number; readonly isNew: boolean },
): AssumedGrant & { readonly decision: { readonly session: UserSession } } {
  const acr = acrOf(realm, client, sessionLevels(begun), isNew);
  const scope = storedScopeText(scopes, openid);
  const session = joinClient(realm, client, { ...begun, lastAccessAt: now }, now, { scope, acr });
  const authTime = Math.floor(session.authenticatedAt / 1000);
  return {
    rule: isNew ? 'instead' : 'beside',
    tokenIdPrefix: 'ac',
    decision: { user, session, scopes, openid, nonce, authTime, acr, refreshable: true },
  };
}

/**
 * As after a client credentials grant. RFC 6749 §4.4.
 * @throws {KitError} 409 for a client without an enabled service account.
 */
export async function assumeServiceAccountGrant(
  users: Pick<UserStore, 'findServiceAccount'>,
  { realm, client, scopes: { scopes, openid }, nonce }: GrantParties,
  remoteAddress: string,
): Promise<AssumedGrant> {
  const { clientId } = client;
  const user = client.serviceAccounts ? await users.findServiceAccount(realm.id, clientId) : undefined;
  if (user === undefined)
    throw new KitError(
      409,
      `client: ${clientId} has no service account, and the body names no user.`,
      `Send user, or set serviceAccountsEnabled of client ${clientId} to true${client.kind === 'public' ? ' and publicClient to false' : ''}.`,
    );
  if (!isUserEnabled(user))
    throw new KitError(
      409,
      `User ${user.username}, the service account of client ${clientId}, is disabled.`,
      `Set enabled of user ${user.username} to true.`,
    );
  const notes = { client_id: clientId, clientHost: remoteAddress, clientAddress: remoteAddress };
  return {
    rule: 'none',
    tokenIdPrefix: 'cc',
    decision: { user, session: undefined, scopes, openid, nonce, acr: '1', refreshable: false, notes },
  };
}
