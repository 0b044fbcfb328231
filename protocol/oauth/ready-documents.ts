// A cache of serialized documents that depend only on the realm and the base URL.
import type { Reply } from '#protocol/http/exchange.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';

/** Cached by realm object: a changed realm is a new object, so its documents are rebuilt. */
export interface ReadyDocuments {
  find(realm: Realm, address: string): Reply | undefined;
  /** Serializes and caches the document, and returns the response. */
  keep(realm: Realm, address: string, document: unknown): Reply;
}

// Compat: as in Keycloak; clients must see a new key immediately.
const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-cache, must-revalidate, no-transform, no-store',
};

/** A server has few base URLs; the limit keeps arbitrary Host headers from filling the cache. */
const ADDRESSES_PER_REALM = 32;

export function createReadyDocuments(): ReadyDocuments {
  const byRealm = new WeakMap<Realm, Map<string, Reply>>();
  return {
    find: (realm, address) => byRealm.get(realm)?.get(address),
    keep(realm, address, document) {
      const reply = { status: 200, headers: HEADERS, body: Buffer.from(JSON.stringify(document)) };
      const known = byRealm.get(realm) ?? new Map<string, Reply>();
      byRealm.set(realm, known);
      if (known.size < ADDRESSES_PER_REALM) known.set(address, reply);
      return reply;
    },
  };
}
