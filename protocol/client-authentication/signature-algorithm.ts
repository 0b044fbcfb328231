// Checks the signature algorithm of a client assertion.
import type { DecodedJws } from '#protocol/crypto/jws.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { invalidAssertion } from './refusals.ts';

const ALGORITHM_ATTRIBUTE = 'token.endpoint.auth.signing.alg';

/** The error description for an invalid signature. */
export const SIGNATURE_FAILED =
  'Client authentication with signed JWT failed: Signature on JWT token failed validation';

/**
 * The assertion's algorithm, if in `known` and allowed by the client's `token.endpoint.auth.signing.alg`.
 * @throws {OAuthError} 400 `invalid_client`. RFC 7523 §5.
 */
export function checkSignatureAlgorithm(
  client: Client,
  token: DecodedJws,
  known: ReadonlySet<string>,
): string {
  const algorithm = token.header['alg'];
  const required = client.attributes[ALGORITHM_ATTRIBUTE] ?? '';
  const isAllowed = required === '' || required === 'any' || required === algorithm;
  if (typeof algorithm === 'string' && known.has(algorithm) && isAllowed) return algorithm;
  throw invalidAssertion('Invalid signature algorithm', {
    reason: `The assertion of client ${client.clientId} has ${typeof algorithm === 'string' ? `alg ${algorithm}` : 'no valid alg'}.`,
    remedy:
      required === ''
        ? `Sign with one of ${[...known].join(', ')}.`
        : `Sign with ${required}, or change attribute ${ALGORITHM_ATTRIBUTE}.`,
  });
}
