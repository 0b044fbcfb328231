// The metadata of a service provider as a typed record: consumer services, formats and switches by samlify, the rest here.
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
import { writeElement, writeTextElement } from '#protocol/xml/write-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { NAMESPACES } from '../xml-names.ts';
import {
  type FoundServiceProvider,
  findServiceProvider,
  type ServiceProviderQuestion,
} from './find-service-provider.ts';

/** Begins the names of the profiles of SAML 1.1: a role for both versions has endpoints for them, to which nothing is sent from here. */
const SAML1_PROFILES = 'urn:oasis:names:tc:SAML:1.0:profiles:';

const { metadata: MD, signature: DSIG } = NAMESPACES;

/** An endpoint. SAML Metadata §2.2.2. */
export interface MetadataEndpoint {
  /** URN. */
  readonly binding: string;
  readonly location: string;
  /** Where answers go; undefined: to the location. */
  readonly responseLocation?: string | undefined;
}

/** An assertion consumer service. SAML Metadata §2.2.3. */
interface IndexedEndpoint extends MetadataEndpoint {
  readonly index: number;
  /** Undefined: the document does not say. */
  readonly isDefault: boolean | undefined;
}

/** An attribute that the service provider asks for. SAML Metadata §2.4.4.2. */
export interface RequestedAttribute {
  readonly name: string;
  readonly nameFormat: string | undefined;
  readonly friendlyName: string | undefined;
}

/** What metadata says of a service provider. Certificates are base64 of DER, those alone whose keys can be used here. */
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
  /** URIs of what it can decrypt, content and key transport in one list. */
  readonly encryptionMethods: readonly string[];
  readonly requestedAttributes: readonly RequestedAttribute[];
}

/** An endpoint as samlify gives it: attributes by their names with a small first letter. */
interface SamlifyEndpoint {
  readonly binding?: string | undefined;
  readonly location?: string | undefined;
  readonly index?: string;
  readonly isDefault?: string;
}

function listOf<T>(value: T | readonly T[] | null | undefined): readonly T[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}

/** One endpoint comes as itself, several as a list, none as null. */
function endpointsOf(value: unknown): readonly SamlifyEndpoint[] {
  return listOf(value as SamlifyEndpoint | readonly SamlifyEndpoint[] | null | undefined);
}

/** xs:boolean knows 1 and 0, too; samlify does not. */
function booleanText(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === '1' ? 'true' : text === '0' ? 'false' : text;
}

const ENDPOINT_ATTRIBUTES = ['Binding', 'Location', 'index'];

function rewriteEndpoint(element: XmlElement): string {
  const attributes = Object.fromEntries(
    ENDPOINT_ATTRIBUTES.map((name) => [name, attributeOf(element, name)?.trim()]),
  );
  const isDefault = booleanText(attributeOf(element, 'isDefault'));
  return writeElement(`md:${element.localName}`, { ...attributes, isDefault });
}

/** The part that samlify reads, written anew from the strict parser's tree: no other parser sees a byte of the document. */
function rewrite({ entityId, descriptor }: FoundServiceProvider): string {
  const content = [
    ...childElements(descriptor, MD, 'NameIDFormat').map((element) =>
      writeTextElement('md:NameIDFormat', {}, textOf(element)),
    ),
    ...childElements(descriptor, MD, 'AssertionConsumerService').map(rewriteEndpoint),
  ];
  const role = writeElement(
    'md:SPSSODescriptor',
    {
      AuthnRequestsSigned: booleanText(attributeOf(descriptor, 'AuthnRequestsSigned')),
      WantAssertionsSigned: booleanText(attributeOf(descriptor, 'WantAssertionsSigned')),
      protocolSupportEnumeration: NAMESPACES.protocol,
    },
    content.join(''),
  );
  return writeElement('md:EntityDescriptor', { 'xmlns:md': MD, entityID: entityId }, role);
}

function checkEndpoint({ binding, location }: SamlifyEndpoint, element: string): MetadataEndpoint {
  if (binding === undefined || location === undefined)
    throw new ClientDescriptionError(
      `A ${element} has no ${binding === undefined ? 'Binding' : 'Location'}.`,
    );
  checkUrl(location, `Location of a ${element}`);
  return { binding, location };
}

function checkUrl(url: string, what: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw new ClientDescriptionError(`${what} must be an http or https URL, found "${url.slice(0, 100)}".`);
}

/** An endpoint that samlify does not read, or not whole. SAML Metadata §2.2.2. */
function readEndpoint(element: XmlElement): MetadataEndpoint {
  const of = (name: string): string | undefined => attributeOf(element, name)?.trim() || undefined;
  const endpoint = checkEndpoint({ binding: of('Binding'), location: of('Location') }, element.localName);
  const responseLocation = of('ResponseLocation');
  if (responseLocation === undefined) return endpoint;
  checkUrl(responseLocation, `ResponseLocation of a ${element.localName}`);
  return { ...endpoint, responseLocation };
}

function checkConsumerService(endpoint: SamlifyEndpoint): IndexedEndpoint {
  const { index = '', isDefault } = endpoint;
  if (!/^\d{1,5}$/.test(index))
    throw new ClientDescriptionError('index of each AssertionConsumerService must be a number up to 65535.');
  return {
    ...checkEndpoint(endpoint, 'AssertionConsumerService'),
    index: Number(index),
    isDefault: isDefault === undefined ? undefined : isDefault === 'true',
  };
}

/** `KeyDescriptor` without `use` is for both (SAML Metadata §2.4.1.1). */
function keysFor(descriptor: XmlElement, use: 'signing' | 'encryption'): readonly XmlElement[] {
  return childElements(descriptor, MD, 'KeyDescriptor').filter(
    (key) => (attributeOf(key, 'use') ?? use) === use,
  );
}

function certificatesOf(
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

/**
 * Reads the metadata of a service provider.
 * @param question which one, where the document describes several.
 * @throws {ClientDescriptionError} naming the element that is missing or wrong. SAML Metadata §2.4.4.
 */
export async function readServiceProviderMetadata(
  text: string,
  question: ServiceProviderQuestion,
): Promise<ServiceProviderMetadata> {
  const found = findServiceProvider(text, question);
  const { descriptor } = found;
  // Large, and needed by nobody who does not import metadata.
  const { ServiceProvider } = await import('samlify');
  const { entityMeta } = ServiceProvider({ metadata: rewrite(found) });
  const consumers = endpointsOf(entityMeta.getAssertionConsumerService(undefined))
    .map(checkConsumerService)
    .filter(({ binding }) => !binding.startsWith(SAML1_PROFILES));
  if (consumers.length === 0)
    throw new ClientDescriptionError(
      'SPSSODescriptor has no AssertionConsumerService of SAML 2.0 to send answers to.',
    );
  const encryptionKeys = keysFor(descriptor, 'encryption');
  return {
    entityId: entityMeta.getEntityID(),
    signsRequests: entityMeta.isAuthnRequestSigned(),
    wantsSignedAssertions: entityMeta.isWantAssertionsSigned(),
    consumerServices: consumers,
    logoutServices: childElements(descriptor, MD, 'SingleLogoutService').map(readEndpoint),
    artifactResolutionServices: childElements(descriptor, MD, 'ArtifactResolutionService').map(readEndpoint),
    nameIdFormats: listOf(entityMeta.getNameIDFormat()),
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
