// A realm's initial access tokens for dynamic client registration: their remaining uses and lifetimes.
import type { StoredRealm } from '#protocol/store/store.ts';

/** A token as the admin API shows it. Compat: Keycloak's member names. */
export interface InitialAccess {
  readonly id: string;
  /** Creation time in seconds since the epoch. */
  readonly timestamp: number;
  /** Lifetime in seconds; 0: never expires. */
  readonly expiration: number;
  readonly count: number;
  readonly remainingCount: number;
}

/** Realm attribute that contains the list as JSON, so that it survives restarts and exports. */
const ATTRIBUTE = 'clientInitialAccess';

function isInitialAccess(entry: unknown): entry is InitialAccess {
  if (typeof entry !== 'object' || entry === null) return false;
  const { id, timestamp, expiration, count, remainingCount } = entry as Readonly<Record<string, unknown>>;
  return (
    typeof id === 'string' &&
    [timestamp, expiration, count, remainingCount].every((value) => typeof value === 'number')
  );
}

/** All tokens of a realm; empty when the attribute is malformed. */
export function listInitialAccess(realm: StoredRealm): readonly InitialAccess[] {
  try {
    const entries: unknown = JSON.parse(realm.attributes?.[ATTRIBUTE] ?? '[]');
    return Array.isArray(entries) ? entries.filter(isInitialAccess) : [];
  } catch {
    // A realm file may contain anything; a malformed list grants no access.
    return [];
  }
}

export function withInitialAccess(realm: StoredRealm, list: readonly InitialAccess[]): StoredRealm {
  return { ...realm, attributes: { ...realm.attributes, [ATTRIBUTE]: JSON.stringify(list) } };
}

/** The realm after a token is used at `now` (seconds); undefined if it is unknown or has ended. RFC 7591 §1.2. */
export function consumeInitialAccess(realm: StoredRealm, id: string, now: number): StoredRealm | undefined {
  const list = listInitialAccess(realm);
  const found = list.find((entry) => entry.id === id);
  if (found === undefined || found.remainingCount < 1) return undefined;
  if (found.expiration > 0 && found.timestamp + found.expiration <= now) return undefined;
  const used = { ...found, remainingCount: found.remainingCount - 1 };
  return withInitialAccess(
    realm,
    list.map((entry) => (entry === found ? used : entry)),
  );
}
