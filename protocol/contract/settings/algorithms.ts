// Names of the signature and encryption algorithms of JSON Web Tokens (RFC 7518 §3.1, §4.1 and §5.1; RFC 8037 §3.1).

/** Signatures by a key pair. */
export const SIGNATURE_ALGORITHMS: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];

/** Signatures by a shared secret. */
export const SECRET_ALGORITHMS: readonly string[] = ['HS256', 'HS384', 'HS512'];

/** How the key of an encrypted token is made known. */
export const KEY_ENCRYPTION_ALGORITHMS: readonly string[] = [
  'RSA-OAEP',
  'RSA-OAEP-256',
  'ECDH-ES',
  'ECDH-ES+A128KW',
  'ECDH-ES+A192KW',
  'ECDH-ES+A256KW',
];

/** How the content of an encrypted token is encrypted. */
export const CONTENT_ENCRYPTION_ALGORITHMS: readonly string[] = [
  'A256GCM',
  'A192GCM',
  'A128GCM',
  'A128CBC-HS256',
  'A192CBC-HS384',
  'A256CBC-HS512',
];
