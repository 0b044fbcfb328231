// Parses the metadata of an identity provider into a typed record, and the record into settings of a broker.
import { verificationKeyOf } from '#protocol/crypto/read-certificates.ts';
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import { childElements, textOf } from '#protocol/xml/read-xml.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { BINDING_URNS, NAMESPACES } from '../xml-names.ts';
import { findRole, IDENTITY_PROVIDER, type ServiceProviderSelection } from './find-service-provider.ts';
import {
  certificatesOf,
  isTrue,
  keysFor,
  type MetadataEndpoint,
  readEndpoint,
} from './service-provider-metadata.ts';

const MD = NAMESPACES.metadata;

/** SAML Metadata §2.4.3. Certificates are base64 of DER; those with unsupported keys are omitted. */
export interface IdentityProviderMetadata {
  readonly entityId: string;
  readonly wantsSignedRequests: boolean;
  readonly signOnServices: readonly MetadataEndpoint[];
  readonly logoutServices: readonly MetadataEndpoint[];
  readonly artifactServices: readonly MetadataEndpoint[];
  readonly nameIdFormats: readonly string[];
  readonly signingCertificates: readonly string[];
}

/** @throws {ClientDescriptionError} naming the missing or invalid element. SAML Metadata §2.4.3. */
export function readIdentityProviderMetadata(
  text: string,
  selection: ServiceProviderSelection,
): IdentityProviderMetadata {
  try {
    const { entityId, descriptor } = findRole(text, IDENTITY_PROVIDER, selection);
    return {
      entityId,
      wantsSignedRequests: isTrue(descriptor, 'WantAuthnRequestsSigned'),
      signOnServices: childElements(descriptor, MD, 'SingleSignOnService').map(readEndpoint),
      logoutServices: childElements(descriptor, MD, 'SingleLogoutService').map(readEndpoint),
      artifactServices: childElements(descriptor, MD, 'ArtifactResolutionService').map(readEndpoint),
      nameIdFormats: childElements(descriptor, MD, 'NameIDFormat')
        .map((element) => textOf(element).trim())
        .filter((format) => format !== ''),
      signingCertificates: certificatesOf(
        keysFor(descriptor, 'signing'),
        (certificate) => verificationKeyOf(certificate) !== undefined,
      ),
    };
  } catch (cause) {
    if (!(cause instanceof XmlError)) throw cause;
    throw new ClientDescriptionError(`The metadata cannot be read: ${cause.message}.`, { cause });
  }
}

/** Services by binding; POST is preferred. */
function chooseService(services: readonly MetadataEndpoint[]): MetadataEndpoint | undefined {
  const by = (urn: string): MetadataEndpoint | undefined => services.find(({ binding }) => binding === urn);
  return by(BINDING_URNS.post) ?? by(BINDING_URNS.redirect);
}

/**
 * `config` of an identity provider of type `saml`. Compat: the members of Keycloak's import, with its defaults.
 * `text`: an `EntityDescriptor`, or `EntitiesDescriptor` with one identity provider. `now`: milliseconds.
 * @throws {ClientDescriptionError} whose message names the fault and the fix.
 */
export function importIdentityProviderConfig(text: string, now: number): Readonly<Record<string, string>> {
  const found = readIdentityProviderMetadata(text, { now, entityId: undefined });
  const signOn = chooseService(found.signOnServices);
  if (signOn === undefined)
    throw new ClientDescriptionError(
      'IDPSSODescriptor has no SingleSignOnService with the binding HTTP-POST or HTTP-Redirect.',
    );
  const logout = chooseService(found.logoutServices);
  const isPost = signOn.binding === BINDING_URNS.post;
  const artifacts = found.artifactServices.find(({ binding }) => binding === BINDING_URNS.soap);
  const [format] = found.nameIdFormats;
  return {
    idpEntityId: found.entityId,
    singleSignOnServiceUrl: signOn.location,
    ...(logout === undefined ? {} : { singleLogoutServiceUrl: logout.location }),
    ...(artifacts === undefined ? {} : { artifactResolutionServiceUrl: artifacts.location }),
    artifactBindingResponse: 'false',
    postBindingAuthnRequest: String(isPost),
    postBindingResponse: String(isPost),
    postBindingLogout: String(logout?.binding === BINDING_URNS.post),
    wantAuthnRequestsSigned: String(found.wantsSignedRequests),
    // Compat: as the requests, so that providers that sign are checked.
    validateSignature: String(found.wantsSignedRequests),
    addExtensionsElementWithKeyInfo: 'false',
    loginHint: 'false',
    enabledFromMetadata: 'true',
    ...(format === undefined ? {} : { nameIDPolicyFormat: format }),
    ...(found.signingCertificates.length === 0
      ? {}
      : { signingCertificate: found.signingCertificates.join(',') }),
  };
}
