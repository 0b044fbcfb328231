// Labels of the choices of settings, for values that do not explain themselves.
import { SIGNATURE_ALGORITHMS } from '#protocol/contract/settings/algorithms.ts';
import type { Choice } from '../ui/field.ts';

/** Type of key by signature algorithm. */
const KEYS: Readonly<Record<string, string>> = {
  RS: 'RSA',
  PS: 'RSA-PSS',
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
  EdDSA: 'Ed25519',
  HS: 'shared secret',
};

const DELIVERY_MODES = { poll: 'Poll', ping: 'Ping', push: 'Push' };
const NAME_ID_FORMATS = {
  username: 'Username (unspecified)',
  email: 'E-mail address',
  persistent: 'Persistent: always the same for this client',
  transient: 'Transient: different at each sign-in',
};

/** Labels by member and value. */
const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sslRequired: { external: 'External requests only', all: 'All requests', none: 'None' },
  bruteForceStrategy: {
    MULTIPLE: 'Multiple: with each further round of failures',
    LINEAR: 'Linear: with each further failure',
  },
  otpPolicyType: { totp: 'Time-based (TOTP)', hotp: 'Counter-based (HOTP)' },
  otpPolicyAlgorithm: {
    HmacSHA1: 'SHA-1 (supported by every app)',
    HmacSHA256: 'SHA-256',
    HmacSHA512: 'SHA-512',
  },
  cibaBackchannelTokenDeliveryMode: DELIVERY_MODES,
  'ciba.backchannel.token.delivery.mode': DELIVERY_MODES,
  clientAuthenticatorType: {
    'client-secret': 'Client ID and secret',
    'client-jwt': 'Signed JWT (private_key_jwt)',
    'client-secret-jwt': 'Signed JWT with client secret (client_secret_jwt)',
    'client-x509': 'X.509 certificate (tls_client_auth)',
  },
  'standard.token.exchange.enableRefreshRequestedTokenType': { NO: 'No', SAME_SESSION: 'Same session' },
  'pkce.code.challenge.method': { S256: 'Required, S256', plain: 'Required, plain' },
  'request.object.required': {
    'not required': 'Not required',
    'request or request_uri': 'Required, by value or by reference',
    'request only': 'Required, by value (request)',
    'request_uri only': 'Required, by reference (request_uri)',
  },
  saml_name_id_format: NAME_ID_FORMATS,
  'saml.signature.algorithm': {
    RSA_SHA256: 'RSA with SHA-256',
    RSA_SHA256_MGF1: 'RSA-PSS with SHA-256',
    RSA_SHA512: 'RSA with SHA-512',
    RSA_SHA512_MGF1: 'RSA-PSS with SHA-512',
    RSA_SHA1: 'RSA with SHA-1 (insecure, for legacy applications)',
    DSA_SHA1: 'DSA with SHA-1',
  },
  'saml.server.signature.keyinfo.xmlSigKeyInfoKeyNameTransformer': {
    KEY_ID: 'Key ID',
    CERT_SUBJECT: 'Certificate subject',
    NONE: 'None',
  },
  'jsonType.label': { String: 'Text', long: 'Integer', int: 'Integer, 32 bits', boolean: 'Boolean' },
  'attribute.nameformat': { 'URI Reference': 'URI reference' },
};

/** Labels of values that mean the same in every setting, among them URIs of algorithms. */
const COMMON_LABELS: Readonly<Record<string, string>> = {
  any: 'Any',
  none: 'None',
  unsigned: 'Unsigned',
  'http://www.w3.org/2001/10/xml-exc-c14n#': 'Exclusive',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments': 'Exclusive, with comments',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': 'Inclusive',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments': 'Inclusive, with comments',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': 'AES-256-GCM',
  'http://www.w3.org/2009/xmlenc11#aes192-gcm': 'AES-192-GCM',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': 'AES-128-GCM',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc': 'AES-256-CBC',
  'http://www.w3.org/2001/04/xmlenc#aes192-cbc': 'AES-192-CBC',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc': 'AES-128-CBC',
  'http://www.w3.org/2009/xmlenc11#rsa-oaep': 'RSA-OAEP (XML Encryption 1.1)',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p': 'RSA-OAEP with MGF1 and SHA-1 (1.0)',
  'http://www.w3.org/2001/04/xmlenc#rsa-1_5': 'RSA with PKCS#1 v1.5 padding',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'SHA-256',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'SHA-512',
  'http://www.w3.org/2000/09/xmldsig#sha1': 'SHA-1',
  'http://www.w3.org/2009/xmlenc11#mgf1sha1': 'MGF1 with SHA-1',
  'http://www.w3.org/2009/xmlenc11#mgf1sha224': 'MGF1 with SHA-224',
  'http://www.w3.org/2009/xmlenc11#mgf1sha256': 'MGF1 with SHA-256',
  'http://www.w3.org/2009/xmlenc11#mgf1sha384': 'MGF1 with SHA-384',
  'http://www.w3.org/2009/xmlenc11#mgf1sha512': 'MGF1 with SHA-512',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified': 'Unspecified',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress': 'E-mail address',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent': 'Persistent',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient': 'Transient',
};

function describeAlgorithm(value: string): string | undefined {
  if (!SIGNATURE_ALGORITHMS.includes(value)) return undefined;
  return `${value}, ${KEYS[value] ?? KEYS[value.slice(0, 2)]}`;
}

/** The label of a choice; the value itself if it has none. */
export function labelOfChoice(member: string, value: string): string {
  return LABELS[member]?.[value] ?? COMMON_LABELS[value] ?? describeAlgorithm(value) ?? value;
}

/** Signature algorithms as choices. */
export const SIGNATURE_CHOICES: readonly Choice[] = SIGNATURE_ALGORITHMS.map((value) => ({
  value,
  label: labelOfChoice('', value),
}));
