// Grant types, response types and client authentication: client settings and their registration metadata.

import { clientAuthenticationMethodNames } from '#protocol/client-authentication/client-authentication.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { CIBA_GRANT } from '#protocol/realm/view/ciba-policy.ts';
import { parseResponseType, RESPONSE_TYPES } from '../response-types.ts';
import { invalidMetadata, type Metadata, quoteValue, readText, readTexts } from './metadata-values.ts';

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

/** Grants in which the client itself must authenticate, so that a public client cannot have them. */
const NEEDS_CREDENTIALS: ReadonlySet<string> = new Set(['client_credentials', CIBA_GRANT]);

/**
 * The sent values that are offered. A server may replace what it does not offer and answer with what it
 * registered (RFC 7591 §3.2.1); only if nothing is left there is nothing to register.
 */
function keepOffered(
  metadata: Metadata,
  field: 'grant_types' | 'response_types',
  offered: readonly string[],
): readonly string[] | undefined {
  const sent = readTexts(metadata, field);
  const kept = sent?.map(canonical).filter((name) => offered.includes(name));
  if (sent === undefined || sent.length === 0 || kept === undefined || kept.length > 0) return kept;
  throw invalidMetadata(field, `must contain one of ${offered.join(', ')}`, sent);
}

/** Response types may have their parts in any order (RFC 6749 §3.1.1). */
const canonical = (name: string): string => parseResponseType(name)?.name ?? name;

function readGrantTypes(metadata: Metadata, method: string): ReadonlySet<string> {
  const all = [...GRANT_SWITCHES.keys()];
  const offered = method === 'none' ? all.filter((name) => !NEEDS_CREDENTIALS.has(name)) : all;
  const given = keepOffered(metadata, 'grant_types', offered);
  const responseTypes = keepOffered(metadata, 'response_types', Object.keys(RESPONSE_TYPES)) ?? ['code'];
  if (given !== undefined) return new Set(given);
  // RFC 7591 §2: the default follows the response types; refresh tokens are enabled, too.
  const types = responseTypes.map(parseResponseType);
  return new Set([
    'refresh_token',
    ...(types.some((type) => type?.standard) ? ['authorization_code'] : []),
    ...(types.some((type) => type?.frontChannel) ? ['implicit'] : []),
  ]);
}

function readMethod(metadata: Metadata): string {
  const method = readText(metadata, 'token_endpoint_auth_method') ?? 'client_secret_basic';
  const known = ['none', ...clientAuthenticationMethodNames(true).filter((name) => AUTHENTICATORS.has(name))];
  if (!known.includes(method))
    throw invalidMetadata('token_endpoint_auth_method', `must be one of ${known.join(', ')}`, method);
  return method;
}

/**
 * Grant types decide: response types that they do not allow are not registered (RFC 7591 §2.1).
 * @throws {OAuthError} `invalid_client_metadata`. RFC 7591 §2.
 */
export function readFlows(metadata: Metadata): Flows {
  const method = readMethod(metadata);
  const grants = readGrantTypes(metadata, method);
  const authenticator = AUTHENTICATORS.get(method);
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

/** What was sent and not registered, one sentence a member. `registered` is the answer. RFC 7591 §3.2.1. */
export function listReplaced(sent: Metadata, registered: Metadata): readonly string[] {
  return ['grant_types', 'response_types'].flatMap((field) => {
    const kept = new Set(readTexts(registered, field));
    const dropped = (readTexts(sent, field) ?? []).filter((name) => !kept.has(canonical(name)));
    const instead = [...kept].join(', ') || 'none';
    return dropped.length === 0
      ? []
      : [`${field} ${quoteValue(dropped)} are not registered for this client, but ${instead}.`];
  });
}
