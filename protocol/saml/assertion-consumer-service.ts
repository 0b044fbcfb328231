// Selects the assertion consumer service and the binding for the response to a sign-in.

import { SAML_CONSUMER_SERVICE_PREFIX } from '#protocol/contract/saml-client-attributes.ts';
import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { matchRedirectUri } from '#protocol/realm/clients/redirect-uri.ts';
import { explainMismatch, type Mismatch } from '#protocol/realm/clients/redirect-uri-mismatch.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { BindingName } from './bindings/binding.ts';
import type { AuthnRequest } from './messages/authn-request.ts';
import type { ServiceProvider } from './service-provider.ts';
import { resolveServiceUrl } from './service-url.ts';
import { BINDING_URNS } from './xml-names.ts';

export interface ConsumerService {
  /** Absolute http(s) URL, unchanged as sent or registered. */
  readonly url: string;
  readonly binding: BindingName;
}

/** The parts of a request that select the consumer service. */
type ConsumerSelection = Pick<AuthnRequest, 'consumerUrl' | 'consumerIndex' | 'protocolBinding'>;

/** Parameters of the bindings; in a consumer URL they could replace the message that is sent. */
const BINDING_PARAMETERS: ReadonlySet<string> = new Set([
  'SAMLResponse',
  'SAMLRequest',
  'SAMLart',
  'RelayState',
  'SigAlg',
  'Signature',
]);

const SECTION = 'SAML Profiles §4.1.4.1';

/**
 * The consumer service by URL or index, otherwise the default. SAML Core §3.4.1, SAML Profiles §4.1.4.1.
 * @throws {SamlStatusError} `invalid_redirect_uri` if it is not registered or there is none.
 */
export function findConsumerService(
  exchange: RealmExchange,
  provider: ServiceProvider,
  requested: ConsumerSelection,
  requestBinding: BindingName,
): ConsumerService {
  const service =
    findByUrl(exchange, provider, requested, requestBinding) ??
    findByIndex(exchange, provider, requested, requestBinding) ??
    findDefaultService(
      exchange,
      provider,
      chooseBinding(provider, requested.protocolBinding, requestBinding),
    );
  exchange.activity.recordPass(
    'check-assertion-consumer-service',
    `The answer goes to ${service.url} by ${service.binding}.`,
    SECTION,
  );
  return service;
}

/** A requested or forced artifact takes precedence over forced POST; unknown bindings become redirect. */
function chooseBinding(
  provider: ServiceProvider,
  protocolBinding: string | undefined,
  requestBinding: BindingName,
): BindingName {
  if (requestBinding === 'soap') return 'soap';
  if (provider.forcesArtifact || protocolBinding === BINDING_URNS.artifact) return 'artifact';
  if (provider.forcesPost || protocolBinding === BINDING_URNS.post) return 'post';
  if (protocolBinding !== undefined) return 'redirect';
  // A client that sends artifacts need not accept them.
  if (requestBinding === 'artifact' && !provider.client.attributes[CONSUMER_URL_ATTRIBUTES.artifact])
    return 'post';
  return requestBinding;
}

function findByUrl(
  { baseUrl }: RealmExchange,
  provider: ServiceProvider,
  { consumerUrl, protocolBinding }: ConsumerSelection,
  requestBinding: BindingName,
): ConsumerService | undefined {
  if (consumerUrl === undefined) return undefined;
  const { client } = provider;
  const { redirectUris: registered } = client;
  const base = { rootUrl: client.rootUrl, baseUrl };
  const url = matchRedirectUri(registered, consumerUrl, base, BINDING_PARAMETERS);
  if (url !== undefined && /^https?:\/\//i.test(url))
    return {
      url,
      binding: chooseBinding(provider, protocolBinding ?? registeredBinding(client, url), requestBinding),
    };
  const mismatch = explainMismatch({ sent: consumerUrl, registered, base, reserved: BINDING_PARAMETERS });
  throw new SamlStatusError('invalid_redirect_uri', {
    reason: `AssertionConsumerServiceURL ${consumerUrl} is not in redirectUris of client ${client.clientId}.`,
    remedy: describeRemedy(client, consumerUrl, mismatch),
    section: SECTION,
  });
}

function describeRemedy({ clientId }: Client, url: string, mismatch: Mismatch | undefined): Remedy {
  if (mismatch?.isMalformed) return `${mismatch.problem} ${mismatch.fix}`;
  const near = mismatch === undefined ? '' : `${mismatch.problem} `;
  return fixable(
    { kind: 'add-redirect-uri', client: clientId, value: url },
    `${near}Add ${url} to redirectUris of client ${clientId}; it must be an http or https URL without a fragment and without binding parameters.`,
  );
}

/** Client attributes that register a URL for one binding. */
export const CONSUMER_URL_ATTRIBUTES = {
  artifact: 'saml_artifact_binding_url',
  post: 'saml_assertion_consumer_url_post',
  redirect: 'saml_assertion_consumer_url_redirect',
} as const;

const URNS_BY_ATTRIBUTE: Readonly<Record<string, string>> = {
  [CONSUMER_URL_ATTRIBUTES.artifact]: BINDING_URNS.artifact,
  [CONSUMER_URL_ATTRIBUTES.post]: BINDING_URNS.post,
  [CONSUMER_URL_ATTRIBUTES.redirect]: BINDING_URNS.redirect,
};
const BROWSER_BINDINGS: ReadonlySet<string> = new Set(Object.values(URNS_BY_ATTRIBUTE));

/**
 * Choice: a URL registered for a single binding is answered by it even if the request names none, as the
 * service reads nothing else (docs/differences-to-keycloak.md, "Assertion consumer services"). SAML Metadata
 * §2.2.2.
 */
function registeredBinding({ attributes }: Client, url: string): string | undefined {
  const bindings = new Set<string>();
  for (const [name, value] of Object.entries(attributes)) {
    const [urn, address] = name.startsWith(SAML_CONSUMER_SERVICE_PREFIX)
      ? value.split(' ')
      : [URNS_BY_ATTRIBUTE[name], value];
    if (urn !== undefined && address === url && BROWSER_BINDINGS.has(urn)) bindings.add(urn);
  }
  return bindings.size === 1 ? [...bindings][0] : undefined;
}

function findByIndex(
  { activity, baseUrl }: RealmExchange,
  provider: ServiceProvider,
  { consumerIndex }: ConsumerSelection,
  requestBinding: BindingName,
): ConsumerService | undefined {
  if (consumerIndex === undefined) return undefined;
  const { client } = provider;
  const entry = client.attributes[SAML_CONSUMER_SERVICE_PREFIX + consumerIndex];
  const [urn, address] = entry?.split(' ') ?? [];
  const url = resolveServiceUrl(client, address, baseUrl);
  if (url !== undefined) return { url, binding: chooseBinding(provider, urn, requestBinding) };
  const known = Object.keys(client.attributes).filter((name) =>
    name.startsWith(SAML_CONSUMER_SERVICE_PREFIX),
  );
  if (known.length === 0) {
    // Compat: a client without indexes gets its default service.
    activity.recordNote(
      'check-assertion-consumer-service',
      `AssertionConsumerServiceIndex ${consumerIndex} is ignored: client ${client.clientId} has no ${SAML_CONSUMER_SERVICE_PREFIX}<index>.`,
      SECTION,
    );
    return undefined;
  }
  throw new SamlStatusError('invalid_redirect_uri', {
    reason:
      entry === undefined
        ? `Client ${client.clientId} has no assertion consumer service of index ${consumerIndex}; it has ${known.join(', ')}.`
        : `${SAML_CONSUMER_SERVICE_PREFIX}${consumerIndex} of client ${client.clientId} is not a binding URN, a space and an http or https URL.`,
    remedy: `Set ${SAML_CONSUMER_SERVICE_PREFIX}${consumerIndex} of client ${client.clientId} to "${BINDING_URNS.post} <URL>" (import its metadata), or send another index.`,
    section: SECTION,
  });
}

/** The client's default consumer service for a binding. */
function findDefaultService(
  { baseUrl }: Pick<RealmExchange, 'baseUrl'>,
  { client }: ServiceProvider,
  binding: BindingName,
): ConsumerService {
  const { attributes, representation } = client;
  const name = CONSUMER_URL_ATTRIBUTES[binding === 'soap' ? 'post' : binding];
  const url =
    resolveServiceUrl(client, attributes[name], baseUrl) ??
    resolveServiceUrl(client, representation.adminUrl, baseUrl);
  if (url !== undefined) return { url, binding };
  throw new SamlStatusError('invalid_redirect_uri', {
    reason: `The request names no assertion consumer service, and client ${client.clientId} has none for ${binding}.`,
    remedy: `Set ${name} or adminUrl of client ${client.clientId} to an http or https URL, or send AssertionConsumerServiceURL.`,
    section: SECTION,
  });
}

/**
 * The consumer service for a response without a request. Compat: by POST if there is any address for it, otherwise by
 * redirect.
 * @throws {SamlStatusError} `invalid_redirect_uri` for a client without a service.
 */
export function findUnsolicitedService(
  exchange: Pick<RealmExchange, 'baseUrl'>,
  provider: ServiceProvider,
): ConsumerService {
  const { client } = provider;
  if (provider.forcesArtifact) return findDefaultService(exchange, provider, 'artifact');
  const known = (address: string | undefined): boolean =>
    resolveServiceUrl(client, address, exchange.baseUrl) !== undefined;
  const { post, redirect } = CONSUMER_URL_ATTRIBUTES;
  const isOnlyRedirect =
    known(client.attributes[redirect]) &&
    !known(client.attributes[post]) &&
    !known(client.representation.adminUrl);
  return findDefaultService(exchange, provider, isOnlyRedirect ? 'redirect' : 'post');
}
