// Documents that change with their realm alone, kept as ready buffers.
import type { Reply } from '#protocol/http/exchange.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';

/** Documents of one kind by realm and address. A changed realm is another object, so its documents are made anew. */
export interface ReadyDocuments {
  find(realm: Realm, address: string): Reply | undefined;
  /** Keeps the document as JSON and gives the answer. */
  keep(realm: Realm, address: string, document: unknown): Reply;
}

// Compat: as Keycloak's; clients must see a new key at once.
const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-cache, must-revalidate, no-transform, no-store',
};

/** A server is called by few names; more of them are somebody playing. */
const ADDRESSES_PER_REALM = 32;

/** Makes an empty cache. */
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
