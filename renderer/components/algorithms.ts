// Names of signature and encryption algorithms as people choose them (RFC 7518 §3.1, §4.1 and §5.1; RFC 8037 §3.1).
import type { Choice } from '../ui/field.ts';

const choice = (value: string, label: string = value): Choice => ({ value, label });

/** Signatures by a key pair. */
export const SIGNATURE_ALGORITHMS: readonly Choice[] = [
  choice('RS256', 'RS256, RSA'),
  choice('RS384', 'RS384, RSA'),
  choice('RS512', 'RS512, RSA'),
  choice('PS256', 'PS256, RSA-PSS'),
  choice('PS384', 'PS384, RSA-PSS'),
  choice('PS512', 'PS512, RSA-PSS'),
  choice('ES256', 'ES256, P-256'),
  choice('ES384', 'ES384, P-384'),
  choice('ES512', 'ES512, P-521'),
  choice('EdDSA', 'EdDSA, Ed25519'),
];

/** Signatures by a shared secret. */
export const SECRET_ALGORITHMS: readonly Choice[] = [
  choice('HS256', 'HS256, shared secret'),
  choice('HS384', 'HS384, shared secret'),
  choice('HS512', 'HS512, shared secret'),
];

/** How the key of an encrypted token is made known. */
export const KEY_ENCRYPTION_ALGORITHMS: readonly Choice[] = [
  'RSA-OAEP',
  'RSA-OAEP-256',
  'ECDH-ES',
  'ECDH-ES+A128KW',
  'ECDH-ES+A192KW',
  'ECDH-ES+A256KW',
].map((name) => choice(name));

/** How the content of an encrypted token is encrypted. */
export const CONTENT_ENCRYPTION_ALGORITHMS: readonly Choice[] = [
  'A256GCM',
  'A192GCM',
  'A128GCM',
  'A128CBC-HS256',
  'A192CBC-HS384',
  'A256CBC-HS512',
].map((name) => choice(name));
