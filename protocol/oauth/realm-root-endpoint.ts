// The realm's root URL: name, public key and endpoint URLs.
import type { RealmKey } from '#protocol/crypto/key-components.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { createReadyDocuments } from './ready-documents.ts';
import { protocolUrl } from './token-context.ts';

/** `GET /realms/{realm}`. Compat: members as in Keycloak. */
export function createRealmRootEndpoint(
  keys: RealmKeys,
): (exchange: RealmExchange) => Reply | Promise<Reply> {
  const documents = createReadyDocuments();
  return (exchange) =>
    documents.find(exchange.realm, exchange.baseUrl) ??
    keys
      .list(exchange.realm.name)
      .then((all) => documents.keep(exchange.realm, exchange.baseUrl, describeRealm(exchange, all)));
}

function describeRealm(exchange: RealmExchange, keys: readonly RealmKey[]): unknown {
  const { realm, baseUrl } = exchange;
  const signing = keys.find((key) => key.type === 'RSA' && key.use === 'SIG' && key.status === 'ACTIVE');
  return {
    realm: realm.name,
    public_key: signing?.publicKey?.export({ type: 'spki', format: 'der' }).toString('base64'),
    'token-service': protocolUrl(baseUrl, realm.name),
    'account-service': `${issuerOf(exchange)}/account`,
    'tokens-not-before': realm.notBefore,
  };
}
