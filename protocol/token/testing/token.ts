// For the tests of this folder: a realm with a signed-in user, and tokens on a manual clock.
import type { MovableClock } from '#protocol/clock.ts';
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { TokenResponseWire } from '#protocol/contract/token-response.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { clientOf, manualClock } from '#protocol/realm/testing/realm.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { resolveScopes, storedScopeText } from '#protocol/realm/view/scopes.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { Store, StoredUser, UserSession } from '#protocol/store/store.ts';
import { putSession } from '#protocol/store/testing/sample-session.ts';
import type { Authorization } from '../authorization.ts';
import { createTokenIssuer, type IssueContext } from '../token-issuer.ts';
import { createTokenVerifier, type TokenVerifier } from '../token-verifier.ts';

export interface TokenBench {
  readonly clock: MovableClock;
  readonly store: Store;
  readonly verifier: TokenVerifier;
  realm(): Realm;
  client(clientId?: string): Client;
  user(): StoredUser;
  context(issuer?: string): IssueContext;
  /** Signs alice in at a client and returns the tokens. */
  issue(change?: Partial<Authorization>, scope?: string, clientId?: string): Promise<TokenResponseWire>;
  session(): Promise<UserSession | undefined>;
}

/** ES256 keys are fast to create. */
const FAST_KEYS = { defaultSignatureAlgorithm: 'ES256' };

function realmFile(
  members: Partial<RealmRepresentation>,
  shop: Partial<ClientRepresentation>,
): RealmRepresentation {
  return {
    id: 'r-id',
    realm: 'r',
    ...FAST_KEYS,
    clients: [
      {
        clientId: 'shop',
        publicClient: false,
        secret: 's',
        redirectUris: ['http://shop.test/*'],
        webOrigins: ['+'],
        ...shop,
      },
      { clientId: 'other', publicClient: true },
    ],
    users: [
      {
        id: 'u1',
        username: 'alice',
        email: 'alice@example.test',
        firstName: 'Alice',
        lastName: 'Archer',
        realmRoles: ['default-roles-r'],
      },
    ],
    ...members,
  };
}

/** A realm with client `shop` and user alice. */
export async function createTokenBench(
  members: Partial<RealmRepresentation> = {},
  shop: Partial<ClientRepresentation> = {},
): Promise<TokenBench> {
  const clock = manualClock();
  const store = createMemoryStore();
  const { realm, users } = normalizeRealm(realmFile(members, shop), clock);
  await store.realms.create(realm, users);
  const keys = createRealmKeys(store.realms, clock);
  const issuer = createTokenIssuer({ keys });
  const verifier = createTokenVerifier({ keys, store });
  const current = (): Realm => {
    const stored = store.realms.find('r');
    if (stored === undefined) throw new TypeError('the test removed its realm');
    return viewRealm(stored);
  };
  const alice = await store.users.find('r-id', 'u1');
  if (alice === undefined) throw new TypeError('the test realm has no alice');
  const context = (text = 'http://here/realms/r'): IssueContext => ({
    realm: current(),
    issuer: text,
    clock,
  });
  return {
    clock,
    store,
    verifier,
    realm: current,
    client: (clientId = 'shop') => clientOf(current(), clientId),
    user: () => alice,
    context,
    session: () => store.sessions.find('r-id', 's1'),
    async issue(change = {}, scope = 'openid', clientId = 'shop') {
      const client = clientOf(current(), clientId);
      const { scopes, openid } = resolveScopes(client, scope);
      const session = createSession(client, clock.now(), storedScopeText(scopes, openid));
      const authorization: Authorization = {
        client,
        user: alice,
        session,
        scopes,
        openid,
        nonce: undefined,
        authTime: Math.floor(clock.now() / 1000),
        acr: '1',
        tokenIdPrefix: 'ac',
        refreshable: true,
        notes: {},
        ...change,
      };
      if (authorization.session !== undefined) await putSession(store.sessions, authorization.session);
      return issuer.issue(context(), authorization);
    },
  };
}

function createSession(client: Client, now: number, scope: string): UserSession {
  return {
    id: 's1',
    realmId: 'r-id',
    userId: 'u1',
    username: 'alice',
    offline: false,
    startedAt: now,
    lastAccessAt: now,
    authenticatedAt: now,
    rememberMe: false,
    ipAddress: '127.0.0.1',
    flow: 'f1',
    clients: { [client.id]: { clientUuid: client.id, startedAt: now, lastRefreshAt: now, scope } },
  };
}

/** Unverified claims of a token. */
export function claimsOf(token: string | undefined): Readonly<Record<string, unknown>> {
  return decodeJws(token ?? '')?.claims ?? {};
}

export function headerOf(token: string | undefined): Readonly<Record<string, unknown>> {
  return decodeJws(token ?? '')?.header ?? {};
}
