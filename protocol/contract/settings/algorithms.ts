// Names of the signature and encryption algorithms of JSON Web Tokens (RFC 7518 §3.1, §4.1 and §5.1; RFC 8037 §3.1).

/** Signatures by a key pair, in the order of the discovery document. */
export const KEY_PAIR_ALGORITHMS: readonly string[] = [
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

/** Signatures by a key pair, and those by a shared secret. */
export const SIGNATURE_ALGORITHMS: readonly string[] = [...KEY_PAIR_ALGORITHMS, 'HS256', 'HS384', 'HS512'];

/** How the key of an encrypted token is made known. */
export const KEY_ENCRYPTION_ALGORITHMS = [
  'RSA-OAEP',
  'RSA-OAEP-256',
  'ECDH-ES',
  'ECDH-ES+A128KW',
  'ECDH-ES+A192KW',
  'ECDH-ES+A256KW',
] as const;

/** How the content of an encrypted token is encrypted. */
export const CONTENT_ENCRYPTION_ALGORITHMS = [
  'A128GCM',
  'A192GCM',
  'A256GCM',
  'A128CBC-HS256',
  'A192CBC-HS384',
  'A256CBC-HS512',
] as const;
