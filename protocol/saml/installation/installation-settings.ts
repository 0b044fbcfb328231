// Reads the settings that all installation files of a SAML client share.
import {
  SAML_CANONICALIZATION_METHODS,
  SAML_CONSUMER_SERVICE_PREFIX,
  SAML_LOGOUT_RESPONSE_URLS,
} from '#protocol/contract/saml-client-attributes.ts';
import { CertificateError, certificateText, readCertificates } from '#protocol/crypto/read-certificates.ts';
import type { InstallationRequest } from '#protocol/realm/clients/client-installation.ts';
import { resolveServiceUrl } from '../service-url.ts';
import { BINDING_URNS, NAME_ID_FORMATS } from '../xml-names.ts';

/** An endpoint of the service provider. */
interface ClientEndpoint {
  readonly binding: string;
  readonly location: string;
  /** For LogoutResponses, if different. */
  readonly responseLocation?: string | undefined;
}

interface NumberedEndpoint extends ClientEndpoint {
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
  readonly logoutServices: readonly ClientEndpoint[];
}

const FORMATS: Readonly<Record<string, string>> = {
  email: NAME_ID_FORMATS.email,
  persistent: NAME_ID_FORMATS.persistent,
  transient: NAME_ID_FORMATS.transient,
};

type Named = readonly (readonly [attribute: string, binding: string, forAnswers?: string])[];

const CONSUMERS: Named = [
  ['saml_assertion_consumer_url_post', BINDING_URNS.post],
  ['saml_assertion_consumer_url_redirect', BINDING_URNS.redirect],
  ['saml_artifact_binding_url', BINDING_URNS.artifact],
];

const LOGOUTS: Named = [
  ['saml_single_logout_service_url_post', BINDING_URNS.post, SAML_LOGOUT_RESPONSE_URLS.post],
  ['saml_single_logout_service_url_redirect', BINDING_URNS.redirect, SAML_LOGOUT_RESPONSE_URLS.redirect],
  ['saml_single_logout_service_url_artifact', BINDING_URNS.artifact, SAML_LOGOUT_RESPONSE_URLS.artifact],
  ['saml_single_logout_service_url_soap', BINDING_URNS.soap],
];

function namedEndpoints({ client, baseUrl }: InstallationRequest, names: Named): readonly ClientEndpoint[] {
  const urlOf = (attribute: string): string | undefined =>
    resolveServiceUrl(client, client.attributes[attribute], baseUrl);
  const found = names.flatMap(([attribute, binding, forAnswers]) => {
    const location = urlOf(attribute);
    const responseLocation = forAnswers === undefined ? undefined : urlOf(forAnswers);
    return location === undefined ? [] : [{ binding, location, responseLocation }];
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
  return namedEndpoints(request, CONSUMERS).map((endpoint, index) => ({ ...endpoint, index }));
}

/** The readable certificates; unreadable ones from a realm file are omitted. */
function certificatesOf(text: string | undefined): readonly string[] {
  try {
    return readCertificates(text ?? '').map(certificateText);
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    return [];
  }
}

function keyOf(text: string | undefined): string | undefined {
  return text?.replaceAll(/-----[A-Z ]+-----|\s/g, '') || undefined;
}

export function readInstallationSettings(request: InstallationRequest): InstallationSettings {
  const { realm, client, baseUrl } = request;
  const { attributes } = client;
  const issuer = `${baseUrl}/realms/${encodeURIComponent(realm.name)}`;
  const isOn = (name: string): boolean => attributes[name] === 'true';
  return {
    entityId: client.clientId,
    issuer,
    serviceUrl: `${issuer}/protocol/saml`,
    descriptorUrl: `${issuer}/protocol/saml/descriptor`,
    signsRequests: isOn('saml.client.signature'),
    signsMessages: isOn('saml.server.signature'),
    signsAssertions: isOn('saml.assertion.signature'),
    signatureAlgorithm: attributes['saml.signature.algorithm'] || 'RSA_SHA256',
    canonicalization:
      attributes['saml_signature_canonicalization_method'] || SAML_CANONICALIZATION_METHODS[0],
    binding: isOn('saml.force.post.binding') ? 'POST' : 'REDIRECT',
    sslPolicy: realm.sslRequired.toUpperCase(),
    nameIdFormat: FORMATS[attributes['saml_name_id_format'] ?? ''] ?? NAME_ID_FORMATS.unspecified,
    signingCertificates: certificatesOf(attributes['saml.signing.certificate']),
    signingKey: keyOf(attributes['saml.signing.private.key']),
    encryptionCertificates: isOn('saml.encrypt')
      ? certificatesOf(attributes['saml.encryption.certificate'])
      : [],
    encryptionKey: keyOf(attributes['saml.encryption.private.key']),
    consumerServices: numberedEndpoints(request),
    logoutServices: namedEndpoints(request, LOGOUTS),
  };
}
