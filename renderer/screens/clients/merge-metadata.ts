// Merges a service provider's metadata into an existing client.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import {
  SAML_CONSUMER_SERVICE_PREFIX,
  SAML_LOGOUT_RESPONSE_URLS,
} from '#protocol/contract/saml-client-attributes.ts';
import { text } from '../../texts/text.ts';

/** Attributes that metadata describes. Those that it omits are removed. */
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
 * Checks that a description is one of a SAML client. The server also reads descriptions of other protocols,
 * which would change the client's protocol.
 *
 * @throws Error with a message for the user
 */
export function checkServiceProvider(described: ClientRepresentation): ClientRepresentation {
  if (described.protocol === 'saml') return described;
  throw new Error(text('clients:metadata.noServiceProvider'));
}

/** Private keys whose certificate is replaced. */
function staleKeys(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  return ['saml.signing', 'saml.encryption'].flatMap((pair) =>
    before[`${pair}.certificate`] === after[`${pair}.certificate`] ? [] : [`${pair}.private.key`],
  );
}

/** The change to send. An empty string makes the server remove an attribute. Mappers are kept. */
export function mergeMetadata(
  client: ClientRepresentation,
  described: ClientRepresentation,
): ClientRepresentation {
  const before = client.attributes ?? {};
  const after = described.attributes ?? {};
  const numbered = Object.keys(before).filter((name) => name.startsWith(SAML_CONSUMER_SERVICE_PREFIX));
  const removed = [...DESCRIBED, ...numbered, ...staleKeys(before, after)].filter((name) => name in before);
  const { protocolMappers: _kept, attributes: _both, enabled: _same, ...members } = described;
  return {
    ...members,
    attributes: { ...Object.fromEntries(removed.map((name) => [name, ''])), ...after },
  };
}
