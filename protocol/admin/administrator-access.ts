// Signs the desktop window in: issues a token of master's administrator inside the server's process.
import { nowInSeconds } from '#protocol/clock.ts';
import type { RealmClocks } from '#protocol/realm/realm-clocks.ts';
import { createSession } from '#protocol/realm/sessions/sessions.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { findEffectiveHolders } from '#protocol/realm/view/role-holders.ts';
import { resolveScopes, storedScopeText } from '#protocol/realm/view/scopes.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { RealmOutOfServiceError, type Store, type StoredUser } from '#protocol/store/store.ts';
import type { TokenIssuer } from '#protocol/token/token-issuer.ts';

/** A token is renewed when it is valid for less than this. */
const RENEW_BEFORE_SECONDS = 15;

const ADMIN_ROLE = { clientId: undefined, name: 'admin' };

export interface AdministratorAccess {
  /** A valid access token. @throws {Error} when the master realm has no enabled administrator. */
  token(): Promise<string>;
}

export interface AdministratorAccessDeps {
  readonly store: Store;
  readonly issuer: TokenIssuer;
  readonly clocks: RealmClocks;
  /** Base URL of the token's issuer. */
  readonly baseUrl: () => string;
}

/** Keeps one session and one token, which is renewed shortly before it expires. */
export function createAdministratorAccess(deps: AdministratorAccessDeps): AdministratorAccess {
  let current: { readonly token: string; readonly expiresAt: number } | undefined;
  const clock = deps.clocks('master');
  return {
    async token() {
      if (current !== undefined && nowInSeconds(clock) < current.expiresAt - RENEW_BEFORE_SECONDS)
        return current.token;
      const issued = await issueToken(deps);
      current = { token: issued.access_token, expiresAt: nowInSeconds(clock) + issued.expires_in };
      return current.token;
    },
  };
}

async function issueToken(
  deps: AdministratorAccessDeps,
): Promise<{ access_token: string; expires_in: number }> {
  const stored = deps.store.realms.find('master');
  const damage = deps.store.realms.findOutOfService('master');
  if (damage !== undefined) throw new RealmOutOfServiceError(damage);
  if (stored === undefined) throw new Error('there is no master realm');
  const realm = viewRealm(stored);
  const client = realm.clients.get('security-admin-console');
  const user = await findAdministrator(deps.store, realm);
  if (client === undefined || user === undefined)
    throw new Error('the master realm has no enabled administrator');
  const { scopes } = resolveScopes(client, undefined);
  const clock = deps.clocks('master');
  const now = clock.now();
  const scope = storedScopeText(scopes, false);
  const part = { clientUuid: client.id, startedAt: now, lastRefreshAt: now, scope };
  const session = createSession(realm, { user, now, ipAddress: '127.0.0.1', flow: 'desktop', part });
  await deps.store.sessions.create(session);
  const authTime = nowInSeconds(clock);
  return deps.issuer.issue(
    { realm, issuer: `${deps.baseUrl()}/realms/master`, clock },
    {
      client,
      user,
      session,
      scopes,
      openid: false,
      authTime,
      acr: '1',
      tokenIdPrefix: 'na',
      refreshable: false,
    },
  );
}

async function findAdministrator(store: Store, realm: Realm): Promise<StoredUser | undefined> {
  const query = { ...findEffectiveHolders(realm, ADMIN_ROLE).users, enabled: true };
  const [first] = await store.users.search(realm.id, query, { first: 0, max: 1 });
  return first;
}
