// Converts a service provider's metadata to a client.
import type {
  ClientRepresentation,
  ProtocolMapperRepresentation,
} from '#protocol/contract/realm-representation.ts';
import {
  SAML_CONSUMER_SERVICE_PREFIX,
  SAML_ENCRYPTION_ALGORITHMS,
  SAML_KEY_TRANSPORT_ALGORITHMS,
  SAML_LOGOUT_RESPONSE_URLS,
} from '#protocol/contract/saml-client-attributes.ts';
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import { findSamlAttributeFault } from '#protocol/realm/clients/saml-client.ts';
import { ATTRIBUTE_NAME_FORMATS, BINDING_URNS, NAME_ID_FORMATS } from '../xml-names.ts';
import type {
  MetadataEndpoint,
  RequestedAttribute,
  ServiceProviderMetadata,
} from './service-provider-metadata.ts';

/** Safe upper bound for real service providers. */
const MAX_CONSUMER_SERVICES = 100;

/** Mandatory in XML Encryption 1.0. */
const AES256_CBC = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
/** Key transport of XML Encryption 1.0, and its default digest. */
const RSA_OAEP_10 = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';

/** `saml_name_id_format` by the format's URN. */
const NAME_ID_SETTINGS: Readonly<Record<string, string>> = {
  [NAME_ID_FORMATS.unspecified]: 'username',
  [NAME_ID_FORMATS.email]: 'email',
  [NAME_ID_FORMATS.persistent]: 'persistent',
  [NAME_ID_FORMATS.transient]: 'transient',
};

/** Members of the user by the X.500 and LDAP names that service providers request. SAML Profiles §8.2. */
const USER_PROPERTIES: Readonly<Record<string, string>> = {
  'urn:oid:1.2.840.113549.1.9.1': 'email',
  'urn:oid:0.9.2342.19200300.100.1.3': 'email',
  'urn:oid:0.9.2342.19200300.100.1.1': 'username',
  'urn:oid:2.5.4.42': 'firstName',
  'urn:oid:2.5.4.4': 'lastName',
  email: 'email',
  mail: 'email',
  uid: 'username',
  username: 'username',
  givenName: 'firstName',
  firstName: 'firstName',
  first_name: 'firstName',
  sn: 'lastName',
  surname: 'lastName',
  lastName: 'lastName',
  last_name: 'lastName',
};

const NAME_FORMAT_SETTINGS: Readonly<Record<string, string>> = {
  [ATTRIBUTE_NAME_FORMATS.uri]: 'URI Reference',
  [ATTRIBUTE_NAME_FORMATS.unspecified]: 'Unspecified',
  [ATTRIBUTE_NAME_FORMATS.basic]: 'Basic',
};

type Attributes = Readonly<Record<string, string | undefined>>;

function locationOf(endpoints: readonly MetadataEndpoint[], binding: string): string | undefined {
  return endpoints.find((endpoint) => endpoint.binding === binding)?.location;
}

/** The default first, those marked as non-default last. SAML Metadata §2.2.3. */
function consumerAttributes({ consumerServices }: ServiceProviderMetadata): Attributes {
  if (consumerServices.length > MAX_CONSUMER_SERVICES)
    throw new ClientDescriptionError(
      `There are more than ${MAX_CONSUMER_SERVICES} AssertionConsumerServices.`,
    );
  const numbered = consumerServices.map(
    ({ index, binding, location }) =>
      [`${SAML_CONSUMER_SERVICE_PREFIX}${index}`, `${binding} ${location}`] as const,
  );
  if (new Set(numbered.map(([name]) => name)).size !== numbered.length)
    throw new ClientDescriptionError('Two AssertionConsumerServices have the same index.');
  const rank = ({ isDefault }: { readonly isDefault: boolean | undefined }): number =>
    isDefault === true ? 0 : isDefault === undefined ? 1 : 2;
  const ranked = consumerServices.toSorted((left, right) => rank(left) - rank(right));
  const post = locationOf(ranked, BINDING_URNS.post);
  return {
    ...Object.fromEntries(numbered),
    saml_assertion_consumer_url_post: post,
    saml_assertion_consumer_url_redirect: locationOf(ranked, BINDING_URNS.redirect),
    saml_artifact_binding_url: locationOf(ranked, BINDING_URNS.artifact),
    'saml.force.post.binding': String(post !== undefined),
  };
}

function logoutAttributes({
  logoutServices,
  artifactResolutionServices,
}: ServiceProviderMetadata): Attributes {
  return {
    saml_single_logout_service_url_post: locationOf(logoutServices, BINDING_URNS.post),
    saml_single_logout_service_url_redirect: locationOf(logoutServices, BINDING_URNS.redirect),
    saml_single_logout_service_url_artifact: locationOf(logoutServices, BINDING_URNS.artifact),
    saml_single_logout_service_url_soap: locationOf(logoutServices, BINDING_URNS.soap),
    saml_artifact_resolution_service_url: locationOf(artifactResolutionServices, BINDING_URNS.soap),
    ...answerAttributes(logoutServices),
  };
}

/** Response locations that differ from the request location of the same endpoint. */
function answerAttributes(logoutServices: readonly MetadataEndpoint[]): Attributes {
  const entries = (['post', 'redirect', 'artifact'] as const).map((binding) => {
    const endpoint = logoutServices.find((each) => each.binding === BINDING_URNS[binding]);
    const url = endpoint?.responseLocation;
    return [SAML_LOGOUT_RESPONSE_URLS[binding], url === endpoint?.location ? undefined : url] as const;
  });
  return Object.fromEntries(entries);
}

function keyAttributes(metadata: ServiceProviderMetadata): Attributes {
  const { signsRequests, signingCertificates, encryptionCertificates, encryptionMethods } = metadata;
  if (signsRequests && signingCertificates.length === 0) {
    throw new ClientDescriptionError(
      'AuthnRequestsSigned is true and no KeyDescriptor for signing has an X509Certificate of an RSA or EC key: nothing could verify the requests.',
    );
  }
  return {
    'saml.client.signature': String(signsRequests),
    'saml.assertion.signature': String(metadata.wantsSignedAssertions),
    'saml.signing.certificate': signingCertificates.join(',') || undefined,
    'saml.encrypt': String(encryptionCertificates.length > 0),
    // Only one: an assertion is encrypted for a single key.
    'saml.encryption.certificate': encryptionCertificates[0],
    ...(encryptionCertificates.length > 0 ? encryptionAttributes(encryptionMethods) : {}),
  };
}

/**
 * The first named method that is supported. Choice: without any, AES-256-CBC and RSA-OAEP with SHA-1,
 * mandatory in XML Encryption 1.0 (§5.2, §5.4.2), because many implementations lack those of 1.1
 * (docs/differences-to-keycloak.md, "Encryption algorithms").
 */
function encryptionAttributes(methods: readonly string[]): Attributes {
  const supported = (choices: readonly string[]): string | undefined =>
    methods.find((method) => choices.includes(method));
  const transport = supported(SAML_KEY_TRANSPORT_ALGORITHMS) ?? RSA_OAEP_10;
  return {
    'saml.encryption.algorithm': supported(SAML_ENCRYPTION_ALGORITHMS) ?? AES256_CBC,
    'saml.encryption.keyAlgorithm': transport,
    'saml.encryption.digestMethod': transport === RSA_OAEP_10 ? SHA1 : undefined,
  };
}

function describeAttribute({
  name,
  nameFormat,
  friendlyName,
}: RequestedAttribute): ProtocolMapperRepresentation {
  const known = [name, friendlyName ?? ''].find((each) => Object.hasOwn(USER_PROPERTIES, each));
  const property = known === undefined ? undefined : USER_PROPERTIES[known];
  // Some have a caption in FriendlyName (GitLab: "Full name"), which is not an attribute name.
  const attribute = friendlyName === undefined || /\s/.test(friendlyName) ? name : friendlyName;
  return {
    name,
    protocol: 'saml',
    protocolMapper: property === undefined ? 'saml-user-attribute-mapper' : 'saml-user-property-mapper',
    config: {
      'user.attribute': property ?? attribute,
      'attribute.name': name,
      'attribute.nameformat': NAME_FORMAT_SETTINGS[nameFormat ?? ''] ?? 'Basic',
      ...(friendlyName === undefined ? {} : { 'friendly.name': friendlyName }),
    },
  };
}

/**
 * The client without defaults. Choice: ECP stays disabled even with a PAOS endpoint, because it lets users
 * send their passwords without a page (docs/differences-to-keycloak.md, "Metadata of service providers").
 * @throws {ClientDescriptionError} for an unsupported value.
 */
export function describeClient(metadata: ServiceProviderMetadata): ClientRepresentation {
  const { entityId, consumerServices, logoutServices, nameIdFormats, requestedAttributes } = metadata;
  const format = nameIdFormats.find((each) => Object.hasOwn(NAME_ID_SETTINGS, each));
  const all: Attributes = {
    ...consumerAttributes(metadata),
    ...logoutAttributes(metadata),
    ...keyAttributes(metadata),
    saml_name_id_format: format === undefined ? undefined : NAME_ID_SETTINGS[format],
  };
  const attributes = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const fault = findSamlAttributeFault(attributes);
  if (fault !== undefined) throw new ClientDescriptionError(`The metadata cannot be followed: ${fault}.`);
  const byBrowser: readonly string[] = [BINDING_URNS.redirect, BINDING_URNS.post, BINDING_URNS.artifact];
  const onlySoap =
    logoutServices.length > 0 && !logoutServices.some(({ binding }) => byBrowser.includes(binding));
  const mappers = new Map(requestedAttributes.map((each) => [each.name, describeAttribute(each)]));
  return {
    clientId: entityId,
    protocol: 'saml',
    enabled: true,
    frontchannelLogout: !onlySoap,
    redirectUris: [...new Set(consumerServices.map(({ location }) => location))],
    attributes,
    ...(mappers.size === 0 ? {} : { protocolMappers: [...mappers.values()] }),
  };
}
