// Parses the metadata of a service provider into a typed record.
import type { X509Certificate } from 'node:crypto';
import {
  CertificateError,
  certificateText,
  isRsaCertificate,
  readCertificates,
  verificationKeyOf,
} from '#protocol/crypto/read-certificates.ts';
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import { attributeOf, childElements, textOf, walkElements } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { NAMESPACES } from '../xml-names.ts';
import { findServiceProvider, type ServiceProviderSelection } from './find-service-provider.ts';

/** Prefix of SAML 1.1 profiles, which are not supported but may be listed in the same role. */
const SAML1_PROFILES = 'urn:oasis:names:tc:SAML:1.0:profiles:';

const { metadata: MD, signature: DSIG } = NAMESPACES;

/** SAML Metadata §2.2.2. */
export interface MetadataEndpoint {
  /** URN. */
  readonly binding: string;
  readonly location: string;
  /** For responses; default: the location. */
  readonly responseLocation?: string | undefined;
}

/** SAML Metadata §2.2.3. */
interface IndexedEndpoint extends MetadataEndpoint {
  readonly index: number;
  /** Undefined if not stated. */
  readonly isDefault: boolean | undefined;
}

/** SAML Metadata §2.4.4.2. */
export interface RequestedAttribute {
  readonly name: string;
  readonly nameFormat: string | undefined;
  readonly friendlyName: string | undefined;
}

/** Certificates are base64 of DER; those with unsupported keys are omitted. */
export interface ServiceProviderMetadata {
  readonly entityId: string;
  readonly signsRequests: boolean;
  readonly wantsSignedAssertions: boolean;
  readonly consumerServices: readonly IndexedEndpoint[];
  readonly logoutServices: readonly MetadataEndpoint[];
  readonly artifactResolutionServices: readonly MetadataEndpoint[];
  readonly nameIdFormats: readonly string[];
  readonly signingCertificates: readonly string[];
  readonly encryptionCertificates: readonly string[];
  /** Algorithm URIs for decryption, content and key transport in one list. */
  readonly encryptionMethods: readonly string[];
  readonly requestedAttributes: readonly RequestedAttribute[];
}

/** A trimmed attribute; undefined if missing or blank. */
function attribute(element: XmlElement, name: string): string | undefined {
  return attributeOf(element, name)?.trim() || undefined;
}

/** xs:boolean: `true`, `false`, `1` or `0`. */
export function isTrue(element: XmlElement, name: string): boolean {
  return /^(?:true|1)$/.test(attribute(element, name) ?? '');
}

function checkUrl(url: string, what: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw new ClientDescriptionError(`${what} must be an http or https URL, found "${url.slice(0, 100)}".`);
}

/** SAML Metadata §2.2.2. @throws {ClientDescriptionError} without binding or valid URL. */
export function readEndpoint(element: XmlElement): MetadataEndpoint {
  const { localName } = element;
  const binding = attribute(element, 'Binding');
  const location = attribute(element, 'Location');
  if (binding === undefined || location === undefined)
    throw new ClientDescriptionError(
      `A ${localName} has no ${binding === undefined ? 'Binding' : 'Location'}.`,
    );
  checkUrl(location, `Location of a ${localName}`);
  const responseLocation = attribute(element, 'ResponseLocation');
  if (responseLocation === undefined) return { binding, location };
  checkUrl(responseLocation, `ResponseLocation of a ${localName}`);
  return { binding, location, responseLocation };
}

/** SAML Metadata §2.2.3. */
function readConsumerService(element: XmlElement): IndexedEndpoint {
  const index = attribute(element, 'index') ?? '';
  if (!/^\d{1,5}$/.test(index))
    throw new ClientDescriptionError('index of each AssertionConsumerService must be a number up to 65535.');
  const isDefault = attribute(element, 'isDefault') === undefined ? undefined : isTrue(element, 'isDefault');
  return { ...readEndpoint(element), index: Number(index), isDefault };
}

/** A `KeyDescriptor` without `use` serves both (SAML Metadata §2.4.1.1). */
export function keysFor(descriptor: XmlElement, use: 'signing' | 'encryption'): readonly XmlElement[] {
  return childElements(descriptor, MD, 'KeyDescriptor').filter(
    (key) => (attributeOf(key, 'use') ?? use) === use,
  );
}

/** Base64 of DER. @throws {ClientDescriptionError} for an unreadable one. */
export function certificatesOf(
  keys: readonly XmlElement[],
  fits: (certificate: X509Certificate) => boolean,
): readonly string[] {
  const texts = keys
    .flatMap((key) => [...walkElements(key)])
    .filter(({ namespace, localName }) => namespace === DSIG && localName === 'X509Certificate')
    .map(textOf);
  try {
    const certificates = texts.flatMap((text) => readCertificates(text));
    return [...new Set(certificates.filter(fits).map(certificateText))];
  } catch (cause) {
    if (!(cause instanceof CertificateError)) throw cause;
    throw new ClientDescriptionError(`An X509Certificate cannot be read: ${cause.reason}.`, { cause });
  }
}

function requestedAttributes(descriptor: XmlElement): readonly RequestedAttribute[] {
  return childElements(descriptor, MD, 'AttributeConsumingService')
    .flatMap((service) => childElements(service, MD, 'RequestedAttribute'))
    .flatMap((element) => {
      const name = attributeOf(element, 'Name');
      if (name === undefined || name === '') return [];
      const nameFormat = attributeOf(element, 'NameFormat');
      return [{ name, nameFormat, friendlyName: attributeOf(element, 'FriendlyName') }];
    });
}

/** @throws {ClientDescriptionError} naming the missing or invalid element. SAML Metadata §2.4.4. */
export function readServiceProviderMetadata(
  text: string,
  selection: ServiceProviderSelection,
): ServiceProviderMetadata {
  const { entityId, descriptor } = findServiceProvider(text, selection);
  const consumers = childElements(descriptor, MD, 'AssertionConsumerService')
    .map(readConsumerService)
    .filter(({ binding }) => !binding.startsWith(SAML1_PROFILES));
  if (consumers.length === 0)
    throw new ClientDescriptionError(
      'SPSSODescriptor has no AssertionConsumerService of SAML 2.0 to send answers to.',
    );
  const encryptionKeys = keysFor(descriptor, 'encryption');
  return {
    entityId,
    signsRequests: isTrue(descriptor, 'AuthnRequestsSigned'),
    wantsSignedAssertions: isTrue(descriptor, 'WantAssertionsSigned'),
    consumerServices: consumers,
    logoutServices: childElements(descriptor, MD, 'SingleLogoutService').map(readEndpoint),
    artifactResolutionServices: childElements(descriptor, MD, 'ArtifactResolutionService').map(readEndpoint),
    nameIdFormats: childElements(descriptor, MD, 'NameIDFormat').map((element) => textOf(element).trim()),
    signingCertificates: certificatesOf(
      keysFor(descriptor, 'signing'),
      (certificate) => verificationKeyOf(certificate) !== undefined,
    ),
    encryptionCertificates: certificatesOf(encryptionKeys, isRsaCertificate),
    encryptionMethods: encryptionKeys
      .flatMap((key) => childElements(key, MD, 'EncryptionMethod'))
      .flatMap((method) => attributeOf(method, 'Algorithm') ?? []),
    requestedAttributes: requestedAttributes(descriptor),
  };
}
