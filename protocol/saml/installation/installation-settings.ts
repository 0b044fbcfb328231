// Reads the settings that all installation files of a SAML client share.
import {
  SAML_CANONICALIZATION_METHODS,
  SAML_CONSUMER_SERVICE_PREFIX,
  SAML_LOGOUT_RESPONSE_URLS,
} from '#protocol/contract/saml-client-attributes.ts';
import { certificateText } from '#protocol/crypto/read-certificates.ts';
import type { InstallationRequest } from '#protocol/realm/clients/client-installation.ts';
import { CONSUMER_URL_ATTRIBUTES } from '../assertion-consumer-service.ts';
import type { BindingName } from '../bindings/binding.ts';
import { LOGOUT_URL_ATTRIBUTES } from '../logout/logout-address.ts';
import type { MetadataEndpoint } from '../metadata/service-provider-metadata.ts';
import { parseCertificates, readServiceProvider } from '../service-provider.ts';
import { resolveServiceUrl } from '../service-url.ts';
import { BINDING_URNS } from '../xml-names.ts';

interface NumberedEndpoint extends MetadataEndpoint {
  readonly index: number;
}

/** Keys and certificates are base64 of their DER. */
export interface InstallationSettings {
  readonly entityId: string;
  /** entityID of this realm. */
  readonly issuer: string;
  /** For sign-on and logout, in every binding. */
  readonly serviceUrl: string;
  readonly descriptorUrl: string;
  readonly signsRequests: boolean;
  readonly signsMessages: boolean;
  readonly signsAssertions: boolean;
  readonly signatureAlgorithm: string;
  readonly canonicalization: string;
  /** `POST` or `REDIRECT`. */
  readonly binding: string;
  /** Upper case, as in adapters. */
  readonly sslPolicy: string;
  readonly nameIdFormat: string;
  readonly signingCertificates: readonly string[];
  readonly signingKey: string | undefined;
  readonly encryptionCertificates: readonly string[];
  readonly encryptionKey: string | undefined;
  readonly consumerServices: readonly NumberedEndpoint[];
  readonly logoutServices: readonly MetadataEndpoint[];
}

const BINDINGS: readonly BindingName[] = ['post', 'redirect', 'artifact', 'soap'];

type Attributes = Readonly<Partial<Record<BindingName, string>>>;

function namedEndpoints(
  { client, baseUrl }: InstallationRequest,
  requests: Attributes,
  responses: Attributes = {},
): readonly MetadataEndpoint[] {
  const urlOf = (attribute = ''): string | undefined =>
    resolveServiceUrl(client, client.attributes[attribute], baseUrl);
  const found = BINDINGS.flatMap((name) => {
    const location = urlOf(requests[name]);
    const responseLocation = urlOf(responses[name]);
    return location === undefined ? [] : [{ binding: BINDING_URNS[name], location, responseLocation }];
  });
  if (found.length > 0) return found;
  // The processing URL replaces all endpoints if none has its own address.
  const location = resolveServiceUrl(client, client.representation.adminUrl, baseUrl);
  return location === undefined ? [] : [{ binding: BINDING_URNS.post, location }];
}

function numberedEndpoints(request: InstallationRequest): readonly NumberedEndpoint[] {
  const numbered = Object.entries(request.client.attributes).flatMap(([name, value]) => {
    if (!name.startsWith(SAML_CONSUMER_SERVICE_PREFIX)) return [];
    const index = Number(name.slice(SAML_CONSUMER_SERVICE_PREFIX.length));
    const [binding = '', url] = value.split(' ');
    const location = resolveServiceUrl(request.client, url, request.baseUrl);
    return location === undefined || !Number.isSafeInteger(index) ? [] : [{ index, binding, location }];
  });
  if (numbered.length > 0) return numbered.sort((left, right) => left.index - right.index);
  return namedEndpoints(request, CONSUMER_URL_ATTRIBUTES).map((endpoint, index) => ({ ...endpoint, index }));
}

function keyOf(text: string | undefined): string | undefined {
  return text?.replaceAll(/-----[A-Z ]+-----|\s/g, '') || undefined;
}

export function readInstallationSettings(request: InstallationRequest): InstallationSettings {
  const { realm, client, baseUrl } = request;
  const { attributes } = client;
  const issuer = `${baseUrl}/realms/${encodeURIComponent(realm.name)}`;
  // The time affects only the verification keys, which are not needed here.
  const provider = readServiceProvider(client, 0);
  return {
    entityId: provider.entityId,
    issuer,
    serviceUrl: `${issuer}/protocol/saml`,
    descriptorUrl: `${issuer}/protocol/saml/descriptor`,
    signsRequests: provider.mustSign,
    signsMessages: provider.wantsSignedMessages,
    signsAssertions: provider.wantsSignedAssertions,
    signatureAlgorithm: provider.signatureAlgorithm,
    canonicalization: provider.canonicalization ?? SAML_CANONICALIZATION_METHODS[0],
    binding: provider.forcesPost ? 'POST' : 'REDIRECT',
    sslPolicy: realm.sslRequired.toUpperCase(),
    nameIdFormat: provider.nameIdFormat,
    signingCertificates: provider.certificates.map(certificateText),
    signingKey: keyOf(attributes['saml.signing.private.key']),
    encryptionCertificates: provider.wantsEncryptedAssertions
      ? parseCertificates(attributes['saml.encryption.certificate'] ?? '').map(certificateText)
      : [],
    encryptionKey: keyOf(attributes['saml.encryption.private.key']),
    consumerServices: numberedEndpoints(request),
    logoutServices: namedEndpoints(request, LOGOUT_URL_ATTRIBUTES, SAML_LOGOUT_RESPONSE_URLS),
  };
}
