// The realm's public keys.
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { createReadyDocuments } from './ready-documents.ts';

/** `GET …/certs` (RFC 7517 §5). A new key replaces the realm object and thereby the cached document. */
export function createCertsEndpoint(keys: RealmKeys): (exchange: RealmExchange) => Reply | Promise<Reply> {
  const documents = createReadyDocuments();
  return ({ realm }) =>
    documents.find(realm, '') ?? keys.publicJwks(realm.name).then((jwks) => documents.keep(realm, '', jwks));
}
