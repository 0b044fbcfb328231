// Settings of a SAML client: its attributes, spelled as in Keycloak's realm files.
import {
  SAML_CANONICALIZATION_METHODS,
  SAML_CONSUMER_SERVICE_PREFIX,
  SAML_DIGEST_METHODS,
  SAML_ENCRYPTION_ALGORITHMS,
  SAML_KEY_NAMES,
  SAML_KEY_TRANSPORT_ALGORITHMS,
  SAML_LOGOUT_RESPONSE_URLS,
  SAML_MASK_GENERATION_FUNCTIONS,
  SAML_NAME_ID_FORMATS,
  SAML_SIGNATURE_ALGORITHMS,
} from '../saml-client-attributes.ts';
import { type AttributeRow, type AttributeRows, findAttribute } from './setting-row.ts';
import { flag, formatted, oneOf, seconds, type TextType, text, url } from './value-type.ts';

const GENERAL = 'SAML: general';
const SIGN_IN = 'SAML: sign-in';
const KEYS = 'SAML: signatures and encryption';
const LOGOUT = 'SAML: logout';

type Options = Partial<Pick<AttributeRow, 'default' | 'unset' | 'secret'>>;

const row = (
  section: string,
  type: AttributeRow['type'],
  label: string,
  effect: string,
  options: Options = {},
): AttributeRow => ({ type, section, label, effect, ...options });
const onOff = (section: string, label: string, effect: string, options: Options = {}): AttributeRow =>
  row(section, flag, label, effect, { default: 'false', ...options });
/** The default is only filled into new clients; an absent attribute means `false`, or the first choice. */
const choice = (
  label: string,
  choices: readonly string[],
  effect: string,
  refused: TextType['refused'] = {},
): AttributeRow =>
  row(KEYS, oneOf(choices, { refused, emptyIsUnset: true }), label, effect, { default: choices[0] ?? '' });

const service = (binding: string, effect: string): AttributeRow =>
  row(LOGOUT, url, `Logout ${binding} binding URL`, effect);

export const SAML_CLIENT_ATTRIBUTES: AttributeRows = {
  saml_assertion_consumer_url_post: row(
    GENERAL,
    url,
    'Assertion consumer service POST binding URL',
    'Where responses are sent by POST if the request names no URL.',
  ),
  saml_assertion_consumer_url_redirect: row(
    GENERAL,
    url,
    'Assertion consumer service redirect binding URL',
    'Where responses are sent by redirect if the request names no URL.',
  ),
  saml_artifact_binding_url: row(
    GENERAL,
    url,
    'Artifact binding URL',
    'Where artifacts are sent if the request names no URL.',
  ),
  saml_artifact_resolution_service_url: row(
    GENERAL,
    url,
    'Artifact resolution service',
    'The SOAP endpoint that resolves artifacts of the service provider.',
  ),
  saml_idp_initiated_sso_url_name: row(
    GENERAL,
    formatted('path-segment'),
    'IdP-initiated SSO URL name',
    '…/protocol/saml/clients/NAME signs users in and sends them to the application. If empty, off.',
  ),
  saml_idp_initiated_sso_relay_state: row(
    GENERAL,
    text,
    'IdP-initiated SSO relay state',
    'Sent if the URL contains none. Many applications use it as the page to open.',
  ),
  saml_name_id_format: row(
    SIGN_IN,
    oneOf(SAML_NAME_ID_FORMATS),
    'Name ID format',
    'The format of the name identifier if the request specifies none.',
    { default: 'username' },
  ),
  saml_force_name_id_format: onOff(SIGN_IN, 'Force name ID format', 'Ignores the NameIDPolicy of requests.'),
  'saml.authnstatement': onOff(
    SIGN_IN,
    'Include AuthnStatement',
    'Says when the user signed in, with the session index that logout needs.',
  ),
  'saml.onetimeuse.condition': onOff(
    SIGN_IN,
    'Include OneTimeUse condition',
    'The service provider must not store the assertion.',
  ),
  'saml.assertion.lifespan': row(SIGN_IN, seconds, 'Assertion lifespan', 'How long an assertion is valid.', {
    unset: 'realm default',
  }),
  'saml.force.post.binding': onOff(
    SIGN_IN,
    'Force POST binding',
    'Responses are always sent by POST, regardless of the request.',
  ),
  'saml.artifact.binding': onOff(
    SIGN_IN,
    'Force artifact binding',
    'Responses are sent as an artifact, which the service provider resolves by SOAP.',
  ),
  'saml.artifact.binding.identifier': row(
    SIGN_IN,
    formatted('artifact-identifier'),
    'Artifact identifier',
    'Identifies this server in artifacts.',
    { unset: 'base64 of the SHA-1 of the entity ID' },
  ),
  'saml.allow.ecp.flow': onOff(
    SIGN_IN,
    'Allow ECP flow',
    'Clients without a browser send username and password with the request, by SOAP.',
  ),
  'saml.server.signature': onOff(KEYS, 'Sign documents', 'Signs responses and logout messages as a whole.'),
  'saml.assertion.signature': onOff(
    KEYS,
    'Sign assertions',
    'Signs the assertion itself, inside the response.',
  ),
  'saml.signature.algorithm': choice(
    'Signature algorithm',
    SAML_SIGNATURE_ALGORITHMS,
    'Signs messages and assertions. Signatures of the client with SHA-1 are accepted only if it is selected here.',
    { DSA_SHA1: 'realm keys are RSA keys' },
  ),
  saml_signature_canonicalization_method: choice(
    'Canonicalization method',
    SAML_CANONICALIZATION_METHODS,
    'Applied to SignedInfo.',
  ),
  'saml.server.signature.keyinfo.xmlSigKeyInfoKeyNameTransformer': choice(
    'SAML signature key name',
    SAML_KEY_NAMES,
    'The content of KeyName in signatures.',
  ),
  'saml.server.signature.keyinfo.ext': onOff(
    KEYS,
    'Optimize redirect signing key lookup',
    'Redirects name the key in an extension that Keycloak’s adapters read.',
  ),
  'saml.client.signature': onOff(
    KEYS,
    'Client signature required',
    'Requests must be signed with a key of the signing certificate. Off: signatures are not checked.',
  ),
  'saml.signing.certificate': row(
    KEYS,
    formatted('signing-certificate'),
    'Signing certificate',
    'PEM, or base64-encoded DER. Several are possible while the application changes its key.',
  ),
  'saml.signing.private.key': row(
    KEYS,
    formatted('private-key'),
    'Signing key',
    'The key that belongs to the certificate, if the server generated it.',
    { secret: true },
  ),
  'saml.encrypt': onOff(KEYS, 'Encrypt assertions', 'Encrypts assertions with the encryption certificate.'),
  'saml.encryption.algorithm': choice(
    'Encryption algorithm',
    SAML_ENCRYPTION_ALGORITHMS,
    'Encrypts the assertion.',
  ),
  'saml.encryption.keyAlgorithm': choice(
    'Key transport algorithm',
    SAML_KEY_TRANSPORT_ALGORITHMS,
    'Encrypts the key of the assertion.',
    {
      'http://www.w3.org/2001/04/xmlenc#rsa-1_5':
        'RSA with PKCS#1 v1.5 padding can be decrypted by an attacker',
    },
  ),
  'saml.encryption.digestMethod': choice(
    'Digest method',
    SAML_DIGEST_METHODS,
    'The digest that key transport uses.',
  ),
  'saml.encryption.maskGenerationFunction': choice(
    'Mask generation function',
    SAML_MASK_GENERATION_FUNCTIONS,
    'For key transport of XML Encryption 1.1.',
  ),
  'saml.encryption.certificate': row(
    KEYS,
    formatted('encryption-certificate'),
    'Encryption certificate',
    'PEM, or base64-encoded DER.',
  ),
  'saml.encryption.private.key': row(
    KEYS,
    formatted('private-key'),
    'Encryption key',
    'The key that belongs to the certificate, if the server generated it.',
    { secret: true },
  ),
  'saml.useMetadataDescriptorUrl': onOff(
    KEYS,
    'Use metadata descriptor URL',
    'The server fetches the certificates from the client’s metadata and refreshes them. They replace those above.',
  ),
  'saml.metadataDescriptorUrl': row(
    KEYS,
    url,
    'Metadata descriptor URL',
    'Where the client publishes its metadata.',
  ),
  'saml.descriptor.cache.seconds': row(
    KEYS,
    seconds,
    'Metadata cache time',
    'How long fetched certificates are kept.',
    { unset: '5 minutes' },
  ),
  saml_single_logout_service_url_post: service('service POST', 'Where LogoutRequests are sent by POST.'),
  saml_single_logout_service_url_redirect: service(
    'service redirect',
    'Where LogoutRequests are sent by redirect.',
  ),
  saml_single_logout_service_url_artifact: service(
    'service artifact',
    'Where artifacts of LogoutRequests are sent.',
  ),
  saml_single_logout_service_url_soap: service(
    'service SOAP',
    'Called by the server if front-channel logout is off.',
  ),
  [SAML_LOGOUT_RESPONSE_URLS.post]: service(
    'response POST',
    'Where LogoutResponses are sent by POST, if not to the logout service.',
  ),
  [SAML_LOGOUT_RESPONSE_URLS.redirect]: service(
    'response redirect',
    'Where LogoutResponses are sent by redirect, if not to the logout service.',
  ),
  [SAML_LOGOUT_RESPONSE_URLS.artifact]: service(
    'response artifact',
    'Where artifacts of LogoutResponses are sent, if not to the logout service.',
  ),
};

const NUMBERED_SERVICE: AttributeRow = row(
  GENERAL,
  formatted('consumer-service'),
  'Numbered assertion consumer service',
  'The service that AssertionConsumerServiceIndex names.',
);

/** The row of a SAML client's attribute; those of indexed services share one. */
export function findSamlAttribute(attribute: string): AttributeRow | undefined {
  if (attribute.startsWith(SAML_CONSUMER_SERVICE_PREFIX)) {
    const isNumbered = /^\d{1,5}$/.test(attribute.slice(SAML_CONSUMER_SERVICE_PREFIX.length));
    return isNumbered ? NUMBERED_SERVICE : { ...NUMBERED_SERVICE, type: formatted('numbered-service') };
  }
  return findAttribute(SAML_CLIENT_ATTRIBUTES, attribute);
}
