// What changes in a client when the metadata of its service provider is taken in.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import {
  SAML_CONSUMER_SERVICE_PREFIX,
  SAML_LOGOUT_RESPONSE_URLS,
} from '#protocol/contract/saml-client-attributes.ts';

/** Attributes that metadata speaks of: what it leaves out is removed. */
const DESCRIBED: readonly string[] = [
  'saml.signing.certificate',
  'saml.encryption.certificate',
  'saml.encryption.algorithm',
  'saml.encryption.keyAlgorithm',
  'saml.encryption.digestMethod',
  'saml.encryption.maskGenerationFunction',
  'saml_name_id_format',
  'saml_assertion_consumer_url_post',
  'saml_assertion_consumer_url_redirect',
  'saml_artifact_binding_url',
  'saml_artifact_resolution_service_url',
  'saml_single_logout_service_url_post',
  'saml_single_logout_service_url_redirect',
  'saml_single_logout_service_url_artifact',
  'saml_single_logout_service_url_soap',
  ...Object.values(SAML_LOGOUT_RESPONSE_URLS),
];

/**
 * What a description must be that goes into a SAML client. The server reads those of other protocols, too, and would turn
 * the client into one of theirs.
 *
 * @throws Error with words for the person who pasted it
 */
export function checkServiceProvider(described: ClientRepresentation): ClientRepresentation {
  if (described.protocol === 'saml') return described;
  throw new Error(
    'This describes no service provider. Paste SAML metadata: XML whose EntityDescriptor has an SPSSODescriptor.',
  );
}

/** The private key of a certificate that is replaced fits nothing any more. */
function lostKeys(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  return ['saml.signing', 'saml.encryption'].flatMap((pair) =>
    before[`${pair}.certificate`] === after[`${pair}.certificate`] ? [] : [`${pair}.private.key`],
  );
}

/** The change to send; an empty text tells the server to remove an attribute. Mappers stay as they are. */
export function takeMetadata(
  client: ClientRepresentation,
  described: ClientRepresentation,
): ClientRepresentation {
  const before = client.attributes ?? {};
  const after = described.attributes ?? {};
  const numbered = Object.keys(before).filter((name) => name.startsWith(SAML_CONSUMER_SERVICE_PREFIX));
  const removed = [...DESCRIBED, ...numbered, ...lostKeys(before, after)].filter((name) => name in before);
  const { protocolMappers: _kept, attributes: _both, enabled: _same, ...members } = described;
  return {
    ...members,
    attributes: { ...Object.fromEntries(removed.map((name) => [name, ''])), ...after },
  };
}
