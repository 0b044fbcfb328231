// For tests of the CIBA grant: a request that the authentication entity answers when the test says so.
import { resolveScopes, storedScopeText } from '#protocol/realm/view/scopes.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { OAuthTestServer } from './server.ts';

/** A pending request. */
export interface WaitingRequest {
  readonly authReqId: string;
  readonly userId: string;
  approve(notes?: Readonly<Record<string, string>>): Promise<void>;
  deny(): Promise<void>;
}

/** Sends a request of client `web` for alice. */
export async function beginAuthentication(
  server: OAuthTestServer,
  { scope = 'openid' }: { readonly scope?: string } = {},
): Promise<WaitingRequest> {
  const { store, clock, authenticationRequests } = server;
  const stored = store.realms.find('demo');
  const realm = stored === undefined ? undefined : viewRealm(stored);
  const client = realm?.clients.get('web');
  if (realm === undefined || client === undefined) throw new TypeError('no client web');
  const user = await store.users.findByUsername(realm.id, 'alice');
  if (user === undefined) throw new TypeError('no user alice');
  const { scopes, openid } = resolveScopes(client, scope);
  const { pollingCode: authReqId } = await authenticationRequests.begin(
    {
      realmId: realm.id,
      issuer: server.issuer,
      clientUuid: client.id,
      userId: user.id,
      scope: storedScopeText(scopes, openid),
      acrValues: undefined,
      nonce: undefined,
      claimsRequest: undefined,
      flow: 'f1',
    },
    { lifespanSeconds: 120, intervalSeconds: 5 },
    clock.now(),
  );
  return {
    authReqId,
    userId: user.id,
    async approve(notes = {}) {
      const now = clock.now();
      await authenticationRequests.answer(realm.id, authReqId, { answeredAt: now, notes }, now);
    },
    async deny() {
      await authenticationRequests.answer(realm.id, authReqId, 'denied', clock.now());
    },
  };
}
