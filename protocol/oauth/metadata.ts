// Documents that change with the realm alone: realm root, discovery, keys; kept as ready buffers.

import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { CLIENT_AUTHENTICATION_METHOD_NAMES } from '#protocol/http/client-authentication.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { Realm } from '#protocol/realm/realm.ts';
import { GRANTS } from './grants/table.ts';
import { issuerOf, protocolUrl } from './issuer.ts';
import { RESPONSE_MODES } from './response-modes/table.ts';
import { RESPONSE_TYPES } from './response-types.ts';

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-cache, must-revalidate, no-transform, no-store',
};

const SIGNATURE_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'HS256',
  'HS384',
  'HS512',
];
const ASYMMETRIC_ALGORITHMS = SIGNATURE_ALGORITHMS.filter((algorithm) => !algorithm.startsWith('HS'));

const CLAIMS = [
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'email',
  'acr',
  'azp',
  'nonce',
];

/** A realm's discovery document (OIDC Discovery §3, RFC 8414 §2). Only what works is advertised. */
export function discoveryDocument(exchange: RealmExchange): Readonly<Record<string, unknown>> {
  const { realm, baseUrl, backchannelBaseUrl } = exchange;
  const browser = protocolUrl(baseUrl, realm.name);
  const server = protocolUrl(backchannelBaseUrl, realm.name);
  const scopes = [...realm.clientScopes.values()]
    .filter((scope) => scope.protocol === 'openid-connect')
    .map((scope) => scope.name);
  return {
    issuer: issuerOf(exchange),
    authorization_endpoint: `${browser}/auth`,
    token_endpoint: `${server}/token`,
    introspection_endpoint: `${server}/token/introspect`,
    userinfo_endpoint: `${server}/userinfo`,
    end_session_endpoint: `${browser}/logout`,
    jwks_uri: `${server}/certs`,
    revocation_endpoint: `${server}/revoke`,
    grant_types_supported: GRANTS.map((grant) => grant.type).sort(),
    response_types_supported: Object.keys(RESPONSE_TYPES),
    response_modes_supported: Object.keys(RESPONSE_MODES),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ASYMMETRIC_ALGORITHMS,
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHOD_NAMES,
    token_endpoint_auth_signing_alg_values_supported: SIGNATURE_ALGORITHMS,
    introspection_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHOD_NAMES,
    introspection_endpoint_auth_signing_alg_values_supported: SIGNATURE_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHOD_NAMES,
    revocation_endpoint_auth_signing_alg_values_supported: SIGNATURE_ALGORITHMS,
    prompt_values_supported: ['none', 'login'],
    acr_values_supported: ['0', '1'],
    claims_supported: CLAIMS,
    claim_types_supported: ['normal'],
    claims_parameter_supported: false,
    scopes_supported: ['openid', ...scopes],
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    require_request_uri_registration: false,
    code_challenge_methods_supported: ['plain', 'S256'],
    authorization_response_iss_parameter_supported: true,
    require_pushed_authorization_requests: false,
  };
}

/** Buffers by realm and address; a changed realm is another object, so its buffers are made anew. */
class BufferCache {
  readonly #byRealm = new WeakMap<Realm, Map<string, Buffer>>();

  get(realm: Realm, address: string, make: () => unknown): Buffer {
    const known = this.#byRealm.get(realm) ?? new Map<string, Buffer>();
    this.#byRealm.set(realm, known);
    const ready = known.get(address);
    if (ready !== undefined) return ready;
    const buffer = Buffer.from(JSON.stringify(make()));
    // A server is called by few names; more of them are somebody playing.
    if (known.size < 32) known.set(address, buffer);
    return buffer;
  }
}

const discoveries = new BufferCache();

/** `GET /realms/{realm}/.well-known/openid-configuration` (OIDC Discovery §4). */
export function handleDiscovery(exchange: RealmExchange): Reply {
  const { realm, baseUrl, backchannelBaseUrl } = exchange;
  return {
    status: 200,
    headers: HEADERS,
    body: discoveries.get(realm, `${baseUrl} ${backchannelBaseUrl}`, () => discoveryDocument(exchange)),
  };
}

const publishedKeys = new WeakMap<object, Buffer>();

/** `GET …/certs`: the realm's public keys (RFC 7517 §5). */
export async function handleCerts({ realm }: RealmExchange, keys: RealmKeys): Promise<Reply> {
  const jwks = await keys.publicJwks(realm.name);
  const body = publishedKeys.get(jwks) ?? Buffer.from(JSON.stringify(jwks));
  publishedKeys.set(jwks, body);
  return { status: 200, headers: HEADERS, body };
}

/** `GET /realms/{realm}`: name, public key and base addresses. Compat: as Keycloak's. */
export async function handleRealmRoot(exchange: RealmExchange, keys: RealmKeys): Promise<Reply> {
  const { realm, baseUrl } = exchange;
  const all = await keys.list(realm.name);
  const signing = all.find((key) => key.type === 'RSA' && key.use === 'SIG' && key.status === 'ACTIVE');
  const document = {
    realm: realm.name,
    public_key: signing?.publicKey?.export({ type: 'spki', format: 'der' }).toString('base64'),
    'token-service': protocolUrl(baseUrl, realm.name),
    'account-service': `${issuerOf(exchange)}/account`,
    'tokens-not-before': realm.notBefore,
  };
  return { status: 200, headers: HEADERS, body: JSON.stringify(document) };
}
