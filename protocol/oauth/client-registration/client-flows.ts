// Grant types, response types and client authentication: client settings and their registration metadata.

import { clientAuthenticationMethodNames } from '#protocol/client-authentication/client-authentication.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { CIBA_GRANT } from '#protocol/realm/view/ciba-policy.ts';
import { RESPONSE_TYPES } from '../response-types.ts';
import { invalidMetadata, type Metadata, readText, readTexts } from './metadata-values.ts';

/** The client member or attribute that enables a grant type. */
type Switch =
  | {
      readonly member:
        | 'standardFlowEnabled'
        | 'implicitFlowEnabled'
        | 'directAccessGrantsEnabled'
        | 'serviceAccountsEnabled';
    }
  | { readonly attribute: string };

const GRANT_SWITCHES: ReadonlyMap<string, Switch> = new Map<string, Switch>([
  ['authorization_code', { member: 'standardFlowEnabled' }],
  ['implicit', { member: 'implicitFlowEnabled' }],
  ['password', { member: 'directAccessGrantsEnabled' }],
  ['client_credentials', { member: 'serviceAccountsEnabled' }],
  ['refresh_token', { attribute: 'use.refresh.tokens' }],
  [
    'urn:ietf:params:oauth:grant-type:device_code',
    { attribute: 'oauth2.device.authorization.grant.enabled' },
  ],
  [CIBA_GRANT, { attribute: 'oidc.ciba.grant.enabled' }],
  ['urn:ietf:params:oauth:grant-type:token-exchange', { attribute: 'standard.token.exchange.enabled' }],
]);

const AUTHENTICATORS: ReadonlyMap<string, string> = new Map([
  ['client_secret_basic', 'client-secret'],
  ['client_secret_post', 'client-secret'],
  ['client_secret_jwt', 'client-secret-jwt'],
  ['private_key_jwt', 'client-jwt'],
  ['tls_client_auth', 'client-x509'],
  ['self_signed_tls_client_auth', 'client-x509'],
]);

/** Stores which of the two secret methods the client registered; both are accepted. */
const METHOD_ATTRIBUTE = 'token.endpoint.auth.method';

type Flows = Pick<
  ClientRepresentation,
  | 'standardFlowEnabled'
  | 'implicitFlowEnabled'
  | 'directAccessGrantsEnabled'
  | 'serviceAccountsEnabled'
  | 'publicClient'
  | 'clientAuthenticatorType'
> & { readonly attributes: Readonly<Record<string, string>> };

function readGrantTypes(
  metadata: Metadata,
  responseTypes: readonly string[] | undefined,
): ReadonlySet<string> {
  const given = readTexts(metadata, 'grant_types');
  const unknown = given?.find((name) => !GRANT_SWITCHES.has(name));
  if (unknown !== undefined)
    throw invalidMetadata('grant_types', `must be among ${[...GRANT_SWITCHES.keys()].join(', ')}`);
  if (given !== undefined) return new Set(given);
  // RFC 7591 §2: the default follows the response types; refresh tokens are enabled, too.
  const types = responseTypes ?? ['code'];
  const usesCode = types.some((type) => type.split(' ').includes('code'));
  const usesImplicit = types.some((type) => /token/.test(type));
  return new Set([
    'refresh_token',
    ...(usesCode ? ['authorization_code'] : []),
    ...(usesImplicit ? ['implicit'] : []),
  ]);
}

function readResponseTypes(metadata: Metadata): readonly string[] | undefined {
  const types = readTexts(metadata, 'response_types')?.map((type) => type.split(' ').sort().join(' '));
  const known = new Set(Object.keys(RESPONSE_TYPES).map((type) => type.split(' ').sort().join(' ')));
  if (types?.some((type) => !known.has(type)) === true)
    throw invalidMetadata('response_types', `must be among ${Object.keys(RESPONSE_TYPES).join(', ')}`);
  return types;
}

/** Checks that grant types and response types are consistent (RFC 7591 §2.1). */
function checkConsistent(grants: ReadonlySet<string>, types: readonly string[] | undefined): void {
  for (const type of types ?? []) {
    const parts = type.split(' ');
    if (parts.includes('code') && !grants.has('authorization_code'))
      throw invalidMetadata('response_types', 'with code need the grant type authorization_code');
    if (/token/.test(type) && !grants.has('implicit'))
      throw invalidMetadata('response_types', 'with tokens need the grant type implicit');
  }
}

function readMethod(metadata: Metadata): string {
  const method = readText(metadata, 'token_endpoint_auth_method') ?? 'client_secret_basic';
  const known = ['none', ...clientAuthenticationMethodNames(true).filter((name) => AUTHENTICATORS.has(name))];
  if (!known.includes(method))
    throw invalidMetadata('token_endpoint_auth_method', `must be one of ${known.join(', ')}`);
  return method;
}

/** @throws {OAuthError} `invalid_client_metadata`. RFC 7591 §2. */
export function readFlows(metadata: Metadata): Flows {
  const responseTypes = readResponseTypes(metadata);
  const grants = readGrantTypes(metadata, responseTypes);
  checkConsistent(grants, responseTypes);
  const method = readMethod(metadata);
  const authenticator = AUTHENTICATORS.get(method);
  if (method === 'none' && grants.has('client_credentials'))
    throw invalidMetadata('grant_types', 'may not name client_credentials for a client without credentials');
  if (method === 'none' && grants.has(CIBA_GRANT))
    throw invalidMetadata('grant_types', `may not name ${CIBA_GRANT} for a client without credentials`);
  const members: Record<string, boolean> = {};
  const attributes: Record<string, string> = { [METHOD_ATTRIBUTE]: method };
  for (const [name, target] of GRANT_SWITCHES) {
    if ('member' in target) members[target.member] = grants.has(name);
    else attributes[target.attribute] = String(grants.has(name));
  }
  return {
    ...members,
    publicClient: authenticator === undefined,
    ...(authenticator === undefined ? {} : { clientAuthenticatorType: authenticator }),
    attributes,
  };
}

function isOn(client: ClientRepresentation, target: Switch): boolean {
  if ('member' in target) return client[target.member] === true;
  const value = client.attributes?.[target.attribute];
  return value === 'true' || (target.attribute === 'use.refresh.tokens' && value !== 'false');
}

function writeMethod({ publicClient, clientAuthenticatorType, attributes }: ClientRepresentation): string {
  if (publicClient === true) return 'none';
  const chosen = attributes?.[METHOD_ATTRIBUTE] ?? '';
  if (AUTHENTICATORS.get(chosen) === clientAuthenticatorType) return chosen;
  const found = [...AUTHENTICATORS].find(([, authenticator]) => authenticator === clientAuthenticatorType);
  return found?.[0] ?? 'client_secret_basic';
}

/** The client's settings as metadata. RFC 7591 §3.2.1. */
export function writeFlows(client: ClientRepresentation): Metadata {
  const grants = [...GRANT_SWITCHES].flatMap(([name, target]) => (isOn(client, target) ? [name] : []));
  const types = Object.keys(RESPONSE_TYPES).filter((type) => {
    const usesCode = type.split(' ').includes('code');
    const usesTokens = /token/.test(type);
    return (
      (!usesCode || client.standardFlowEnabled === true) &&
      (!usesTokens || client.implicitFlowEnabled === true)
    );
  });
  return {
    grant_types: grants,
    response_types: client.standardFlowEnabled === true || client.implicitFlowEnabled === true ? types : [],
    token_endpoint_auth_method: writeMethod(client),
  };
}
