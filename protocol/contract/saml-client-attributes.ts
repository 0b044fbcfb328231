// Allowed values and defaults of a SAML client's attributes, spelled as in Keycloak's realm files.

/** Values of `saml.signature.algorithm`. DSA_SHA1 in old files is rejected by name. */
export const SAML_SIGNATURE_ALGORITHMS = [
  'RSA_SHA256',
  'RSA_SHA256_MGF1',
  'RSA_SHA512',
  'RSA_SHA512_MGF1',
  'RSA_SHA1',
] as const;

/** Values of `saml_signature_canonicalization_method`: how SignedInfo is canonicalized. */
export const SAML_CANONICALIZATION_METHODS = [
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments',
] as const;

/** Values of `saml.server.signature.keyinfo.xmlSigKeyInfoKeyNameTransformer`: the content of KeyName. */
export const SAML_KEY_NAMES = ['KEY_ID', 'CERT_SUBJECT', 'NONE'] as const;

/** Values of `saml_name_id_format`; `username` is the format `unspecified`. */
export const SAML_NAME_ID_FORMATS = ['username', 'email', 'transient', 'persistent'] as const;

/** Values of `saml.encryption.algorithm`: how an assertion is encrypted. The first is the default. */
export const SAML_ENCRYPTION_ALGORITHMS = [
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes192-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes192-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
] as const;

/** The key transport of XML Encryption 1.1, with a configurable digest and mask generation function. */
export const SAML_RSA_OAEP_11 = 'http://www.w3.org/2009/xmlenc11#rsa-oaep';

/** Values of `saml.encryption.keyAlgorithm`; the first is the default. rsa-1_5 in old files is rejected. */
export const SAML_KEY_TRANSPORT_ALGORITHMS = [
  'http://www.w3.org/2009/xmlenc11#rsa-oaep',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
] as const;

/** Values of `saml.encryption.digestMethod`. The first is the default. */
export const SAML_DIGEST_METHODS = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2000/09/xmldsig#sha1',
] as const;

/** Values of `saml.encryption.maskGenerationFunction`, for {@link SAML_RSA_OAEP_11}; the first is default. */
export const SAML_MASK_GENERATION_FUNCTIONS = [
  'http://www.w3.org/2009/xmlenc11#mgf1sha256',
  'http://www.w3.org/2009/xmlenc11#mgf1sha1',
  'http://www.w3.org/2009/xmlenc11#mgf1sha224',
  'http://www.w3.org/2009/xmlenc11#mgf1sha384',
  'http://www.w3.org/2009/xmlenc11#mgf1sha512',
] as const;

/** Prefix of a consumer service's index, Understudy's own; the value is `<binding URN> <URL>`. */
export const SAML_CONSUMER_SERVICE_PREFIX = 'saml.assertion.consumer.service.';

/**
 * Where a client receives LogoutResponses by each binding, if not where it receives LogoutRequests (SAML
 * Metadata §2.2.2, ResponseLocation). Specific to Understudy: Keycloak has no attribute for them.
 */
export const SAML_LOGOUT_RESPONSE_URLS = {
  post: 'saml.single.logout.response.url.post',
  redirect: 'saml.single.logout.response.url.redirect',
  artifact: 'saml.single.logout.response.url.artifact',
} as const;

/** Defaults of a new SAML client, as Keycloak fills them in. */
export const SAML_CLIENT_DEFAULTS: Readonly<Record<string, string>> = {
  'saml.authnstatement': 'true',
  'saml.server.signature': 'true',
  'saml.client.signature': 'true',
  'saml.signature.algorithm': 'RSA_SHA256',
  saml_signature_canonicalization_method: SAML_CANONICALIZATION_METHODS[0],
  'saml.force.post.binding': 'true',
  saml_name_id_format: 'username',
  saml_force_name_id_format: 'false',
  'saml.allow.ecp.flow': 'false',
};

/** Attributes of a client whose values allow acting as that client. */
export const PRIVATE_KEY_ATTRIBUTES: readonly string[] = [
  'saml.signing.private.key',
  'saml.encryption.private.key',
  'jwt.credential.private.key',
];
