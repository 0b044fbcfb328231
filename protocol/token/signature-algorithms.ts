// Selects signature algorithms: by the client's attribute or else the realm's setting.
import { isSignatureAlgorithm } from '#protocol/crypto/jws.ts';
import { keyProviderFor } from '#protocol/crypto/key-components.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';

/** The client attributes with algorithms, by kind of token (RFC 7591 §2, OIDC Registration §2). */
export type SignatureAttribute =
  | 'access.token.signed.response.alg'
  | 'id.token.signed.response.alg'
  | 'user.info.response.signature.alg'
  | 'authorization.signed.response.alg';

/**
 * The client's algorithm for a kind of token, or the realm's.
 * Compat: like Keycloak, HMAC uses the realm's secret, not the client's as in OIDC Core §10.1; see
 * docs/decisions/0023-keys-as-components.md.
 * @throws {OAuthError} `invalid_client` 400 naming the setting with the unsupported algorithm.
 */
export function signatureAlgorithm(realm: Realm, client: Client, attribute: SignatureAttribute): string {
  const own = client.attributes[attribute];
  const algorithm = own || realm.signatureAlgorithm;
  if (isSignatureAlgorithm(algorithm) && keyProviderFor(algorithm) !== undefined) return algorithm;
  const place = own
    ? `attribute ${attribute} of client ${client.clientId}`
    : `defaultSignatureAlgorithm of realm ${realm.name}`;
  throw new OAuthError('invalid_client', {
    status: 400,
    description: 'Unsupported signature algorithm',
    reason: `"${algorithm}", the ${place}, is not a signature algorithm.`,
    remedy: `Set ${place} to RS256, another of RS, PS, ES or HS with 256, 384 or 512, or EdDSA.`,
    section: 'RFC 7518 §3.1',
  });
}
