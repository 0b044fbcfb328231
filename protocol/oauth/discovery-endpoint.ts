// The discovery document: the realm's endpoints and capabilities.

import { clientAuthenticationMethodNames } from '#protocol/client-authentication/client-authentication.ts';
import {
  CONTENT_ENCRYPTION_ALGORITHMS,
  KEY_ENCRYPTION_ALGORITHMS,
  KEY_PAIR_ALGORITHMS,
  SIGNATURE_ALGORITHMS,
} from '#protocol/contract/settings/algorithms.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { supportedAcrs } from '#protocol/realm/view/acr-levels.ts';
import { listLocales } from '#protocol/realm/view/locales.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { DPOP_ALGORITHMS } from './dpop-proof.ts';
import { createReadyDocuments } from './ready-documents.ts';
import { RESPONSE_MODE_NAMES } from './response-modes/table.ts';
import { RESPONSE_TYPES } from './response-types.ts';
import { protocolUrl } from './token-context.ts';

/** Algorithms of the encryption keys that a realm generates. */
const REQUEST_ENCRYPTIONS = ['RSA-OAEP'];

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

/** Initiating User Registration §3: `create` if people can register. */
/** The languages of the pages. OIDC Discovery §3. */
function describeLocales(realm: Realm): { readonly ui_locales_supported?: readonly string[] } {
  const locales = listLocales(realm);
  return locales.length === 0 ? {} : { ui_locales_supported: locales };
}

function promptsOf({ stored }: Realm): readonly string[] {
  const always = ['none', 'login', 'consent'];
  return stored.registrationAllowed === true ? [...always, 'create'] : always;
}

/** Advertises only what works. */
function describeProvider(
  exchange: RealmExchange,
  grantTypes: readonly string[],
): Readonly<Record<string, unknown>> {
  const { realm, baseUrl, backchannelBaseUrl } = exchange;
  const browser = protocolUrl(baseUrl, realm.name);
  const server = protocolUrl(backchannelBaseUrl, realm.name);
  const registration = `${issuerOf({ realm, baseUrl: backchannelBaseUrl })}/clients-registrations/openid-connect`;
  const methods = clientAuthenticationMethodNames(exchange.tls !== undefined);
  return {
    issuer: issuerOf(exchange),
    authorization_endpoint: `${browser}/auth`,
    token_endpoint: `${server}/token`,
    introspection_endpoint: `${server}/token/introspect`,
    userinfo_endpoint: `${server}/userinfo`,
    end_session_endpoint: `${browser}/logout`,
    frontchannel_logout_session_supported: true,
    frontchannel_logout_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    registration_endpoint: registration,
    check_session_iframe: `${browser}/login-status-iframe.html`,
    jwks_uri: `${server}/certs`,
    revocation_endpoint: `${server}/revoke`,
    device_authorization_endpoint: `${server}/auth/device`,
    ...describeBackchannelAuthentication(server),
    // Compat: `implicit` stands for tokens from the authorization endpoint (RFC 7591 §2).
    grant_types_supported: [...grantTypes, 'implicit'].sort(),
    response_types_supported: Object.keys(RESPONSE_TYPES),
    response_modes_supported: RESPONSE_MODE_NAMES,
    subject_types_supported: ['public', 'pairwise'],
    id_token_signing_alg_values_supported: SIGNATURE_ALGORITHMS,
    id_token_encryption_alg_values_supported: KEY_ENCRYPTION_ALGORITHMS,
    id_token_encryption_enc_values_supported: CONTENT_ENCRYPTION_ALGORITHMS,
    userinfo_signing_alg_values_supported: [...SIGNATURE_ALGORITHMS, 'none'],
    userinfo_encryption_alg_values_supported: KEY_ENCRYPTION_ALGORITHMS,
    userinfo_encryption_enc_values_supported: CONTENT_ENCRYPTION_ALGORITHMS,
    authorization_signing_alg_values_supported: SIGNATURE_ALGORITHMS,
    authorization_encryption_alg_values_supported: KEY_ENCRYPTION_ALGORITHMS,
    authorization_encryption_enc_values_supported: CONTENT_ENCRYPTION_ALGORITHMS,
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: SIGNATURE_ALGORITHMS,
    introspection_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_signing_alg_values_supported: SIGNATURE_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: SIGNATURE_ALGORITHMS,
    dpop_signing_alg_values_supported: DPOP_ALGORITHMS,
    prompt_values_supported: promptsOf(realm),
    acr_values_supported: supportedAcrs(exchange.realm),
    claims_supported: CLAIMS,
    claim_types_supported: ['normal'],
    claims_parameter_supported: true,
    ...describeLocales(realm),
    scopes_supported: ['openid', ...listScopes(realm)],
    request_parameter_supported: true,
    request_uri_parameter_supported: true,
    require_request_uri_registration: true,
    request_object_signing_alg_values_supported: [...SIGNATURE_ALGORITHMS, 'none'],
    request_object_encryption_alg_values_supported: REQUEST_ENCRYPTIONS,
    request_object_encryption_enc_values_supported: CONTENT_ENCRYPTION_ALGORITHMS,
    pushed_authorization_request_endpoint: `${server}/ext/par/request`,
    code_challenge_methods_supported: ['plain', 'S256'],
    authorization_response_iss_parameter_supported: true,
    require_pushed_authorization_requests: false,
    ...(exchange.tls === undefined ? {} : describeMutualTls(server, registration)),
  };
}

/** CIBA §4. */
function describeBackchannelAuthentication(server: string): Readonly<Record<string, unknown>> {
  return {
    backchannel_authentication_endpoint: `${server}/ext/ciba/auth`,
    backchannel_token_delivery_modes_supported: ['poll'],
    // CIBA §7.1.1: requests are signed with a key pair.
    backchannel_authentication_request_signing_alg_values_supported: KEY_PAIR_ALGORITHMS,
    backchannel_user_code_parameter_supported: false,
  };
}

/** RFC 8705 §3.3, §5. Compat: the aliases are the same endpoints, which accept client certificates anyway. */
function describeMutualTls(server: string, registration: string): Readonly<Record<string, unknown>> {
  return {
    tls_client_certificate_bound_access_tokens: true,
    mtls_endpoint_aliases: {
      token_endpoint: `${server}/token`,
      revocation_endpoint: `${server}/revoke`,
      introspection_endpoint: `${server}/token/introspect`,
      device_authorization_endpoint: `${server}/auth/device`,
      registration_endpoint: registration,
      userinfo_endpoint: `${server}/userinfo`,
      pushed_authorization_request_endpoint: `${server}/ext/par/request`,
      backchannel_authentication_endpoint: `${server}/ext/ciba/auth`,
    },
  };
}

/** Scopes of OpenID Connect, except those with `include.in.openid.provider.metadata` set to false. */
function listScopes(realm: Realm): readonly string[] {
  const hidden = new Set(
    (realm.stored.clientScopes ?? [])
      .filter((scope) => scope.attributes?.['include.in.openid.provider.metadata'] === 'false')
      .map((scope) => scope.name),
  );
  const scopes = [...realm.clientScopes.values()].filter((scope) => scope.protocol === 'openid-connect');
  return scopes.map((scope) => scope.name).filter((name) => !hidden.has(name));
}

/** `GET /realms/{realm}/.well-known/openid-configuration` (OIDC Discovery §4, RFC 8414 §3). */
export function createDiscoveryEndpoint(grantTypes: readonly string[]): (exchange: RealmExchange) => Reply {
  const documents = createReadyDocuments();
  return (exchange) => {
    const { realm, baseUrl, backchannelBaseUrl, tls } = exchange;
    const address = `${baseUrl} ${backchannelBaseUrl} ${tls === undefined ? 'http' : 'https'}`;
    return (
      documents.find(realm, address) ?? documents.keep(realm, address, describeProvider(exchange, grantTypes))
    );
  };
}
