// Names of the signature and encryption algorithms of JSON Web Tokens (RFC 7518 §3.1, §4.1 and §5.1; RFC 8037
// §3.1).

/** Asymmetric signatures, in the order of the discovery document. */
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

/** Asymmetric signatures, and those by a shared secret. */
export const SIGNATURE_ALGORITHMS: readonly string[] = [...KEY_PAIR_ALGORITHMS, 'HS256', 'HS384', 'HS512'];

/** Algorithms for the key of an encrypted token (`alg`). */
export const KEY_ENCRYPTION_ALGORITHMS = [
  'RSA-OAEP',
  'RSA-OAEP-256',
  'ECDH-ES',
  'ECDH-ES+A128KW',
  'ECDH-ES+A192KW',
  'ECDH-ES+A256KW',
] as const;

/** Algorithms for the content of an encrypted token (`enc`). */
export const CONTENT_ENCRYPTION_ALGORITHMS = [
  'A128GCM',
  'A192GCM',
  'A256GCM',
  'A128CBC-HS256',
  'A192CBC-HS384',
  'A256CBC-HS512',
] as const;
