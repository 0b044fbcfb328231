// Labels of the choices of settings, for values that do not explain themselves.
import { SIGNATURE_ALGORITHMS } from '#protocol/contract/settings/algorithms.ts';
import { type PlainKey, text } from '../texts/text.ts';
import type { Choice } from '../ui/field.ts';

/** Type of key by signature algorithm. */
const KEYS: Readonly<Record<string, string>> = {
  RS: 'RSA',
  PS: 'RSA-PSS',
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
  EdDSA: 'Ed25519',
};

const NAME_ID_FORMATS = {
  username: 'choices:nameId.username',
  email: 'choices:format.email',
  persistent: 'choices:nameId.persistent',
  transient: 'choices:nameId.transient',
} as const;

/** Labels by member and value. */
const LABELS: Readonly<Record<string, Readonly<Record<string, PlainKey>>>> = {
  sslRequired: { external: 'choices:ssl.external', all: 'choices:ssl.all', none: 'choices:ssl.none' },
  bruteForceStrategy: {
    MULTIPLE: 'choices:lockout.multiple',
    LINEAR: 'choices:lockout.linear',
  },
  otpPolicyType: { totp: 'choices:otp.totp', hotp: 'choices:otp.hotp' },
  otpPolicyAlgorithm: { HmacSHA1: 'choices:otp.sha1' },
  clientAuthenticatorType: {
    'client-secret': 'choices:authenticator.secret',
    'client-jwt': 'choices:authenticator.jwt',
    'client-secret-jwt': 'choices:authenticator.secretJwt',
    'client-x509': 'choices:authenticator.x509',
  },
  'standard.token.exchange.enableRefreshRequestedTokenType': {
    NO: 'choices:refresh.no',
    SAME_SESSION: 'choices:refresh.sameSession',
  },
  'pkce.code.challenge.method': { S256: 'choices:pkce.s256', plain: 'choices:pkce.plain' },
  'request.object.required': {
    'not required': 'choices:requestObject.optional',
    'request or request_uri': 'choices:requestObject.either',
    'request only': 'choices:requestObject.value',
    'request_uri only': 'choices:requestObject.reference',
  },
  saml_name_id_format: NAME_ID_FORMATS,
  'saml.signature.algorithm': {
    RSA_SHA256: 'choices:signature.rsaSha256',
    RSA_SHA256_MGF1: 'choices:signature.pssSha256',
    RSA_SHA512: 'choices:signature.rsaSha512',
    RSA_SHA512_MGF1: 'choices:signature.pssSha512',
    RSA_SHA1: 'choices:signature.rsaSha1',
    DSA_SHA1: 'choices:signature.dsaSha1',
  },
  'saml.server.signature.keyinfo.xmlSigKeyInfoKeyNameTransformer': {
    KEY_ID: 'choices:keyName.id',
    CERT_SUBJECT: 'choices:keyName.subject',
    NONE: 'choices:keyName.none',
  },
  'jsonType.label': {
    String: 'choices:json.text',
    long: 'choices:json.integer',
    int: 'choices:json.integer32',
    boolean: 'choices:json.boolean',
  },
  'attribute.nameformat': {
    'URI Reference': 'choices:format.uri',
    Unspecified: 'choices:format.unspecified',
  },
};

/** Labels of values that mean the same in every setting, among them URIs of algorithms. */
const COMMON_LABELS: Readonly<Record<string, PlainKey>> = {
  any: 'choices:any',
  none: 'choices:none',
  unsigned: 'choices:unsigned',
  'http://www.w3.org/2001/10/xml-exc-c14n#': 'choices:canonical.exclusive',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments': 'choices:canonical.exclusiveComments',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': 'choices:canonical.inclusive',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments': 'choices:canonical.inclusiveComments',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p': 'choices:encryption.mgf1Sha1',
  'http://www.w3.org/2001/04/xmlenc#rsa-1_5': 'choices:encryption.pkcs1',
  'http://www.w3.org/2009/xmlenc11#mgf1sha1': 'choices:mgf1.sha1',
  'http://www.w3.org/2009/xmlenc11#mgf1sha224': 'choices:mgf1.sha224',
  'http://www.w3.org/2009/xmlenc11#mgf1sha256': 'choices:mgf1.sha256',
  'http://www.w3.org/2009/xmlenc11#mgf1sha384': 'choices:mgf1.sha384',
  'http://www.w3.org/2009/xmlenc11#mgf1sha512': 'choices:mgf1.sha512',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified': 'choices:format.unspecified',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress': 'choices:format.email',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent': 'choices:format.persistent',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient': 'choices:format.transient',
};

/** Technical names, which are the same in every language. */
const NAMES: Readonly<Record<string, string>> = {
  poll: 'Poll',
  ping: 'Ping',
  push: 'Push',
  HmacSHA256: 'SHA-256',
  HmacSHA512: 'SHA-512',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': 'AES-256-GCM',
  'http://www.w3.org/2009/xmlenc11#aes192-gcm': 'AES-192-GCM',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': 'AES-128-GCM',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc': 'AES-256-CBC',
  'http://www.w3.org/2001/04/xmlenc#aes192-cbc': 'AES-192-CBC',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc': 'AES-128-CBC',
  'http://www.w3.org/2009/xmlenc11#rsa-oaep': 'RSA-OAEP (XML Encryption 1.1)',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'SHA-256',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'SHA-512',
  'http://www.w3.org/2000/09/xmldsig#sha1': 'SHA-1',
};

function describeAlgorithm(value: string): string | undefined {
  if (!SIGNATURE_ALGORITHMS.includes(value)) return undefined;
  return `${value}, ${KEYS[value] ?? KEYS[value.slice(0, 2)] ?? text('choices:key.shared')}`;
}

/** The label of a choice; the value itself if it has none. */
export function labelOfChoice(member: string, value: string): string {
  const key = LABELS[member]?.[value] ?? COMMON_LABELS[value];
  return key === undefined ? (NAMES[value] ?? describeAlgorithm(value) ?? value) : text(key);
}

/** Signature algorithms as choices. Each label is read when it is shown, in the language of that time. */
export const SIGNATURE_CHOICES: readonly Choice[] = SIGNATURE_ALGORITHMS.map((value) => ({
  value,
  get label() {
    return labelOfChoice('', value);
  },
}));
